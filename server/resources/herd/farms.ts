import type { Farm } from '#contract/farms.ts'
import type { Plan, Polygon } from '#contract/geo.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import type { Caller } from '../../auth/sessions.ts'
import { headcountNow } from './headcounts.ts'
import { organisationExists } from '../people/organisations.ts'
import { contains, equals, listOf, page } from '../page.ts'
import { audit, saved } from '../audit.ts'
import { change, first } from '../records.ts'
import { visibleFarms } from '../visibility.ts'

interface FarmRow {
  id: number
  name: string
  borrowerOrgId: number | null
  address: string | null
  timeZone: string
  boundary: Polygon
  plan: Plan
  windowMinutes: number
}

const columns = { id: 'f.id', name: 'f.name' }

/** Farms that fit a condition on `f`, as answers carry them but for the headcount. */
export function selectFarms(sql: Queries, condition: Fragment, end: Fragment) {
  return sql<FarmRow[]>`
    select f.id, f.name, f.borrower_org_id as "borrowerOrgId", f.address, f.time_zone as "timeZone", f.boundary, f.plan,
      f.window_minutes as "windowMinutes"
    from farms f where ${condition} ${end}`
}

async function toFarm(context: Context, row: FarmRow): Promise<Farm> {
  return { ...row, headcount: await headcountNow(context, row.id, row.windowMinutes) }
}

async function findRow(sql: Queries, caller: Caller, id: number, end = sql``): Promise<FarmRow> {
  return first(await selectFarms(sql, sql`f.id = ${id} and f.id in (${visibleFarms(sql, caller)})`, end))
}

export const farmHandlers: HandlersOf<'farms'> = {
  async list(input, caller, context) {
    const { sql } = context
    const condition = sql`f.id in (${visibleFarms(sql, caller)}) and ${contains(sql, 'f.name', input.name)}
      and ${equals(sql, 'f.borrower_org_id', input.borrowerOrgId)}`
    const [rows, [count]] = await Promise.all([
      selectFarms(sql, condition, page(sql, input, columns)),
      sql<{ total: number }[]>`select count(*) as total from farms f where ${condition}`,
    ])
    return listOf(await Promise.all(rows.map((row) => toFarm(context, row))), count?.total ?? 0, input)
  },

  async detail({ id }, caller, context) {
    return toFarm(context, await findRow(context.sql, caller, id))
  },

  async addOrEdit(input, caller, context) {
    const farm = await change(context, 'farms', async (sql, now) => {
      const before = input.id === undefined ? null : await findRow(sql, caller, input.id, sql`for update of f`)
      if (typeof input.borrowerOrgId === 'number' && !(await organisationExists(sql, input.borrowerOrgId, 'BORROWER'))) {
        throw new CallError('BAD_SHAPE', { fields: { borrowerOrgId: 'unknown' } })
      }
      const boundary = sql.json(input.boundary)
      const plan = sql`${JSON.stringify(input.plan)}::text::jsonb`
      const keptBorrower = input.borrowerOrgId === undefined ? sql`borrower_org_id` : sql`${input.borrowerOrgId}`
      const keptAddress = input.address === undefined ? sql`address` : sql`${input.address}`
      const rows =
        input.id === undefined
          ? await sql<{ id: number }[]>`
              insert into farms (name, borrower_org_id, supervisor_org_id, address, time_zone, boundary, plan,
                window_minutes, created_at, updated_at)
              values (${input.name}, ${input.borrowerOrgId ?? null}, ${caller.organisationId}, ${input.address ?? null},
                ${input.timeZone}, ${boundary}, ${plan}, ${input.windowMinutes}, ${now}, ${now})
              returning id`
          : await sql<{ id: number }[]>`
              update farms set name = ${input.name}, borrower_org_id = ${keptBorrower}, address = ${keptAddress},
                time_zone = ${input.timeZone}, boundary = ${boundary}, plan = ${plan},
                window_minutes = ${input.windowMinutes}, updated_at = ${now}
              where id = ${input.id} and id in (${visibleFarms(sql, caller)})
              returning id`
      const after = await findRow(sql, caller, first(rows).id)
      await audit(sql, caller, now, { ...saved(before, after), noun: 'farm', nounId: after.id })
      return after
    })
    return toFarm(context, farm)
  },

  async remove({ id }, caller, context) {
    return change(context, 'farms', async (sql, now) => {
      const before = await findRow(sql, caller, id, sql`for update of f`)
      await sql`delete from alert_rules where scope = 'FARM' and scope_id = ${id}`
      // Pens, gateways, animals, alerts and projects refer to their farm: the database refuses, and that is IN_USE.
      await sql`delete from farms where id = ${id}`
      await audit(sql, caller, now, { action: 'REMOVE', noun: 'farm', nounId: id, before, after: null })
      return {}
    })
  },
}
