import type { Pen } from '#contract/pens.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import type { Caller } from '../../auth/sessions.ts'
import { audit, saved } from '../audit.ts'
import { contains, equals, listOf, page } from '../page.ts'
import { change, first, requireFarm } from '../records.ts'
import { visibleFarms } from '../visibility.ts'

const columns = { id: 'p.id', name: 'p.name' }

/** Pens that fit a condition on `p`. */
export function selectPens(sql: Queries, condition: Fragment, end: Fragment) {
  return sql<Pen[]>`
    select p.id, p.farm_id as "farmId", p.name, p.polygon, p.capacity, p.purpose,
      (select count(*) from animals a where a.pen_id = p.id and a.in_herd_to is null) as heads
    from pens p where ${condition} ${end}`
}

async function findPen(sql: Queries, caller: Caller, id: number, end = sql``): Promise<Pen> {
  return first(await selectPens(sql, sql`p.id = ${id} and p.farm_id in (${visibleFarms(sql, caller)})`, end))
}

export const penHandlers: HandlersOf<'pens'> = {
  async list(input, caller, { sql }) {
    const condition = sql`p.farm_id in (${visibleFarms(sql, caller)}) and ${contains(sql, 'p.name', input.name)}
      and ${equals(sql, 'p.farm_id', input.farmId)}`
    const [rows, [count]] = await Promise.all([
      selectPens(sql, condition, page(sql, input, columns)),
      sql<{ total: number }[]>`select count(*) as total from pens p where ${condition}`,
    ])
    return listOf([...rows], count?.total ?? 0, input)
  },

  async detail({ id }, caller, { sql }) {
    return findPen(sql, caller, id)
  },

  async addOrEdit(input, caller, context) {
    return change(context, 'pens', async (sql, now) => {
      const before = input.id === undefined ? null : await findPen(sql, caller, input.id, sql`for update of p`)
      await requireFarm(sql, caller, input.farmId)
      const polygon = sql.json(input.polygon)
      const keptCapacity = input.capacity === undefined ? sql`capacity` : sql`${input.capacity}`
      const keptPurpose = input.purpose === undefined ? sql`purpose` : sql`${input.purpose}`
      const rows =
        input.id === undefined
          ? await sql<{ id: number }[]>`
              insert into pens (farm_id, name, polygon, capacity, purpose, created_at, updated_at)
              values (${input.farmId}, ${input.name}, ${polygon}, ${input.capacity ?? null}, ${input.purpose ?? null},
                ${now}, ${now})
              returning id`
          : await sql<{ id: number }[]>`
              update pens set farm_id = ${input.farmId}, name = ${input.name}, polygon = ${polygon},
                capacity = ${keptCapacity}, purpose = ${keptPurpose}, updated_at = ${now}
              where id = ${input.id} returning id`
      const after = await findPen(sql, caller, first(rows).id)
      await audit(sql, caller, now, { ...saved(before, after), noun: 'farmSlot', nounId: after.id })
      return after
    })
  },

  async remove({ id }, caller, context) {
    return change(context, 'pens', async (sql, now) => {
      const before = await findPen(sql, caller, id, sql`for update of p`)
      await sql`delete from pens where id = ${id}`
      await audit(sql, caller, now, { action: 'REMOVE', noun: 'farmSlot', nounId: id, before, after: null })
      return {}
    })
  },
}
