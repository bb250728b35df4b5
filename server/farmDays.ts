/** Returns the day of an instant (epoch ms) in a zone: `2026-05-01`. */
export function dayAt(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** Returns the end of a day in a zone, epoch ms. A day may have 23 or 25 hours. */
export function endOfDay(day: string, timeZone: string): number {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds
}

/** Returns the day a number of days before another. */
export function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString()
}

/**
 * Returns the last day whose due minute (0: midnight) has passed in a zone, and that instant, epoch ms: today
 * from that minute on, before it yesterday. If clocks skip that minute, it is due when they are set forward.
 */
export function lastDue(at: number, timeZone: string, minuteOfDay: number): { day: string; at: number } {
  const today = Temporal.PlainDate.from(dayAt(at, timeZone))
  const time = Temporal.PlainTime.from({ hour: Math.floor(minuteOfDay / 60), minute: minuteOfDay % 60 })
  const dueAt = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds
  const day = dueAt(today) <= at ? today : today.subtract({ days: 1 })
  return { day: day.toString(), at: dueAt(day) }
}

/** Returns the instant at which clocks in a zone show a time, epoch ms. @param local the time as if it were UTC, epoch ms */
export function instantInZone(local: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(local)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toZonedDateTime(timeZone).epochMilliseconds
}
