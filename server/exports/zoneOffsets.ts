import { toInstant } from '../clock.ts'

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

/** Longest time by which clocks are set back, ms. */
const maxSetBackMs = 3 * 3_600_000

/**
 * Returns the offset of an instant whose local time occurs twice because clocks are set back: `-04:00`.
 * @param offsetAt from `zoneOffsets`
 * @returns '' when the local time is unique
 */
export function offsetIfTwice(at: number, offsetAt: (at: number) => number): string {
  const offset = offsetAt(at)
  const isTwice = [offsetAt(at - maxSetBackMs), offsetAt(at + maxSetBackMs)].some(
    (other) => other !== offset && offsetAt(at + offset - other) === other,
  )
  if (!isTwice) return ''
  const minutes = Math.abs(offset) / 60_000
  const two = (part: number) => String(part).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** Formats an instant in local time: `2026-05-01 11:12:05`, with its offset where that time occurs twice. */
export function localTime(at: number, offsetAt: (at: number) => number): string {
  return `${toInstant(at + offsetAt(at))
    .slice(0, 19)
    .replace('T', ' ')}${offsetIfTwice(at, offsetAt)}`
}
