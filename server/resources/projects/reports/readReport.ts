import { monitorRoles, organisationKindOf } from '#contract/people/roles.ts'
import { parseReportId } from '#contract/projects/days/dailyReports.ts'
import type { EntryKind } from '#contract/projects/ledgerEntries.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { DailyFacts, DayChanges, Decider, Part } from '../../../exports/daily-report/facts.ts'
import { countedBalance } from '../../../db/projects/loanState.ts'
import { decidedInHerd } from '../../../db/projects/ticketTimes.ts'
import { daysBefore, endOfDay } from '../../../farmDays.ts'
import { first } from '../../../records/transaction.ts'
import { listAlerts } from '../../alerts/alerts.ts'
import { type SealKey, sealedLinks } from '../../alerts/evidence/sealedLinks.ts'
import { ticketConcernsProject, wasVisibleToBank } from '../../office/tickets/farmTickets.ts'
import { selectTickets, visible } from '../../office/tickets/ticketRows.ts'
import { readingsSince } from '../../herd/hours/retention.ts'
import { instantOrNull } from '../../values.ts'
import { listEntries } from '../ledgerEntries.ts'
import { readBalances } from '../loanBalances.ts'
import { selectLogs } from '../logs/logRows.ts'
import type { AsOf } from '../past/asOf.ts'
import { coverageAsOf } from '../headcount/projectFigures.ts'
import { outsideAt } from '../headcount/dayCloses.ts'
import { headcountAsOf } from '../headcount/projectHeadcounts.ts'
import { describePastHeads } from '../past/pastHeadRows.ts'
import { pastHeads } from '../past/pastHeads.ts'
import { readVisibleProject, type ProjectDay } from '../projectAccess.ts'
import { closeApprovedAt, capAtClosing } from '../projectTimes.ts'
import { readReports } from './reportDays.ts'

/** Maximum rows of each kind listed in a report; it also states the total. */
const maxListed = 200

const dayMs = 86_400_000
/** Days searched back for the last reading of silent heads. */
const lookedBackDays = 30

interface Times {
  /** Start of the day on the project's farms, epoch ms. */
  from: number
  /** End of the reported period, epoch ms. */
  until: number
}

/** Reads the content of a day's report, as far as the caller may see it. Must run in one transaction. @throws CallError NOT_FOUND */
export async function readReport(
  context: Pick<Context, 'sql' | 'clock'>,
  caller: Caller,
  id: number,
): Promise<DailyFacts> {
  const { sql, clock } = context
  const now = clock.now()
  const { projectId, day } = parseReportId(id)
  const { list } = await readReports(sql, caller, { current: 1, pageSize: 1, ids: [id], projectId }, now)
  const report = first(list)
  const from = endOfDay(daysBefore(day, 1), report.timeZone)
  const until = Math.min(endOfDay(day, report.timeZone) - 1, now)
  const countedAt = Date.parse(report.countedAt)
  // Excludes data about the farms from after the project's closing.
  const watchedUntil = (await capAtClosing(sql, projectId, until + 1)) - 1
  const counted = { happened: countedAt, recorded: countedAt }
  const project = await readVisibleProject(sql, caller, projectId, countedAt)
  const times = { from, until }
  const pastInput = { id: projectId, current: 1, pageSize: maxListed, happened: until, recorded: until }
  const closedAt = report.closedAt === null ? null : Date.parse(report.closedAt)
  const [parties, farms, headcount, coverage, silent, entries, tickets, logs, alerts, dayRows] = await Promise.all([
    readParties(sql, projectId),
    sql<
      { name: string }[]
    >`select f.name from project_farms pf join farms f on f.id = pf.farm_id where pf.project_id = ${projectId} order by f.name`,
    headcountAsOf(sql, project, counted),
    coverageAsOf(sql, projectId, counted),
    readSilent(sql, project, counted),
    listEntries(context, caller, {
      ...pastInput,
      recordedFrom: from,
      recordedTo: until,
      sort: { field: 'id', order: 'asc' },
    }),
    // Callers without access to alerts or tickets in the console get none in a report.
    organisationKindOf[caller.role] === 'PLATFORM' ? null : readTickets(sql, caller, projectId, times),
    readLogs(sql, projectId, times),
    monitorRoles.some((role) => role === caller.role)
      ? listAlerts(context, caller, {
          ...pastInput,
          happened: watchedUntil,
          recorded: watchedUntil,
          projectId,
          from,
          to: watchedUntil,
          state: 'ALL',
          sort: { field: 'severity', order: 'desc' },
        })
      : null,
    readDayRows(sql, projectId, times, closedAt),
  ])
  const [deciders, departures] = await Promise.all([
    readDeciders(sql, caller, tickets?.list.map(({ ticketId }) => ticketId) ?? []),
    readDepartures(sql, projectId, alerts?.list.flatMap(({ animalId }) => animalId ?? []) ?? [], watchedUntil),
  ])
  const sealed = await sealedLinks(sql, [
    ...(await sql<SealKey[]>`
      select 'day_closes' as source, id::text as key from day_closes where project_id = ${projectId} and day = ${day}::date
      union all (select 'head_explanations', id::text from head_explanations where project_id = ${projectId} and day = ${day}::date order by id limit ${maxListed})
      union all (select 'loan_balances', id::text from (${countedBalance(sql, sql`${projectId}::bigint`, counted)}) balance)`),
    ...keysOf(
      'ledger_entries',
      entries.list.map((entry) => entry.id),
    ),
    ...keysOf(
      'loan_balances',
      dayRows.balances.list.map((balance) => balance.id),
    ),
    ...keysOf(
      'tickets',
      tickets?.list.map(({ ticketId }) => ticketId),
    ),
    ...keysOf(
      'daily_logs',
      logs.list.map((log) => log.id),
    ),
    ...keysOf(
      'alerts',
      alerts?.list.map((alert) => alert.id),
    ),
  ])
  return {
    madeAt: machineNow(),
    madeBy: caller.displayName,
    report,
    until: watchedUntil,
    parties,
    farms: farms.map(({ name }) => name),
    headcount,
    outside:
      closedAt === null
        ? headcount.outside
        : first(
            await sql<{ heads: number }[]>`
            select (${outsideAt(sql, sql`${projectId}::bigint`, sql`${closedAt}::timestamptz`)}) as heads`,
          ).heads,
    coverage,
    ...silent,
    entries,
    ...dayRows,
    tickets,
    deciders,
    logs,
    alerts,
    departures,
    sealed,
  }
}

const keysOf = (source: string, ids: readonly number[] = []): SealKey[] =>
  ids.map((one) => ({ source, key: String(one) }))

/** Reads the changes of the ledger and the balances recorded on a day. @param closedAt when it was closed, epoch ms; null: not closed */
async function readDayRows(
  sql: Queries,
  projectId: number,
  { from, until }: Times,
  closedAt: number | null,
): Promise<Pick<DailyFacts, 'changes' | 'changesAfterClose' | 'balances'>> {
  const changesSince = async (since: Fragment) =>
    first(
      await sql<DayChanges[]>`
      select coalesce(sum(heads) filter (where heads > 0), 0)::int as gained, coalesce(-sum(heads) filter (where heads < 0), 0)::int as lost
      from ledger_entries where project_id = ${projectId} and ${since} and recorded_at <= ${until}::timestamptz`,
    )
  const ofDay = sql`b.project_id = ${projectId} and b.recorded_at >= ${from}::timestamptz and b.recorded_at <= ${until}::timestamptz`
  return {
    changes: await changesSince(sql`recorded_at >= ${from}::timestamptz`),
    changesAfterClose: closedAt === null ? null : await changesSince(sql`recorded_at > ${closedAt}::timestamptz`),
    balances: await partOf(
      sql,
      readBalances(sql, sql`${ofDay} order by b.id limit ${maxListed}`, { happened: until, recorded: until }),
      sql`loan_balances b where ${ofDay}`,
    ),
  }
}

/** Reads who decided some tickets, by ticket id. Banks of one farm do not know of each other. */
async function readDeciders(
  sql: Queries,
  { organisationKind, organisationId }: Caller,
  ticketIds: readonly number[],
): Promise<Map<number, Decider[]>> {
  const isKnown =
    organisationKind === 'BANK'
      ? sql`(s.approver_role <> 'ADMIN_BANK' or s.approver_org_id = ${organisationId})`
      : sql`true`
  const rows = await sql<(Decider & { ticketId: number })[]>`
    select s.ticket_id as "ticketId", u.display_name as name, o.name as organisation
    from ticket_steps s join users u on u.id = s.decided_by left join organisations o on o.id = s.approver_org_id
    where s.ticket_id = any(${[...ticketIds]}::bigint[]) and s.decision is not null and ${isKnown} order by s.place, s.id`
  return Map.groupBy(rows, ({ ticketId }) => ticketId)
}

/** Reads by which kind of entry animals had left the ledger at an instant (herd time, epoch ms), by animal id. */
async function readDepartures(
  sql: Queries,
  projectId: number,
  animalIds: readonly number[],
  at: number,
): Promise<Map<number, EntryKind>> {
  const rows = await sql<{ animalId: number; kind: EntryKind; heads: number }[]>`
    select distinct on (p.animal_id) p.animal_id as "animalId", e.kind, e.heads
    from pledges p join ledger_heads h on h.pledge_id = p.id join ledger_entries e on e.id = h.entry_id
    where p.project_id = ${projectId} and p.animal_id = any(${[...animalIds]}::bigint[]) and e.recorded_at <= ${at}::timestamptz
    order by p.animal_id, e.id desc`
  return new Map(rows.flatMap(({ animalId, kind, heads }) => (heads < 0 ? [[animalId, kind] as const] : [])))
}

async function readParties(sql: Queries, projectId: number): Promise<DailyFacts['parties']> {
  return first(
    await sql<DailyFacts['parties'][]>`
    select supervisor.name as supervisor, bank.name as bank, borrower.name as borrower from projects p left join organisations supervisor on supervisor.id = p.supervisor_org_id
      left join organisations bank on bank.id = p.bank_org_id left join organisations borrower on borrower.id = p.borrower_org_id where p.id = ${projectId}`,
  )
}

async function readSilent(
  sql: Queries,
  project: ProjectDay,
  asOf: AsOf,
): Promise<Pick<DailyFacts, 'silent' | 'lookedBackDays'>> {
  const heads = await pastHeads(sql, project, asOf, { states: ['UNVERIFIED', 'UNACCOUNTED'] })
  // Unaccounted heads come before unverified ones.
  const order = heads.toSorted((one, other) => one.state.localeCompare(other.state) || one.animalId - other.animalId)
  const shown = order.slice(0, maxListed)
  const from = asOf.happened - lookedBackDays * dayMs
  const [list, heardAt, since] = await Promise.all([
    describePastHeads(sql, project, asOf, shown),
    readLastHeard(
      sql,
      shown.map(({ animalId }) => animalId),
      from,
      asOf,
    ),
    readingsSince(sql),
  ])
  return {
    silent: {
      list: list.map((head) => ({ ...head, lastHeardAt: head.lastHeardAt ?? instantOrNull(heardAt.get(head.id)) })),
      total: heads.length,
    },
    lookedBackDays: since <= from ? lookedBackDays : null,
  }
}

/** Reads when animals were last heard between an instant (epoch ms) and a moment, by the neckbands they wore. Their state uses a shorter window. */
async function readLastHeard(
  sql: Queries,
  animalIds: readonly number[],
  from: number,
  { happened, recorded }: AsOf,
): Promise<Map<number, number>> {
  const rows = await sql<{ animalId: number; at: number }[]>`
    select w.animal_id as "animalId", max(r.at) as at
    from pairings w cross join lateral (
      select at from readings
      where neckband_id = w.neckband_id and at >= greatest(w.from_at, ${from}::timestamptz) and at <= least(coalesce(w.to_at, 'infinity'), ${happened}::timestamptz)
        and received_at <= ${recorded}::timestamptz order by at desc limit 1
    ) r
    where w.animal_id = any(${[...animalIds]}::bigint[]) and w.from_at <= ${happened}::timestamptz and coalesce(w.to_at, 'infinity') >= ${from}::timestamptz group by 1`
  return new Map(rows.map(({ animalId, at }) => [animalId, at]))
}

/** Returns some rows and the total. */
async function partOf<T>(sql: Queries, rows: Promise<T[]>, what: Fragment): Promise<Part<T>> {
  const [list, [count]] = await Promise.all([rows, sql<{ total: number }[]>`select count(*) as total from ${what}`])
  return { list, total: count?.total ?? 0 }
}

/** Reads the tickets decided on that day, herd time. Excludes farm tickets decided after the project closed (machine time). */
function readTickets(
  sql: Queries,
  caller: Caller,
  projectId: number,
  { from, until }: Times,
): Promise<NonNullable<DailyFacts['tickets']>> {
  const where = sql`(${visible(sql, caller)} or ${wasVisibleToBank(sql, caller, projectId)}) and ${ticketConcernsProject(sql, caller, projectId)} and ${decidedInHerd(sql)} >= ${from}::timestamptz and ${decidedInHerd(sql)} <= ${until}::timestamptz
    and (t.subject_type <> 'FARM' or t.decided_at <= coalesce(${closeApprovedAt(sql, sql`${projectId}`)}, 'infinity'))`
  return partOf(
    sql,
    selectTickets(sql, caller, where, sql`order by t.decided_at, t.id limit ${maxListed}`),
    sql`tickets t where ${where}`,
  )
}

function readLogs(sql: Queries, projectId: number, { from, until }: Times): Promise<DailyFacts['logs']> {
  const where = sql`l.project_id = ${projectId} and l.received_at >= ${from}::timestamptz and l.received_at <= ${until}::timestamptz`
  return partOf(
    sql,
    selectLogs(sql, where, sql`order by l.id limit ${maxListed}`, { happened: until, recorded: until }),
    sql`daily_logs l where ${where}`,
  )
}
