import type { Schedule } from '#contract/alerts/schedules.ts'
import type { Verdict } from '../verdict.ts'

/** Returns whether a rule is in force at an instant (epoch ms), by local time in a zone. */
export function isInForce(schedule: Schedule, at: number, timeZone: string): boolean {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  if (schedule.weekly.length === 0) return isDay(schedule, today)
  // A window may have started yesterday; it belongs to the day of its start.
  return [today, today.subtract({ days: 1 })].some(
    (day) => isDay(schedule, day) && schedule.weekly.some((window) => isWithin(window, day, at, timeZone)),
  )
}

function isDay({ fromDay, toDay, seasonFrom, seasonTo, restDays }: Schedule, date: Temporal.PlainDate): boolean {
  const day = date.toString()
  if ((fromDay !== null && day < fromDay) || (toDay !== null && day > toDay) || restDays.includes(day)) return false
  return seasonFrom === null || seasonTo === null || isOfSeason(day.slice(5), seasonFrom, seasonTo)
}

const isOfSeason = (monthDay: string, from: string, to: string) =>
  from <= to ? from <= monthDay && monthDay <= to : monthDay >= from || monthDay <= to

function isWithin(
  { days, fromMinuteOfDay, toMinuteOfDay }: Schedule['weekly'][number],
  day: Temporal.PlainDate,
  at: number,
  timeZone: string,
): boolean {
  if (!days.some((one) => one === day.dayOfWeek)) return false
  const lastDay = toMinuteOfDay > fromMinuteOfDay ? day : day.add({ days: 1 })
  return (
    instantOf(day, fromMinuteOfDay, timeZone, 'earlier') <= at &&
    at < instantOf(lastDay, toMinuteOfDay, timeZone, 'later')
  )
}

/** Returns the instant of a local time. @param which for a time that occurs twice; a skipped time maps to the instant of the clock change */
function instantOf(day: Temporal.PlainDate, minuteOfDay: number, timeZone: string, which: 'earlier' | 'later'): number {
  const plainTime = Temporal.PlainTime.from({ hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 })
  const local = day.toPlainDateTime(plainTime)
  const shown = local.toZonedDateTime(timeZone, { disambiguation: 'later' })
  if (shown.toPlainDateTime().equals(local))
    return (which === 'later' ? shown : local.toZonedDateTime(timeZone, { disambiguation: 'earlier' }))
      .epochMilliseconds
  return (shown.getTimeZoneTransition('previous') ?? shown).epochMilliseconds
}

/** Returns whether a schedule is in force whenever the narrower one is; null: always in force. Uncertain cases return false. */
export function covers(wider: Schedule | null, narrower: Schedule | null): boolean {
  if (wider === null) return true
  const other = narrower ?? { weekly: [], fromDay: null, toDay: null, seasonFrom: null, seasonTo: null, restDays: [] }
  const [week, ofWeek] = [minutesOfWeek(wider), minutesOfWeek(other)]
  if (!ofWeek.every((is, minute) => !is || week[minute])) return false
  if (wider.fromDay !== null && !(other.fromDay !== null && other.fromDay >= wider.fromDay)) return false
  if (wider.toDay !== null && !(other.toDay !== null && other.toDay <= wider.toDay)) return false
  if (!wider.restDays.every((day) => other.restDays.includes(day))) return false
  return yearDays.every((day) => !isOfYear(other, day) || isOfYear(wider, day))
}

const isOfYear = ({ seasonFrom, seasonTo }: Schedule, day: string) =>
  seasonFrom === null || seasonTo === null || isOfSeason(day, seasonFrom, seasonTo)

/** The days of a leap year, `02-29`. */
const yearDays = Array.from({ length: 366 }, (_, day) =>
  Temporal.PlainDate.from('2024-01-01').add({ days: day }).toString().slice(5),
)

const dayMinutes = 1440
/** Returns for each minute of a week whether it lies in a window. */
function minutesOfWeek({ weekly }: Schedule): boolean[] {
  const minutes = Array.from({ length: 7 * dayMinutes }, () => weekly.length === 0)
  for (const { days, fromMinuteOfDay, toMinuteOfDay } of weekly) {
    const lasts =
      toMinuteOfDay > fromMinuteOfDay ? toMinuteOfDay - fromMinuteOfDay : toMinuteOfDay - fromMinuteOfDay + dayMinutes
    for (const day of days)
      for (let minute = 0; minute < lasts; minute++)
        minutes[((day - 1) * dayMinutes + fromMinuteOfDay + minute) % minutes.length] = true
  }
  return minutes
}

/** Whether a rule rests, and since when it is in force again (epoch ms; NaN when that was before the first check). */
export interface Rest {
  rests: boolean
  awakeSince: number
}

export const neverRested: Rest = { rests: false, awakeSince: Number.NaN }

/**
 * Adjusts a verdict to its rule's schedule. A resting rule raises nothing. Its open alerts stay until a reading clears them;
 * the end of the schedule does not clear them. The raise delay starts again when the rule is in force again.
 */
export function scheduled(verdict: Verdict, { rests, awakeSince }: Rest): Verdict {
  if (verdict.level !== 'raise') return verdict
  if (rests) return { ...verdict, level: 'hold' }
  return Number.isNaN(awakeSince) ? verdict : { ...verdict, levelSinceAt: Math.max(verdict.levelSinceAt, awakeSince) }
}
