import type { Animal } from '#contract/animals.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import type { Caller } from '../../auth/sessions.ts'
import { readCard } from './animalCards.ts'
import { audit, saved } from '../audit.ts'
import { contains, equals, listOf, page } from '../page.ts'
import { change, first, requireFarm, requirePenOfFarm } from '../records.ts'
import { visibleFarms } from '../visibility.ts'

type AnimalRow = Omit<Animal, 'electronicTag'> & {
  electronicScheme: 'CN' | 'ISO_11784' | null
  electronicValue: string | null
}

const columns = { id: 'a.id', visualTag: 'a.visual_tag' }

/** The columns of an animal, from `a` and its open pairing `p`. */
function select(sql: Queries, condition: Fragment, end: Fragment) {
  return sql<AnimalRow[]>`
    select a.id, a.visual_tag as "visualTag", a.electronic_scheme as "electronicScheme",
      a.electronic_tag as "electronicValue", a.farm_id as "farmId", a.pen_id as "farmSlotId", a.category, a.breed, a.sex,
      a.birth_date as "birthDate", a.status, p.neckband_id as "neckbandId"
    from animals a left join pairings p on p.animal_id = a.id and p.to_at is null where ${condition} ${end}`
}

function toAnimal({ electronicScheme, electronicValue, ...row }: AnimalRow): Animal {
  const tagged = electronicScheme !== null && electronicValue !== null
  return { ...row, electronicTag: tagged ? { scheme: electronicScheme, value: electronicValue } : null }
}

async function findAnimal(sql: Queries, caller: Caller, id: number, end = sql``): Promise<Animal> {
  return toAnimal(first(await select(sql, sql`a.id = ${id} and a.farm_id in (${visibleFarms(sql, caller)})`, end)))
}

/** What stands in the way of removing an animal: the farm's herd is pledged by a running project. */
async function isPledged(sql: Queries, farmId: number): Promise<boolean> {
  const rows = await sql`
    select from project_farms pf join projects p on p.id = pf.project_id
    where pf.farm_id = ${farmId} and p.status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING') limit 1`
  return rows.length > 0
}

export const animalHandlers: HandlersOf<'animals'> = {
  async list(input, caller, { sql }) {
    const condition = sql`a.farm_id in (${visibleFarms(sql, caller)})
      and ${contains(sql, 'a.visual_tag', input.visualTag)} and ${equals(sql, 'a.farm_id', input.farmId)}
      and ${equals(sql, 'a.pen_id', input.farmSlotId)} and ${equals(sql, 'a.status', input.status)}`
    const [rows, [count]] = await Promise.all([
      select(sql, condition, page(sql, input, columns)),
      sql<{ total: number }[]>`select count(*) as total from animals a where ${condition}`,
    ])
    return listOf(rows.map(toAnimal), count?.total ?? 0, input)
  },

  async detail({ id }, caller, { sql }) {
    return findAnimal(sql, caller, id)
  },

  async card({ id }, caller, context) {
    return readCard(context, caller, await findAnimal(context.sql, caller, id))
  },

  async addOrEdit(input, caller, context) {
    return change(context, 'animals', async (sql, now) => {
      const before = input.id === undefined ? null : await findAnimal(sql, caller, input.id, sql`for update of a`)
      await requireFarm(sql, caller, input.farmId)
      const samePen = before?.farmId === input.farmId ? before.farmSlotId : null
      const penId = input.farmSlotId === undefined ? samePen : input.farmSlotId
      await requirePenOfFarm(sql, penId, input.farmId)
      const tag = input.electronicTag === undefined ? (before?.electronicTag ?? null) : input.electronicTag
      const breed = input.breed === undefined ? (before?.breed ?? null) : input.breed
      const sex = input.sex === undefined ? (before?.sex ?? null) : input.sex
      const birthDate = input.birthDate === undefined ? (before?.birthDate ?? null) : input.birthDate
      const rows =
        input.id === undefined
          ? await sql<{ id: number }[]>`
              insert into animals (visual_tag, electronic_scheme, electronic_tag, farm_id, pen_id, category, breed, sex,
                birth_date, in_herd_from, created_at, updated_at)
              values (${input.visualTag}, ${tag?.scheme ?? null}, ${tag?.value ?? null}, ${input.farmId}, ${penId},
                ${input.category}, ${breed}, ${sex}, ${birthDate}, ${now}, ${now}, ${now})
              returning id`
          : await sql<{ id: number }[]>`
              update animals set visual_tag = ${input.visualTag}, electronic_scheme = ${tag?.scheme ?? null},
                electronic_tag = ${tag?.value ?? null}, farm_id = ${input.farmId}, pen_id = ${penId},
                category = ${input.category}, breed = ${breed}, sex = ${sex}, birth_date = ${birthDate}, updated_at = ${now}
              where id = ${input.id} returning id`
      const after = await findAnimal(sql, caller, first(rows).id)
      await audit(sql, caller, now, { ...saved(before, after), noun: 'animal', nounId: after.id })
      return after
    })
  },

  async remove({ id }, caller, context) {
    return change(context, 'animals', async (sql, now) => {
      const before = await findAnimal(sql, caller, id, sql`for update of a`)
      if (await isPledged(sql, before.farmId)) throw new CallError('IN_USE', { fields: { id: 'pledged' } })
      await sql`delete from animals where id = ${id}`
      await audit(sql, caller, now, { action: 'REMOVE', noun: 'animal', nounId: id, before, after: null })
      return {}
    })
  },
}
