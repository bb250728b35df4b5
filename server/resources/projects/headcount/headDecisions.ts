import type { HeadDetail, ProjectHead } from '#contract/projects/projectHeads.ts'
import { explainingKinds } from '../../../alerts/kinds.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { breaksWithin } from '../../../db/listeningBreaks.ts'
import { toleranceMs } from '../../../herd/outages.ts'
import { instantOrNull } from '../../values.ts'
import { visibleFarms } from '../../visibility.ts'
import { type AsOf, eventCutoff } from '../past/asOf.ts'
import type { ProjectDay } from '../projectAccess.ts'
import type { Head } from './projectHeadRows.ts'

const decisionsShown = 50

type Decision = HeadDetail['decisions'][number]
type Row = Omit<Decision, 'at' | 'startsAt' | 'endsAt'> & { at: number; startsAt: number | null; endsAt: number | null }
type SilentHead = Pick<ProjectHead, 'cause' | 'farmId' | 'state'> & Pick<Head, 'animalId' | 'heardAt' | 'gatewayId'>

/**
 * Reads the events of a head and the decisions about it, newest first: its alerts, movement permits, explanations and ledger entries.
 * For a silent head also the outages and the listening break that explain it.
 */
export async function readDecisions(
  sql: Queries,
  caller: Caller,
  { id: projectId, windowMinutes }: Pick<ProjectDay, 'id' | 'windowMinutes'>,
  head: SilentHead,
  asOf: AsOf,
): Promise<Decision[]> {
  const { animalId } = head
  const { happened, recorded } = asOf
  const nameOf = (userId: Fragment) => sql`(select display_name from users where users.id = ${userId})`
  const alerts = sql`alerts a where a.farm_id in (${visibleFarms(sql, caller)}) and (a.animal_id = ${animalId} or ${explains(sql, head, asOf)})`
  // Names the silent gateway next to its alert.
  const gateway = sql`case when a.subject_type = 'GATEWAY' then a.subject_name end`
  // Permits start after their approval. The start bounds the decision time, which is machine time and later in a replay.
  const approvedAt = sql`least(t.decided_at, p.starts_at)`
  const rows = await sql<Row[]>`
    select at, kind, code as "alertKind", entry as "entryKind", by, comment, starts as "startsAt", ends as "endsAt" from (
      select a.raised_at as at, a.raised_at as since, 'ALERT' as kind, a.kind as code, null::text as entry, null::text as by, ${gateway} as comment, null::timestamptz as starts, null::timestamptz as ends from ${alerts}
      union all select a.acknowledged_at, a.acknowledged_at, 'ACKNOWLEDGED', a.kind, null, ${nameOf(sql`a.acknowledged_by`)}, a.comment, null, null from ${alerts} and a.acknowledged_at is not null
      union all select a.cleared_at, a.cleared_at, 'CLEARED', a.kind, null, null, ${gateway}, null, null from ${alerts} and a.cleared_at is not null
      union all select e.explained_at, e.explained_at, 'EXPLAINED', null, null, ${nameOf(sql`e.explained_by`)}, e.explanation, null, null
        from head_explanations e join pledges p on p.id = e.pledge_id where p.animal_id = ${animalId} and p.project_id = ${projectId}
      union all select e.recorded_at, e.happened_at, 'LEDGER', null, e.kind, ${nameOf(sql`e.recorded_by`)}, e.reason, null, null
        from ledger_heads h join ledger_entries e on e.id = h.entry_id join pledges p on p.id = h.pledge_id
        where p.animal_id = ${animalId} and p.project_id = ${projectId}
      union all select ${approvedAt}, ${approvedAt}, 'PERMIT', null, null,
          ${nameOf(sql`(select s.decided_by from ticket_steps s where s.ticket_id = t.id and s.decision = 'APPROVED' order by s.place desc, s.id desc limit 1)`)},
          concat_ws(E'\\n', p.purpose, p.certificate_no), p.starts_at, p.ends_at
        from movement_permit_animals pa join movement_permits p on p.id = pa.permit_id join tickets t on t.id = p.ticket_id
        where pa.animal_id = ${animalId} and p.farm_id in (${visibleFarms(sql, caller)})
    ) decisions where since <= ${happened}::timestamptz and at <= ${recorded}::timestamptz order by at desc limit ${decisionsShown}`
  const decisions = rows.map((row): Decision => ({
    ...row,
    at: toInstant(row.at),
    startsAt: instantOrNull(row.startsAt),
    endsAt: instantOrNull(row.endsAt),
  }))
  return head.cause === 'LISTENING_BREAK'
    ? [...(await readBreaks(sql, head.farmId, happened, windowMinutes)), ...decisions]
    : decisions
}

/** Whether an alert `a` is an outage that explains a head's silence at a moment. */
function explains(sql: Queries, { state, cause, farmId, heardAt, gatewayId }: SilentHead, asOf: AsOf): Fragment {
  if (state === 'HEARD' || cause === 'PERMIT' || Number.isNaN(heardAt)) return sql`false`
  return sql`(
    a.farm_id = ${farmId} and a.kind = any(${[...explainingKinds]}::text[]) and (a.subject_type = 'FARM' or a.subject_id = ${gatewayId})
    and exists (select from alert_occurrences o where o.alert_id = a.id and o.since_at <= ${heardAt + toleranceMs}::timestamptz
      and o.raised_at <= ${eventCutoff(asOf)}::timestamptz and (o.cleared_at is null or o.cleared_at > ${eventCutoff(asOf)}::timestamptz)))`
}

/** Returns the newest listening break that explains silence, as a list of at most one. */
async function readBreaks(sql: Queries, farmId: number, happened: number, windowMinutes: number): Promise<Decision[]> {
  const breaks = await breaksWithin(sql, farmId, happened, windowMinutes * 60_000)
  return breaks.slice(-1).map(({ fromAt, toAt }) => ({
    at: toInstant(fromAt),
    kind: 'LISTENING_BREAK',
    alertKind: null,
    entryKind: null,
    by: null,
    comment: null,
    startsAt: toInstant(fromAt),
    endsAt: toInstant(toAt),
  }))
}
