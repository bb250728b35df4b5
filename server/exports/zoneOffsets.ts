/** Zones change their offset only at full quarters of an hour. */
const quarterMs = 15 * 60_000
const maxCached = 20_000

/** Returns a function for a zone's offset from UTC at an instant, ms. Cached per quarter of an hour, because a file needs a million lookups. */
export function zoneOffsets(timeZone: string): (at: number) => number {
  const cache = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / quarterMs)
    const had = cache.get(quarter)
    if (had !== undefined) return had
    if (cache.size >= maxCached) cache.clear()
    const instant = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs)
    const offsetMs = instant.toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6
    cache.set(quarter, offsetMs)
    return offsetMs
  }
}
