import type { AnimalTrack } from '#contract/herd/replay.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import type { Dot } from '../../../map/replay/dots.ts'

type Points = Pick<AnimalTrack, 'at' | 'longitudes' | 'latitudes' | 'gaps'>

const placeOf = ({ longitudes, latitudes }: Points, index: number): LongitudeLatitude => [
  longitudes[index] ?? 0,
  latitudes[index] ?? 0,
]

/** Returns the index of the last point up to an instant; -1: none. */
function lastBefore(at: readonly number[], instant: number): number {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) <= instant) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns where the animal stands at an instant: between two fixes on the line between them, in a gap at its last fix. */
export function trackDotAt(
  track: Points,
  animalId: number,
  instant: number,
  isAlerted: boolean,
  glides: boolean,
): Dot[] {
  const { at, gaps } = track
  const last = lastBefore(at, instant)
  if (last === -1) return []
  const [from, to] = [at[last] ?? 0, at[last + 1]]
  const isSilent = to === undefined ? instant > from : gaps.some((gap) => gap.from <= instant && instant < gap.to)
  const [x0, y0] = placeOf(track, last)
  if (isSilent || to === undefined || !glides) return [{ id: animalId, at: [x0, y0], isSilent, isAlerted }]
  const [x1, y1] = placeOf(track, last + 1)
  const share = (instant - from) / (to - from)
  return [{ id: animalId, at: [x0 + (x1 - x0) * share, y0 + (y1 - y0) * share], isSilent, isAlerted }]
}

/** Splits a track into pieces, none of which crosses a gap. */
export function piecesOf(track: Points): LongitudeLatitude[][] {
  const begins = new Set(track.gaps.map(({ to }) => to))
  const pieces: LongitudeLatitude[][] = []
  for (const [index, at] of track.at.entries()) {
    if (index === 0 || begins.has(at)) pieces.push([])
    pieces.at(-1)?.push(placeOf(track, index))
  }
  return pieces.filter((piece) => piece.length > 1)
}
