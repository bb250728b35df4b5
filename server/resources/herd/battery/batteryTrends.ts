import { type BatteryDue, minBatteryDays, type Neckband } from '#contract/herd/neckbands.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'

const dayMs = 86_400_000
/** Interval between computations of the trends, ms of herd time. */
export const batteryTrendsMs = 6 * 3_600_000
/** Maximum days that a trend is computed from. */
const maxDays = 30
/** A rise of more than this from one day to the next means that the battery was replaced or charged, percent. */
const risenPercent = 5
/** A battery that loses at most this much has no predicted end, percent a day: a full one would last more than five years. */
const steadyPercent = 0.05
/** Maximum readings of a day searched for a battery level. */
const maxReadings = 50

/** Stores the daily battery levels of neckbands and recomputes their trends. @param now herd time, epoch ms */
export async function drawBatteryTrends(sql: Queries, now: number): Promise<void> {
  await saveDays(sql, now)
  await sql`delete from battery_days where at <= ${now - maxDays * dayMs}`
  await drawLines(sql)
  await sql`delete from battery_trends t where not exists (select from battery_days d where d.neckband_id = t.neckband_id)`
}

/** Stores one level for each neckband and day, from the newest stored day to now: one index lookup each. */
async function saveDays(sql: Queries, now: number): Promise<void> {
  const [newest] = await sql<{ at: number | null }[]>`select max(at) as at from battery_days`
  const from = Math.max(newest?.at ?? 0, now - maxDays * dayMs)
  for (let day = Math.floor(from / dayMs) * dayMs; day <= now; day += dayMs) {
    await sql`
      insert into battery_days (neckband_id, day, at, battery)
      select n.id, ${toInstant(day).slice(0, 10)}::date, told.at, told.battery
      from neckbands n cross join lateral (
        select late.at, late.battery from (
          select r.at, r.battery from readings r
          where r.neckband_id = n.id and r.at >= ${day} and r.at < ${day + dayMs} order by r.at desc limit ${maxReadings}
        ) late
        where late.battery is not null order by late.at desc limit 1
      ) told
      on conflict (neckband_id, day) do update set at = excluded.at, battery = excluded.battery`
  }
}

async function drawLines(sql: Queries): Promise<void> {
  await sql`
    with kept as (
      select d.neckband_id, d.at, d.battery,
        coalesce(d.battery - lag(d.battery) over (partition by d.neckband_id order by d.at) > ${risenPercent}, false) as risen
      from battery_days d
    ), lives as (
      select neckband_id, at, battery, count(*) filter (where risen) over (
        partition by neckband_id order by at rows between 1 following and unbounded following) as changed
      from kept
    ), lines as (
      select neckband_id, count(*)::int as days, max(at) as at, (array_agg(battery order by at desc))[1] as battery,
        -regr_slope(battery, extract(epoch from at)::double precision / 86400) as lost
      from lives where changed = 0 group by neckband_id
    )
    insert into battery_trends (neckband_id, days, per_day, empty_at)
    select neckband_id, days, case when days >= ${minBatteryDays} then lost end,
      case when days >= ${minBatteryDays} and lost > ${steadyPercent} then at + battery / lost * interval '1 day' end
    from lines
    on conflict (neckband_id) do update set days = excluded.days, per_day = excluded.per_day, empty_at = excluded.empty_at`
}

type Outlook = Pick<Neckband, 'batteryTrend' | 'batteryPerDay' | 'batteryDaysLeft'>

const unknown: Outlook = { batteryTrend: 'THIN', batteryPerDay: null, batteryDaysLeft: null }

/** Returns a function that gives how long a neckband's battery will last, by id. @param now herd time, epoch ms */
export async function batteryOutlooks(
  sql: Queries,
  neckbandIds: readonly number[],
  now: number,
): Promise<(id: number) => Outlook> {
  const rows = await sql<{ id: number; perDay: number | null; emptyAt: number | null }[]>`
    select neckband_id as id, per_day as "perDay", empty_at as "emptyAt" from battery_trends where neckband_id = any(${[...neckbandIds]}::bigint[])`
  const outlooks = new Map(rows.map(({ id, perDay, emptyAt }) => [id, outlookOf(perDay, emptyAt, now)]))
  return (id) => outlooks.get(id) ?? unknown
}

function outlookOf(perDay: number | null, emptyAt: number | null, now: number): Outlook {
  if (perDay === null) return unknown
  const batteryPerDay = Math.max(0, Math.round(perDay * 100) / 100)
  if (emptyAt === null) return { batteryTrend: 'STEADY', batteryPerDay, batteryDaysLeft: null }
  return { batteryTrend: 'FALLING', batteryPerDay, batteryDaysLeft: Math.max(0, Math.floor((emptyAt - now) / dayMs)) }
}

const dueDays = { WEEK: 7, MONTH: 30, QUARTER: 90 } as const satisfies Record<BatteryDue, number>

/** Whether the battery of the trend `b` will be empty within the given period. @param now herd time, epoch ms */
export function isDueWithin(sql: Queries, due: BatteryDue, now: number): Fragment {
  return sql`b.empty_at <= ${now + dueDays[due] * dayMs}`
}
