import { metresPerDegree } from '#contract/values/geo.ts'

/** Fixes of a track, in the order of time; columns of the same length. */
export interface Fixes {
  /** Epoch ms. */
  at: number[]
  longitudes: number[]
  latitudes: number[]
}

const minuteMs = 60_000
/** A shorter silence is no gap, a longer one always is. */
const leastGapMs = 10 * minuteMs
const mostGapMs = 6 * 60 * minuteMs
/** A silence is a gap when it is so many times as long as is usual. */
const timesUsual = 3
/** Nobody sees less: where an animal rests, not every fix is asked for. */
const leastMetres = 0.3

/** How long a silence has to be to be a gap, by how often the neckband usually tells its place; ms. */
export function gapOf(at: readonly number[]): number {
  const silences = at.slice(1).map((one, index) => one - (at[index] ?? 0)).toSorted((a, b) => a - b)
  const usual = silences[Math.floor(silences.length / 2)] ?? 0
  return Math.min(mostGapMs, Math.max(leastGapMs, usual * timesUsual))
}

/**
 * Leaves out the fixes that matter least until there are so many. What matters is how far from its place an animal would be
 * shown without the fix, at the fix's own time: turns, rests and starts stay. The ends of gaps stay in any case.
 * @returns the indexes that stay, in order
 */
export function thinTrack(fixes: Fixes, most: number, gapMs: number): number[] {
  const { at } = fixes
  const ends = new Set<number>([0, at.length - 1])
  for (let i = 1; i < at.length; i++) if ((at[i] ?? 0) - (at[i - 1] ?? 0) > gapMs) ends.add(i - 1).add(i)
  if (at.length <= most) return at.map((_, index) => index)
  const matters = new Float64Array(at.length)
  for (const end of ends) matters[end] = Infinity
  const kept = [...ends].toSorted((a, b) => a - b)
  // The piece whose worst fix matters most needs no search: each piece hands its own worth down to the next finer ones.
  const pieces = kept.slice(1).map((to, index): [number, number, number] => [kept[index] ?? 0, to, Infinity])
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    const [from, to, worth] = piece
    const [middle, metres] = worstBetween(fixes, from, to)
    if (metres < leastMetres) continue
    matters[middle] = Math.min(worth, metres)
    pieces.push([from, middle, matters[middle]], [middle, to, matters[middle]])
  }
  const ranked = Array.from(matters, (_, index) => index).toSorted((a, b) => (matters[b] ?? 0) - (matters[a] ?? 0) || a - b)
  return ranked.slice(0, Math.max(2, most)).toSorted((a, b) => a - b)
}

/** The fix between two others that lies farthest from where these put it at its time; -1: none lies between. */
function worstBetween({ at, longitudes, latitudes }: Fixes, from: number, to: number): [index: number, metres: number] {
  let [worst, metres] = [-1, -1]
  const [t0 = 0, t1 = 0, x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [at[from], at[to], longitudes[from], longitudes[to], latitudes[from], latitudes[to]]
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
