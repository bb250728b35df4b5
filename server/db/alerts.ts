import { flapMs } from '#contract/alerts/alertActs.ts'
import { loanKinds, type RuleKind, type Severity } from '#contract/alerts/alertKinds.ts'
import type { Alert, ClearedBecause } from '#contract/alerts/alerts.ts'
import type { AlertsAnswer } from '#contract/live/live.ts'
import { toInstant } from '../clock.ts'
import type { Fragment, Queries } from './connect.ts'

/** An alert to raise. Instants are herd time, epoch ms. */
export interface NewAlert extends Pick<
  Alert,
  'kind' | 'severity' | 'subjectType' | 'subjectId' | 'subjectName' | 'farmId' | 'animalId' | 'detail'
> {
  penId: number | null
  raisedAt: number
  sinceAt: number
  /** True when the reported event is too old to notify anybody. */
  isLate?: boolean
}

/** An alert to clear. `because` goes into its detail; null when a reading cleared it. */
export interface Clearing {
  id: number
  /** Herd time, epoch ms. */
  at: number
  because: ClearedBecause | null
}

/** Parts of an open alert's detail to replace. */
export interface Revision extends Pick<Alert, 'id' | 'detail'> {}

/** An uncleared alert as the engine needs it. Instants are herd time, epoch ms. */
export interface OpenAlertRow extends Pick<
  Alert,
  'id' | 'kind' | 'subjectType' | 'subjectId' | 'farmId' | 'animalId' | 'detail'
> {
  sinceAt: number
  isLate?: boolean
}

/** Limits which alerts a user sees. */
export interface AlertViewer {
  farmIds: Iterable<number>
  projectIds: Iterable<number>
  /** Whether the user sees alerts about walls. */
  seesWalls: boolean
}

/** An alert as stored. Instants are epoch ms. */
interface AlertRow extends Omit<
  Alert,
  | 'farmSlotId'
  | 'assignedTo'
  | 'raisedAt'
  | 'sinceAt'
  | 'clearedAt'
  | 'acknowledgedAt'
  | 'shelvedAt'
  | 'shelvedUntil'
  | 'closedAt'
> {
  kind: RuleKind
  severity: Severity
  penId: number | null
  raisedAt: number
  sinceAt: number
  assigneeId: number | null
  assignee: string | null
  clearedAt: number | null
  acknowledgedAt: number | null
  shelvedAt: number | null
  shelvedUntil: number | null
  closedAt: number | null
}

/*
 * Statements lock several alerts in id order before they change them, so the engine, users and notifications never deadlock.
 * They use `for no key update`: a plain `for update` would block every row that refers to the alert.
 */

/** Maximum alerts raised or cleared by one statement. */
export const maxAlertsPerStatement = 256
/** Maximum changes returned one by one; more are answered with all active alerts. */
const maxChanges = 2000

/** Selected columns of an alert, from `a` and the joins of `withPeople`. */
function columns(sql: Queries): Fragment {
  return sql`a.id, a.change_id as "changeId", a.kind, a.severity, a.subject_type as "subjectType",
    a.subject_id as "subjectId", a.subject_name as "subjectName", a.farm_id as "farmId", a.pen_id as "penId",
    a.animal_id as "animalId", a.raised_at as "raisedAt", a.since_at as "sinceAt", a.cleared_at as "clearedAt",
    a.acknowledged_at as "acknowledgedAt", u.display_name as "acknowledgedBy", a.comment, a.version,
    a.assigned_to as "assigneeId", who.display_name as assignee, a.shelved_at as "shelvedAt", a.shelved_until as "shelvedUntil",
    a.shelved_because as "shelvedBecause", a.closed_at as "closedAt", closer.display_name as "closedBy", a.close_code as "closeCode",
    a.flaps, a.is_late as "isLate", a.detail`
}

/** Joins the users who acknowledged, were assigned and closed alerts `a`. */
function withPeople(sql: Queries): Fragment {
  return sql`left join users u on u.id = a.acknowledged_by left join users who on who.id = a.assigned_to left join users closer on closer.id = a.closed_by`
}

/** Reads the alerts that match a condition on `a`, in the shape of answers and live frames. */
export async function selectAlerts(sql: Queries, condition: Fragment, end: Fragment): Promise<Alert[]> {
  const rows = await sql<AlertRow[]>`
    select ${columns(sql)} from alerts a ${withPeople(sql)} where ${condition} ${end}`
  return rows.map(toAlert)
}

function toAlert({
  penId,
  raisedAt,
  sinceAt,
  clearedAt,
  acknowledgedAt,
  assigneeId,
  assignee,
  shelvedAt,
  shelvedUntil,
  closedAt,
  ...row
}: AlertRow): Alert {
  const instant = (at: number | null) => (at === null ? null : toInstant(at))
  return {
    ...row,
    farmSlotId: penId,
    raisedAt: toInstant(raisedAt),
    sinceAt: toInstant(sinceAt),
    clearedAt: instant(clearedAt),
    acknowledgedAt: instant(acknowledgedAt),
    assignedTo: assigneeId === null ? null : { id: assigneeId, name: assignee ?? '' },
    shelvedAt: instant(shelvedAt),
    shelvedUntil: instant(shelvedUntil),
    closedAt: instant(closedAt),
  }
}

/**
 * Raises alerts in one statement, with their first event.
 * Reopens an alert of the same kind, subject and animal that cleared less than `flapMs` ago and that nobody closed, and counts a flap.
 * Triggers store each occurrence (`alert_occurrences`), so that a flap does not change the past.
 * @returns the open alert for each: raised, reopened or already open; without alerts of farms that do not exist
 */
export async function raiseAlerts(sql: Queries, alerts: readonly NewAlert[]): Promise<Alert[]> {
  const alertRows = alerts.map(({ raisedAt, sinceAt, ...alert }) => ({
    ...alert,
    raisedAt: toInstant(raisedAt),
    sinceAt: toInstant(sinceAt),
  }))
  const rows = await sql<AlertRow[]>`
    with wanted as (
      select * from jsonb_to_recordset(${sql.json(alertRows)}) as w(kind text, severity text, "subjectType" text,
        "subjectId" bigint, "subjectName" text, "farmId" bigint, "penId" bigint, "animalId" bigint, "raisedAt" timestamptz,
        "sinceAt" timestamptz, "isLate" boolean, detail jsonb)
    ), held as materialized (
      select a.id, w.detail, w."raisedAt", w."sinceAt" from alerts a join wanted w on a.kind = w.kind and a.subject_type = w."subjectType" and a.subject_id = w."subjectId" and a.farm_id = w."farmId"
        and a.animal_id is not distinct from w."animalId"
        -- Another state of a loan is no flap: its severity and its recipients differ.
        and a.detail ->> 'state' is not distinct from w.detail ->> 'state'
        and a.cleared_at is not null and a.settled_at is null and a.closed_at is null
        and a.cleared_at between w."raisedAt" - ${flapMs} * interval '1 ms' and w."raisedAt"
        and not exists (select from alerts l where l.kind = a.kind and l.subject_type = a.subject_type and l.subject_id = a.subject_id
          and (l.subject_type <> 'PROJECT' or l.farm_id = a.farm_id) and (l.cleared_at is null or (l.settled_at is null and l.id > a.id)))
      order by a.id for no key update of a
    ), reopened as (
      update alerts a set cleared_at = null, flaps = a.flaps + 1, change_id = nextval('alert_changes'), detail = h.detail,
        reopened_at = h."raisedAt", reopened_since = h."sinceAt"
      from held as h where a.id = h.id returning a.*
    ), raised as (
      insert into alerts (kind, severity, subject_type, subject_id, subject_name, farm_id, pen_id, animal_id, raised_at,
        since_at, is_late, detail)
      select w.kind, w.severity, w."subjectType", w."subjectId", w."subjectName", w."farmId", w."penId", w."animalId",
        w."raisedAt", w."sinceAt", coalesce(w."isLate", false), w.detail
      from wanted w join farms f on f.id = w."farmId"
      where not exists (select from reopened as r where r.kind = w.kind and r.subject_type = w."subjectType" and r.subject_id = w."subjectId" and r.farm_id = w."farmId")
      on conflict do nothing returning *
    ), noted as (
      insert into alert_events (alert_id, kind, at, detail)
      select r.id, 'RAISED', r.raised_at, r.detail from raised as r
      union all
      select r.id, 'FLAPPED', w."raisedAt", r.detail from reopened as r
      join wanted w on w.kind = r.kind and w."subjectType" = r.subject_type and w."subjectId" = r.subject_id and w."farmId" = r.farm_id
    ), a as (
      select * from raised
      union all
      select * from reopened
      union all
      select o.* from alerts o join wanted w on w.kind = o.kind and w."subjectType" = o.subject_type and w."subjectId" = o.subject_id
      where o.cleared_at is null and (o.subject_type <> 'PROJECT' or o.farm_id = w."farmId")
    )
    select ${columns(sql)} from a ${withPeople(sql)} order by a.id`
  return rows.map(toAlert)
}

/**
 * Clears alerts in one statement, with an event for each. An alert that is already cleared stays unchanged.
 * @returns the current state of each alert
 */
export async function clearAlerts(sql: Queries, clearings: readonly Clearing[]): Promise<Alert[]> {
  const clearingRows = clearings.map(({ id, at, because }) => ({
    id,
    at: toInstant(at),
    detail: because === null ? {} : { clearedBecause: because },
  }))
  const rows = await sql<AlertRow[]>`
    with wanted as (
      select * from jsonb_to_recordset(${sql.json(clearingRows)}) as w(id bigint, at timestamptz, detail jsonb)
    ), held as materialized (
      select a.id, w.at, w.detail from alerts a join wanted w on w.id = a.id where a.cleared_at is null order by a.id for no key update of a
    ), cleared as (
      update alerts a set cleared_at = greatest(h.at, a.raised_at), change_id = nextval('alert_changes'), detail = a.detail || h.detail,
        -- What a person took away is not opened again.
        settled_at = case when h.detail ? 'clearedBecause' then greatest(h.at, a.raised_at) end
      from held as h where a.id = h.id returning a.*
    ), noted as (
      insert into alert_events (alert_id, kind, at, detail)
      select c.id, 'CLEARED', c.cleared_at, case when c.detail ? 'clearedBecause' then jsonb_build_object('because', c.detail -> 'clearedBecause') else '{}' end
      from cleared as c
    ), a as (
      select * from cleared
      union all
      select o.* from alerts o join wanted w on w.id = o.id where o.cleared_at is not null
    )
    select ${columns(sql)} from a ${withPeople(sql)} order by a.id`
  return rows.map(toAlert)
}

/** Replaces parts of the details of open alerts in one statement. @returns the revised alerts */
export async function reviseAlerts(sql: Queries, revisions: readonly Revision[]): Promise<Alert[]> {
  const rows = await sql<AlertRow[]>`
    with wanted as (
      select * from jsonb_to_recordset(${sql.json(revisions.map(({ id, detail }) => ({ id, detail })))}) as w(id bigint, detail jsonb)
    ), held as materialized (
      select a.id, w.detail from alerts a join wanted w on w.id = a.id where a.cleared_at is null order by a.id for no key update of a
    ), a as (
      update alerts a set detail = a.detail || h.detail, change_id = nextval('alert_changes') from held as h where a.id = h.id returning a.*
    )
    select ${columns(sql)} from a ${withPeople(sql)} order by a.id`
  return rows.map(toAlert)
}

/** Reads every uncleared alert, including closed ones: a closed alert is not raised again before it has cleared. */
export async function unclearedAlerts(sql: Queries): Promise<OpenAlertRow[]> {
  return sql<OpenAlertRow[]>`
    select id, kind, subject_type as "subjectType", subject_id as "subjectId", farm_id as "farmId", animal_id as "animalId",
      coalesce(reopened_since, since_at) as "sinceAt", is_late as "isLate", detail
    from alerts where cleared_at is null order by id`
}

/**
 * Reads the occurrences of alerts of the given kinds that are uncleared or were cleared after an instant (herd time, epoch ms).
 * An alert that flapped occurs several times.
 */
export async function openOrRecentlyCleared(
  sql: Queries,
  kinds: readonly RuleKind[],
  at: number,
): Promise<(OpenAlertRow & { clearedAt: number | null })[]> {
  return sql<(OpenAlertRow & { clearedAt: number | null })[]>`
    select a.id, a.kind, a.subject_type as "subjectType", a.subject_id as "subjectId", a.farm_id as "farmId", a.animal_id as "animalId", a.detail,
      o.since_at as "sinceAt", o.cleared_at as "clearedAt"
    from alerts a join alert_occurrences o on o.alert_id = a.id
    where a.kind = any(${[...kinds]}::text[]) and (o.cleared_at is null or o.cleared_at > ${at}) order by o.id`
}

/**
 * Returns a condition: alert `a` concerns no loan, or only loans of the given projects. It keeps banks from seeing another bank's loans.
 * Old loan alerts have a farm as subject; they match only when every non-draft project of that farm is given.
 * @param projects subquery of project ids
 */
export function concernsOnlyLoansOf(sql: Queries, projects: Fragment): Fragment {
  return sql`(case
    when a.subject_type = 'PROJECT' then a.subject_id in (${projects})
    when a.subject_type = 'FARM' and a.kind = any(${[...loanKinds]}::text[]) then not exists (
      select from project_farms pf join projects p on p.id = pf.project_id where pf.farm_id = a.farm_id and p.status <> 'DRAFT' and p.id not in (${projects}))
    else true end)`
}

/**
 * Reads the alerts of farms that changed since an earlier answer, in change order. The answer names the oldest transaction that was still
 * running: its changes and those of later ones are read next time.
 * Returns all active alerts that nobody closed when there is no earlier answer, when it is from another database, or when too many alerts changed.
 * Wall alerts need `seesWalls`; loan alerts need access to their project. May repeat alerts: clients compare `changeId`.
 * @param asOf of the earlier answer; '' without one
 */
export async function alertsSince(
  sql: Queries,
  { farmIds, projectIds, seesWalls }: AlertViewer,
  asOf: string,
): Promise<AlertsAnswer> {
  const ofFarms = sql`a.farm_id = any(${[...farmIds]}::bigint[]) and (a.subject_type <> 'WALL' or ${seesWalls}) and ${concernsOnlyLoansOf(sql, sql`select unnest(${[...projectIds]}::bigint[])`)}`
  // Read before the alerts, so that nothing lies between the two.
  const [snapshot] = await sql<{ oldest: string; next: string }[]>`
    select pg_snapshot_xmin(now)::text as oldest, pg_snapshot_xmax(now)::text as next from pg_current_snapshot() as now`
  const { oldest = '', next = '' } = snapshot ?? {}
  if (isTransaction(asOf) && BigInt(asOf) <= BigInt(next)) {
    // In a restored database, rows may be of transactions that it has yet to reach.
    const isAfter = sql`${ofFarms} and a.changed_in >= ${asOf}::xid8 and a.changed_in < pg_snapshot_xmax(pg_current_snapshot())`
    const alerts = await selectAlerts(sql, isAfter, sql`order by a.change_id limit ${maxChanges + 1}`)
    if (alerts.length <= maxChanges) return { alerts, isAll: false, asOf: oldest }
  }
  return {
    alerts: await selectAlerts(
      sql,
      sql`${ofFarms} and a.cleared_at is null and a.closed_at is null`,
      sql`order by a.change_id`,
    ),
    isAll: true,
    asOf: oldest,
  }
}

/** Returns whether a text is a transaction id (xid8). */
const isTransaction = (text: string) => /^\d{1,19}$/.test(text)

/** Counts all alerts ever raised on a farm, by kind. */
export async function countAlerts(sql: Queries, farmId: number): Promise<Record<string, number>> {
  const rows = await sql<{ kind: string; count: number }[]>`
    select kind, count(*) as count from alerts where farm_id = ${farmId} group by kind order by kind`
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}
