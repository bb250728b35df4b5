/** The day that an instant (epoch ms) falls on in a zone: `2026-05-01`. */
export function dayAt(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** When a day is over in a zone, epoch ms: midnight there has its own instant, and a day may have 23 or 25 hours. */
export function endOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds
}

/** A day some days before another. */
export function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString()
}

/**
 * The last day of which something was due by a minute of the day (0: midnight) in a zone, and when that was, epoch ms: today
 * from that minute on, until then yesterday. Clocks that are put forward over that minute make it due when they are.
 */
export function lastDue(at: number, timeZone: string, minuteOfDay: number): { day: string; at: number } {
  const today = Temporal.PlainDate.from(dayAt(at, timeZone))
  const time = Temporal.PlainTime.from({ hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 })
  const dueAt = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds
  const day = dueAt(today) <= at ? today : today.subtract({ days: 1 })
  return { day: day.toString(), at: dueAt(day) }
}
