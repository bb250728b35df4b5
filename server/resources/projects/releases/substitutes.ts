import type { TicketFigure } from '#contract/office/ticketFigures.ts'
import type { ComparedAnimal } from '#contract/projects/releases.ts'
import type { Caller } from '../../../auth/sessions.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { visibleFarms } from '../../visibility.ts'
import { figuresAfter } from '../collateral/figures.ts'
import { type Head, withMissing } from './pledgedHeads.ts'

/** Free animals that are compared at the most. */
const mostCompared = 20_000
const dayMs = 86_400_000
/** Differences that weigh as much as another sex: half a year of age, 100 kg. */
const daysApart = 182
const kgApart = 100

function selectCompared(sql: Queries, condition: Fragment): Promise<ComparedAnimal[]> {
  return sql<ComparedAnimal[]>`
    select a.id, a.visual_tag as "visualTag", f.name as "farmName", a.category_id as "categoryId", a.sex, a.birth_date as "birthDate", (
      select w.kg::float8 from animal_weights w where w.animal_id = a.id and w.deleted_at is null order by w.weighed_on desc, w.id desc limit 1) as kg
    from animals a join farms f on f.id = a.farm_id where ${condition} order by a.id limit ${mostCompared}`
}

/** For each head a free animal that is most like it; null where none of its category is left. */
export async function propose(sql: Queries, caller: Caller, projectId: number, heads: readonly Head[]): Promise<{ animal: ComparedAnimal; substitute: ComparedAnimal | null }[]> {
  const leaving = await selectCompared(sql, sql`a.id = any(${heads.map(({ animalId }) => animalId)}::bigint[])`)
  const categories = [...new Set(leaving.map(({ categoryId }) => categoryId))]
  const free = await selectCompared(sql, sql`
    a.deleted_at is null and a.status = 'IN_HERD' and a.category_id = any(${categories}::bigint[]) and a.farm_id in (${visibleFarms(sql, caller)})
    and a.farm_id in (select farm_id from project_farms where project_id = ${projectId}) and not exists (select from pledges p where p.animal_id = a.id and p.ended_at is null)`)
  const left = new Set(free)
  return leaving.map((animal) => {
    const substitute = nearest(animal, left)
    if (substitute !== null) left.delete(substitute)
    return { animal, substitute }
  })
}

function nearest(animal: ComparedAnimal, free: ReadonlySet<ComparedAnimal>): ComparedAnimal | null {
  let found: ComparedAnimal | null = null
  let least = Infinity
  for (const one of free) {
    const apart = one.categoryId === animal.categoryId ? distance(animal, one) : Infinity
    if (apart < least) [found, least] = [one, apart]
  }
  return found
}

/** How unlike two animals of one category are; what is not known of one is as far as another sex. */
function distance(one: ComparedAnimal, other: ComparedAnimal): number {
  const age = one.birthDate === null || other.birthDate === null ? 1 : Math.abs(Date.parse(one.birthDate) - Date.parse(other.birthDate)) / dayMs / daysApart
  const weight = one.kg === null || other.kg === null ? 1 : Math.abs(one.kg - other.kg) / kgApart
  return (one.sex === other.sex ? 0 : 1) + age + weight
}

/** The effect of substituting some heads on their project: as many come as leave, and one that is there takes the place of one that is missing. */
export async function figuresOfSubstitution(sql: Queries, projectId: number, { lines, animalIds }: { lines: readonly { lineId: number }[]; animalIds: readonly number[] }): Promise<TicketFigure[]> {
  if (lines.length === 0) return []
  return figuresAfter(sql, projectId, await withMissing(sql, lines.map(({ lineId }) => ({ lineId, heads: 0 })), animalIds))
}
