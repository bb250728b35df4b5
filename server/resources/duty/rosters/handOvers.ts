import { type HandOver, maxHandedOverAlerts } from '#contract/duty/rosters.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { machineNow, toInstant } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { audit } from '../../../records/audit.ts'
import { first } from '../../../records/transaction.ts'
import { transact } from '../../../records/write.ts'
import { organisationOf } from '../ofOrganisation.ts'
import { selectRosters } from './rosterRows.ts'

type Row = Omit<HandOver, 'at' | 'openAlerts' | 'openCount'> & {
  at: number
  open: { alerts: HandOver['openAlerts']; count: number }
}

async function selectHandOvers(sql: Queries, condition: Fragment): Promise<HandOver[]> {
  const rows = await sql<Row[]>`
    select h.id, h.at, u.display_name as by, h.note, h.open_alerts as open from roster_hand_overs h join users u on u.id = h.by_user_id
    where ${condition} order by h.id desc limit 50`
  return rows.map(({ at, open, ...row }) => ({
    ...row,
    at: toInstant(at),
    openAlerts: open.alerts,
    openCount: open.count,
  }))
}

/** Returns the hand-over notes of a roster. @throws CallError NOT_FOUND when it is not of the caller's organisation */
export async function listHandOvers(
  { id }: { id: number },
  caller: Caller,
  { sql }: Context,
): Promise<{ list: HandOver[] }> {
  first(await selectRosters(sql, organisationOf(caller), sql`r.id = ${id}`))
  return { list: await selectHandOvers(sql, sql`h.roster_id = ${id}`) }
}

/** Stores a hand-over note with the currently open alerts of the roster's farms, gravest first. */
export function handOver(
  { id, note }: { id: number; note: string },
  caller: Caller,
  context: Context,
): Promise<HandOver> {
  return transact(context, async ({ sql, afterCommit }) => {
    const organisationId = organisationOf(caller)
    const { watchedFarms } = first(await selectRosters(sql, organisationId, sql`r.id = ${id}`))
    const farmIds = watchedFarms.map((farm) => farm.id)
    const rows = await sql<(Omit<HandOver['openAlerts'][number], 'raisedAt'> & { raisedAt: number; count: number })[]>`
      select a.id, a.kind, a.severity, a.subject_name as "subjectName", f.name as "farmName", a.raised_at as "raisedAt", u.display_name as "acknowledgedBy", count(*) over () as count
      from alerts a join farms f on f.id = a.farm_id left join users u on u.id = a.acknowledged_by
      where a.cleared_at is null and f.deleted_at is null and (f.supervisor_org_id = ${organisationId}
          or (a.subject_type = 'PROJECT' and a.subject_id in (select id from projects where bank_org_id = ${organisationId}))) and (${farmIds.length} = 0 or f.id = any(${farmIds}::bigint[]))
      order by array_position(array['CRITICAL', 'MAJOR', 'MINOR', 'INFO'], a.severity), a.raised_at, a.id limit ${maxHandedOverAlerts}`
    const alerts = rows.map(({ raisedAt, count: _count, ...alert }) => ({ ...alert, raisedAt: toInstant(raisedAt) }))
    const open = { alerts, count: rows[0]?.count ?? 0 }
    const at = context.clock.now()
    const [added] = await sql<{ id: number }[]>`
      insert into roster_hand_overs (roster_id, at, by_user_id, note, open_alerts) values (${id}, ${at}, ${caller.userId}, ${note}, ${JSON.stringify(open)}::text::jsonb) returning id`
    const after = first(await selectHandOvers(sql, sql`h.id = ${added?.id ?? 0}`))
    await audit(sql, caller, machineNow(), {
      action: 'ADD',
      noun: 'handOver',
      nounId: after.id,
      before: null,
      after: { id: after.id, rosterId: id, note, openCount: open.count },
    })
    afterCommit(() => context.events.emit('recordsChanged', { noun: 'rosters', organisationIds: [organisationId] }))
    return after
  })
}
