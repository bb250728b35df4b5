import { metresPerDegree } from '#contract/values/geo.ts'

/** Fixes of a track in time order, as columns of equal length. */
export interface Fixes {
  /** Herd time, epoch ms. */
  at: number[]
  longitudes: number[]
  latitudes: number[]
}

const minuteMs = 60_000
/** A shorter silence is never a gap, a longer one always is, ms. */
const minGapMs = 10 * minuteMs
const maxGapMs = 6 * 60 * minuteMs
/** A silence is a gap when it is this many times the median. */
const timesMedian = 3
/** Deviations below this are invisible, metres: fixes of a resting animal need not all stay. */
const minMetres = 0.3

/** Returns how long a silence must be to count as a gap, ms, from the median interval between fixes. */
export function gapOf(at: readonly number[]): number {
  const silences = at
    .slice(1)
    .map((one, index) => one - (at[index] ?? 0))
    .toSorted((a, b) => a - b)
  const medianMs = silences[Math.floor(silences.length / 2)] ?? 0
  return Math.min(maxGapMs, Math.max(minGapMs, medianMs * timesMedian))
}

/**
 * Selects at most a number of fixes by leaving out the least important ones. A fix matters by how far off the animal would be drawn
 * without it, at the fix's own time: turns, rests and starts stay. The ends of gaps rank first.
 * @returns indexes of the remaining fixes, in order
 */
export function thinTrack(fixes: Fixes, maxFixes: number, gapMs: number): number[] {
  const { at } = fixes
  const ends = new Set<number>([0, at.length - 1])
  for (let i = 1; i < at.length; i++) if ((at[i] ?? 0) - (at[i - 1] ?? 0) > gapMs) ends.add(i - 1).add(i)
  if (at.length <= maxFixes) return at.map((_, index) => index)
  const matters = new Float64Array(at.length)
  for (const end of ends) matters[end] = Infinity
  const endIndexes = [...ends].toSorted((a, b) => a - b)
  // A fix never matters more than the one that split its piece, so the pieces can be processed in any order.
  const pieces = endIndexes
    .slice(1)
    .map((to, index): [number, number, number] => [endIndexes[index] ?? 0, to, Infinity])
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    const [from, to, worth] = piece
    const [middle, metres] = worstBetween(fixes, from, to)
    if (metres < minMetres) continue
    matters[middle] = Math.min(worth, metres)
    pieces.push([from, middle, matters[middle]], [middle, to, matters[middle]])
  }
  const ranked = Array.from(matters, (_, index) => index).toSorted(
    (a, b) => (matters[b] ?? 0) - (matters[a] ?? 0) || a - b,
  )
  return ranked.slice(0, Math.max(2, maxFixes)).toSorted((a, b) => a - b)
}

/** Returns the fix between two others that lies farthest from the straight line at its time; index -1 when none lies between. */
function worstBetween({ at, longitudes, latitudes }: Fixes, from: number, to: number): [index: number, metres: number] {
  let [worst, metres] = [-1, -1]
  const [t0 = 0, t1 = 0, x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [
    at[from],
    at[to],
    longitudes[from],
    longitudes[to],
    latitudes[from],
    latitudes[to],
  ]
  const cosine = Math.cos((y0 * Math.PI) / 180)
  for (let i = from + 1; i < to; i++) {
    const share = t1 === t0 ? 0 : ((at[i] ?? 0) - t0) / (t1 - t0)
    const east = ((longitudes[i] ?? 0) - x0 - (x1 - x0) * share) * cosine
    const north = (latitudes[i] ?? 0) - y0 - (y1 - y0) * share
    const off = Math.hypot(east, north) * metresPerDegree
    if (off > metres) [worst, metres] = [i, off]
  }
  return [worst, metres]
}
