import type { ReplayPeriod } from '#contract/herd/replay.ts'
import { farmOutageKinds } from '../../../alerts/kinds.ts'
import { CallError } from '../../../callError.ts'
import { toInstant } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { retentionDays } from '../hours/retention.ts'

const dayMs = 86_400_000
const maxRows = 500
/** Open alerts are searched back this far before the period, ms. */
const alertReachMs = 31 * dayMs

export interface Period {
  day: string
  /** Epoch ms, `to` exclusive; `until` is the end of known data. */
  from: number
  to: number
  until: number
  timeZone: string
}

/**
 * Returns a period of whole days in a time zone, by default today. Days begin at local midnight and may have 23 or 25 hours.
 * @throws CallError BAD_SHAPE for a future day
 */
export function periodOfDays(
  { day, days = 1 }: { day?: string | undefined; days?: number },
  timeZone: string,
  now: number,
): Period {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
  const first = day === undefined ? today : Temporal.PlainDate.from(day)
  if (Temporal.PlainDate.compare(first, today) > 0) throw new CallError('BAD_SHAPE', { fields: { day: 'future' } })
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone }).epochMilliseconds
  const [from, to] = [startOf(first), startOf(first.add({ days }))]
  return { day: first.toString(), from, to, until: Math.min(to, now), timeZone }
}

/** Reads the alerts and listening breaks of some farms in a period, and how long its data is kept. @param animalId limits alerts to this animal */
export async function describePeriod(
  { sql, settings }: Pick<Context, 'sql' | 'settings'>,
  farmIds: readonly number[],
  period: Period,
  animalId?: number,
): Promise<ReplayPeriod> {
  const ids = [...farmIds]
  const { day, from, to, until, timeZone } = period
  const [alerts, breaks] = await Promise.all([
    sql<ReplayPeriod['alerts']>`
      select id, kind, severity, subject_name as "subjectName", animal_id as "animalId", raised_at as at, cleared_at as "clearedAt" from alerts
      where farm_id = any(${ids}::bigint[]) and raised_at >= ${from - alertReachMs} and raised_at < ${to}
        and (raised_at >= ${from} or cleared_at is null or cleared_at > ${from}) and (${animalId === undefined} or animal_id = ${animalId ?? 0})
      order by array_position(array['CRITICAL', 'MAJOR', 'MINOR', 'INFO'], severity), raised_at limit ${maxRows}`,
    readBreaks(sql, ids, period),
  ])
  const retention = retentionDays(settings)
  // Readings are dropped by whole UTC days, once the end of the day is old enough.
  const end = Math.ceil((from + 1) / dayMs) * dayMs
  return {
    day,
    from,
    to,
    until,
    timeZone,
    breaks,
    alerts: alerts.toSorted((one, other) => one.at - other.at),
    readingsUntil: toInstant(end + retention.readings * dayMs),
    hoursUntil: toInstant(from + retention.hours * dayMs),
  }
}

async function readBreaks(sql: Queries, farmIds: number[], { from, to }: Period): Promise<ReplayPeriod['breaks']> {
  return sql<ReplayPeriod['breaks']>`
    select from_at as "from", to_at as "to", 'SERVER' as why from listening_breaks where from_at < ${to} and to_at > ${from} and not spared_farm_ids @> ${farmIds}::bigint[]
    union all
    select o.since_at, o.cleared_at, 'SITE' from alerts a join alert_occurrences o on o.alert_id = a.id
    where a.kind = any(${[...farmOutageKinds]}::text[]) and a.farm_id = any(${farmIds}::bigint[]) and o.since_at < ${to} and (o.cleared_at is null or o.cleared_at > ${from})
    order by 1 limit ${maxRows}`
}
