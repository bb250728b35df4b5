import type { Shift } from '#contract/duty/rosters.ts'

/** A user stands in for another one; epoch ms. */
export interface StandIn {
  awayId: number
  coverId: number
  startsAt: number
  endsAt: number
}

export interface OnShift {
  layer: number
  personId: number
  /** The user they stand in for; null for their own shift. */
  insteadOfId: number | null
}

/** A time on shift, epoch ms; `to` is exclusive. */
export interface ShiftSpan extends OnShift {
  from: number
  to: number
}

interface Pattern {
  timeZone: string
  shifts: readonly Shift[]
}

/** Returns the instant of a minute of a day in a zone, epoch ms. A skipped minute counts after the clock change, a repeated one the first time. */
function instantOf(day: Temporal.PlainDate, minute: number, timeZone: string): number {
  const plainTime = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 })
  return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
}

/** Returns the shift that starts on a day; null when none does. It ends the next day when its end is not after its start. */
function spanOf(
  { days, from, to }: Shift,
  day: Temporal.PlainDate,
  timeZone: string,
): { from: number; to: number } | null {
  if (!days.includes(day.dayOfWeek)) return null
  const begins = instantOf(day, from, timeZone)
  const ends = instantOf(to > from ? day : day.add({ days: 1 }), to, timeZone)
  return begins < ends ? { from: begins, to: ends } : null
}

/**
 * Returns the user who stands in for another one at an instant, following absent stand-ins. Without a stand-in, or when they form a circle,
 * returns the user themselves.
 */
function coverOf(personId: number, at: number, standIns: readonly StandIn[]): number {
  const seen = new Set<number>()
  let who = personId
  while (!seen.has(who)) {
    seen.add(who)
    const found = standIns.find(({ awayId, startsAt, endsAt }) => awayId === who && startsAt <= at && at < endsAt)
    if (found === undefined) return who
    who = found.coverId
  }
  return personId
}

/** Returns the people on shift at an instant (epoch ms), once per layer, by layer and in the order of the shifts. */
export function onShiftAt({ timeZone, shifts }: Pattern, standIns: readonly StandIn[], at: number): OnShift[] {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  // Yesterday's shifts may run past midnight.
  const days = [today.subtract({ days: 1 }), today]
  const found = new Map<string, OnShift>()
  for (const shift of shifts.toSorted((one, other) => one.layer - other.layer)) {
    const isOn = days.some((day) => {
      const span = spanOf(shift, day, timeZone)
      return span !== null && span.from <= at && at < span.to
    })
    if (!isOn) continue
    const personId = coverOf(shift.personId, at, standIns)
    const key = `${shift.layer} ${personId}`
    const isOwn = personId === shift.personId
    // A user's own shift takes precedence over standing in.
    if (!found.has(key) || isOwn)
      found.set(key, { layer: shift.layer, personId, insteadOfId: isOwn ? null : shift.personId })
  }
  return [...found.values()]
}

/**
 * Returns the spans of people on shift between two instants (epoch ms). They are cut where shifts or absences start and end, and joined where nothing
 * changes.
 */
export function spansBetween(pattern: Pattern, standIns: readonly StandIn[], from: number, to: number): ShiftSpan[] {
  const { timeZone, shifts } = pattern
  const dayOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  const last = dayOf(to)
  const cuts = new Set([from, to])
  for (
    let day = dayOf(from).subtract({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    for (const shift of shifts) {
      const span = spanOf(shift, day, timeZone)
      if (span !== null) cuts.add(span.from).add(span.to)
    }
  }
  for (const { startsAt, endsAt } of standIns) cuts.add(startsAt).add(endsAt)
  const times = [...cuts].filter((at) => at >= from && at <= to).toSorted((one, other) => one - other)
  const open = new Map<string, ShiftSpan>()
  const spans: ShiftSpan[] = []
  for (const [index, at] of times.slice(0, -1).entries()) {
    const end = times[index + 1] ?? to
    for (const on of onShiftAt(pattern, standIns, at)) {
      const key = `${on.layer} ${on.personId} ${on.insteadOfId ?? ''}`
      const before = open.get(key)
      if (before?.to === at) before.to = end
      else {
        const span = { ...on, from: at, to: end }
        open.set(key, span)
        spans.push(span)
      }
    }
  }
  return spans
}
