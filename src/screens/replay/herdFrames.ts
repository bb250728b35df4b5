import { type HerdDay, inNoPen, noPosition, notHeard } from '#contract/herd/replay.ts'
import type { Dot } from '../../map/replay/dots.ts'

const minuteMs = 60_000
/** A longer silence is a gap in any case, a shorter one never; in between it depends on how often the neckband reports. */
const mostGapMs = 6 * 60 * minuteMs
const leastGapMs = 10 * minuteMs
const timesUsual = 3
const none = -1

/** The day of a herd, laid out to be looked into at any instant. */
export interface HerdFrames {
  ids: readonly number[]
  from: number
  stepMs: number
  steps: number
  longitudes: Int32Array
  latitudes: Int32Array
  pens: Int32Array
  /** By animal and step: the last step up to it with a position, and in which it was heard; -1: none. */
  lastPlaced: Int16Array
  lastHeard: Int16Array
  /** The next step after it with a position; -1: none. */
  nextPlaced: Int16Array
  /** By animal: how long a silence has to be to be a gap, ms. */
  gapMs: Float64Array
}

export function openHerdDay({ from, stepMinutes, steps, animals }: HerdDay): HerdFrames {
  const pens = toInts(animals.pens)
  const longitudes = toInts(animals.longitudes)
  const stepMs = stepMinutes * minuteMs
  const lastPlaced = new Int16Array(pens.length)
  const lastHeard = new Int16Array(pens.length)
  const nextPlaced = new Int16Array(pens.length)
  const gapMs = new Float64Array(animals.ids.length)
  for (let row = 0; row < animals.ids.length; row++) {
    let [placed, heard] = [none, none]
    const silences: number[] = []
    for (let step = 0, place = row * steps; step < steps; step++, place++) {
      if (longitudes[place] !== noPosition) {
        if (placed !== none) silences.push(step - placed)
        placed = step
      }
      if (pens[place] !== notHeard) heard = step
      lastPlaced[place] = placed
      lastHeard[place] = heard
    }
    for (let step = steps - 1, next = none; step >= 0; step--) {
      const place = row * steps + step
      nextPlaced[place] = next
      if (longitudes[place] !== noPosition) next = step
    }
    const usual = silences.toSorted((a, b) => a - b)[Math.floor(silences.length / 2)] ?? 1
    gapMs[row] = Math.min(mostGapMs, Math.max(leastGapMs, usual * stepMs * timesUsual))
  }
  return { ids: animals.ids, from, stepMs, steps, pens, longitudes, latitudes: toInts(animals.latitudes), lastPlaced, lastHeard, nextPlaced, gapMs }
}

function toInts(base64: string): Int32Array {
  return new Int32Array(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer)
}

/** The step that an instant falls into, and how far into it, 0 to 1; null: there is none. */
function stepAt({ from, stepMs, steps }: HerdFrames, at: number): { step: number; share: number } | null {
  const since = (at - from) / stepMs
  if (steps === 0 || since < 0) return null
  const step = Math.min(steps - 1, Math.floor(since))
  return { step, share: since - step }
}

/**
 * Where the animals of a herd stand at an instant. One that was placed before and after glides between, unless nothing is
 * known of it for too long: then it stays where it was, and looks silent.
 */
export function herdDotsAt(frames: HerdFrames, at: number, alerted: ReadonlySet<number>, glides: boolean): Dot[] {
  const found = stepAt(frames, at)
  if (!found) return []
  const { ids, steps, stepMs, longitudes, latitudes, lastPlaced, nextPlaced, gapMs } = frames
  const dots: Dot[] = []
  for (const [row, id] of ids.entries()) {
    const start = row * steps
    const last = lastPlaced[start + found.step] ?? none
    if (last === none) continue
    const next = nextPlaced[start + found.step] ?? none
    const silentMs = (next === none ? found.step + found.share - last : next - last) * stepMs
    const isSilent = silentMs > (gapMs[row] ?? 0)
    const share = isSilent || next === none || !glides ? 0 : (found.step + found.share - last) / (next - last)
    const between = (column: Int32Array) => ((column[start + last] ?? 0) + (share === 0 ? 0 : ((column[start + next] ?? 0) - (column[start + last] ?? 0)) * share)) / 1_000_000
    dots.push({ id, at: [between(longitudes), between(latitudes)], isSilent, isAlerted: alerted.has(id) })
  }
  return dots
}

/** Heads by where they were heard last within a window before an instant. */
export interface HeadsAt {
  byPen: ReadonlyMap<number, number>
  outside: number
  notHeard: number
}

export function headsAt(frames: HerdFrames, at: number, windowMinutes: number): HeadsAt {
  const found = stepAt(frames, at)
  const byPen = new Map<number, number>()
  let [outside, silent] = [0, 0]
  for (let row = 0; row < frames.ids.length; row++) {
    const start = row * frames.steps
    const heard = found ? (frames.lastHeard[start + found.step] ?? none) : none
    const pen = heard === none ? notHeard : (frames.pens[start + heard] ?? notHeard)
    if (!found || heard === none || (found.step - heard) * frames.stepMs > windowMinutes * minuteMs) silent++
    else if (pen === inNoPen) outside++
    else byPen.set(pen, (byPen.get(pen) ?? 0) + 1)
  }
  return { byPen, outside, notHeard: silent }
}

/** The instant from which on half of the animals have a place, epoch ms: where a picture says something. */
export function beginOf({ ids, from, steps, stepMs, longitudes }: HerdFrames): number {
  const firsts = ids.flatMap((_id, row) => {
    const step = longitudes.subarray(row * steps, (row + 1) * steps).findIndex((longitude) => longitude !== noPosition)
    return step === none ? [] : [step]
  })
  return from + (firsts.toSorted((a, b) => a - b)[Math.floor(firsts.length / 2)] ?? 0) * stepMs
}
