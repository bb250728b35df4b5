import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { projectZone } from '../../db/projects/projectZone.ts'
import type { EventPayloads } from '../../events.ts'
import { first } from '../../records/transaction.ts'
import { visibleProjects } from '../visibility.ts'

export interface ProjectDay {
  id: number
  status: string
  timeZone: string
  /** The present day in the project's time zone. */
  day: string
  /** Start of that day, epoch ms. */
  dayFrom: number
  farmIds: number[]
  windowMinutes: number
}

/**
 * Reads a project that the caller may see, with the day on its farms at `now` (herd time, epoch ms).
 * @param hold locks the project until the transaction ends
 * @throws CallError NOT_FOUND
 */
export async function readVisibleProject(
  sql: Queries,
  caller: Caller,
  id: number,
  now: number,
  { hold = false } = {},
): Promise<ProjectDay> {
  return readProjectDay(sql, sql`p.id = ${id} and p.id in (${visibleProjects(sql, caller)})`, now, hold)
}

/** Reads a project without an access check. @throws CallError NOT_FOUND */
export const readProjectUnchecked = (sql: Queries, id: number, now: number): Promise<ProjectDay> =>
  readProjectDay(sql, sql`p.id = ${id}`, now, false)

async function readProjectDay(sql: Queries, condition: Fragment, now: number, hold: boolean): Promise<ProjectDay> {
  const rows = await sql<ProjectDay[]>`
    select z.id, z.status, z.zone as "timeZone", z.day, timezone(z.zone, z.day::timestamp) as "dayFrom",
      array(select farm_id from project_farms where project_id = z.id order by 1) as "farmIds", z.window_minutes as "windowMinutes"
    from (
      select p.id, p.status, p.window_minutes, ${projectZone(sql, sql`p.id`)} as zone, timezone(${projectZone(sql, sql`p.id`)}, ${now}::timestamptz)::date as day
      from projects p where ${condition} ${hold ? sql`for no key update of p` : sql``}
    ) z`
  return first(rows)
}

type Change = EventPayloads['recordsChanged']

/** Builds the event that notifies projects' parties of changed records; must be emitted after the commit. */
export async function projectChangeEvent(
  sql: Queries,
  projectIds: readonly number[],
  noun: Change['noun'] = 'ledgerEntries',
): Promise<Change> {
  const ids = sql`any(${[...projectIds]}::bigint[])`
  const [reach] = await sql<{ parties: number[]; farms: number[] }[]>`
    select array(select distinct party from projects, unnest(array[bank_org_id, borrower_org_id, supervisor_org_id]) as party where id = ${ids} and party is not null) as parties,
      array(select distinct farm_id from project_farms where project_id = ${ids}) as farms`
  return { noun, ids: projectIds, organisationIds: reach?.parties ?? [], farmIds: reach?.farms ?? [] }
}
