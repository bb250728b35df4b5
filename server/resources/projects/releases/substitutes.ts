import { setImmediate } from 'node:timers/promises'
import type { TicketFigure } from '#contract/office/ticketFigures.ts'
import type { ComparedAnimal } from '#contract/projects/releases.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { visibleFarms } from '../../visibility.ts'
import { figuresAfter } from '../collateral/figures.ts'
import { type Head, withMissing } from './pledgedHeads.ts'

/** Maximum free animals compared. */
const maxCompared = 20_000
/** Heads compared before the event loop gets a turn; each is compared with all free animals. */
const batchSize = 5
const dayMs = 86_400_000
/** Differences that weigh as much as a different sex: half a year of age, 100 kg. */
const daysApart = 182
const kgApart = 100

function selectCompared(sql: Queries, condition: Fragment): Promise<ComparedAnimal[]> {
  return sql<ComparedAnimal[]>`
    select a.id, a.visual_tag as "visualTag", f.name as "farmName", a.category_id as "categoryId", a.sex, a.birth_date as "birthDate", (
      select w.kg::float8 from animal_weights w where w.animal_id = a.id and w.deleted_at is null order by w.weighed_on desc, w.id desc limit 1) as kg
    from animals a join farms f on f.id = a.farm_id where ${condition} order by a.id limit ${maxCompared}`
}

/** Proposes for each head the most similar free animal; null when none of its category is left. */
export async function propose(
  sql: Queries,
  caller: Caller,
  projectId: number,
  heads: readonly Head[],
): Promise<{ animal: ComparedAnimal; substitute: ComparedAnimal | null }[]> {
  const leaving = await selectCompared(sql, sql`a.id = any(${heads.map(({ animalId }) => animalId)}::bigint[])`)
  const categories = [...new Set(leaving.map(({ categoryId }) => categoryId))]
  const free = await selectCompared(
    sql,
    sql`
    a.deleted_at is null and a.status = 'IN_HERD' and a.category_id = any(${categories}::bigint[]) and a.farm_id in (${visibleFarms(sql, caller)})
    and a.farm_id in (select farm_id from project_farms where project_id = ${projectId}) and not exists (select from pledges p where p.animal_id = a.id and p.ended_at is null)`,
  )
  const left = new Set(free.map(comparable))
  const pairs: { animal: ComparedAnimal; substitute: ComparedAnimal | null }[] = []
  for (const animal of leaving) {
    if (pairs.length % batchSize === 0) await setImmediate()
    const substitute = nearest(comparable(animal), left)
    if (substitute !== null) left.delete(substitute)
    pairs.push({ animal, substitute: substitute?.animal ?? null })
  }
  return pairs
}

/** An animal with its birth parsed once, as epoch ms, because it is compared many times. */
interface Comparable {
  animal: ComparedAnimal
  bornAt: number | null
}

const comparable = (animal: ComparedAnimal): Comparable => ({
  animal,
  bornAt: animal.birthDate === null ? null : Date.parse(animal.birthDate),
})

function nearest(animal: Comparable, free: ReadonlySet<Comparable>): Comparable | null {
  let found: Comparable | null = null
  let leastDistance = Infinity
  for (const one of free) {
    const apart = one.animal.categoryId === animal.animal.categoryId ? distance(animal, one) : Infinity
    if (apart < leastDistance) [found, leastDistance] = [one, apart]
  }
  return found
}

/** Returns how unlike two animals of one category are. An unknown age or weight counts as much as a different sex. */
function distance({ animal: one, bornAt }: Comparable, { animal: other, bornAt: otherBornAt }: Comparable): number {
  const age = bornAt === null || otherBornAt === null ? 1 : Math.abs(bornAt - otherBornAt) / dayMs / daysApart
  const weight = one.kg === null || other.kg === null ? 1 : Math.abs(one.kg - other.kg) / kgApart
  return (one.sex === other.sex ? 0 : 1) + age + weight
}

/** Returns the effect of a substitution on the project: the number of heads stays, and missing heads are replaced by present ones. */
export async function figuresOfSubstitution(
  sql: Queries,
  projectId: number,
  { lines, animalIds }: { lines: readonly { lineId: number }[]; animalIds: readonly number[] },
): Promise<TicketFigure[]> {
  if (lines.length === 0) return []
  return figuresAfter(
    sql,
    projectId,
    await withMissing(
      sql,
      lines.map(({ lineId }) => ({ lineId, heads: 0 })),
      animalIds,
    ),
  )
}
