/** Zones change their offset at full quarters of an hour only. */
const quarterMs = 15 * 60_000
const most = 20_000

/** How far a zone is ahead of UTC at an instant, ms; remembered by quarter hours, since a file asks a million times. */
export function zoneOffsets(timeZone: string): (at: number) => number {
  const known = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / quarterMs)
    const had = known.get(quarter)
    if (had !== undefined) return had
    if (known.size >= most) known.clear()
    const instant = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs)
    const offsetMs = instant.toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6
    known.set(quarter, offsetMs)
    return offsetMs
  }
}
