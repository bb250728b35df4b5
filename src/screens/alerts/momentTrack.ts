import type { AnimalTrack } from '#contract/herd/replay.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import type { MapTrack } from '../../map/mapState.ts'

/** Length of the track shown before and after the instant, ms. */
export const aroundMs = 30 * 60_000

type Way = Pick<AnimalTrack, 'at' | 'longitudes' | 'latitudes' | 'gaps'>

/**
 * Returns the part of a track around an instant (epoch ms), split at gaps, and where the animal was last heard by then.
 * Null when there is no data for that time.
 */
export function momentTrack({ at, longitudes, latitudes, gaps }: Way, farmId: number, moment: number): MapTrack | null {
  const begins = new Set(gaps.map(({ to }) => to))
  const pieces: LongitudeLatitude[][] = []
  let place: LongitudeLatitude | null = null
  for (const [index, instant] of at.entries()) {
    if (instant < moment - aroundMs || instant > moment + aroundMs) continue
    const position: LongitudeLatitude = [longitudes[index] ?? 0, latitudes[index] ?? 0]
    if (pieces.length === 0 || begins.has(instant)) pieces.push([])
    pieces.at(-1)?.push(position)
    if (instant <= moment || place === null) place = position
  }
  if (pieces.length === 0) return null
  return { farmId, pieces: pieces.filter((piece) => piece.length > 1), place }
}
