import {
  type HerdDay,
  type HerdMoment,
  type HerdPlaces,
  inNoPen,
  noPosition,
  notHeard,
  notThere,
} from '#contract/herd/replay.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import type { Dot } from '../../../map/replay/dots.ts'

const minuteMs = 60_000
/** Limits of the silence that counts as a gap; in between, three times the neckband's median interval. */
const maxGapMs = 6 * 60 * minuteMs
const minGapMs = 10 * minuteMs
const gapFactor = 3
const none = -1

/** A herd's day, indexed for access at any instant. */
export interface HerdFrames {
  ids: readonly number[]
  from: number
  /** End of the known data, and of the last step; herd time, epoch ms. */
  until: number
  stepMs: number
  steps: number
  longitudes: Int32Array
  latitudes: Int32Array
  pens: Int32Array
  /** Last known places at the start of the day. */
  before: HerdPlaces
  /** By animal and step: the latest step up to it with a position, and the latest in which the animal was heard; -1: none. */
  lastPlaced: Int16Array
  lastHeard: Int16Array
  /** The next later step with a position; -1: none. */
  nextPlaced: Int16Array
  /** By animal: minimum silence that counts as a gap, ms. */
  gapMs: Float64Array
}

export function openHerdDay({ from, until, stepMinutes, steps, animals }: HerdDay): HerdFrames {
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
      if (isHeard(pens[place])) heard = step
      lastPlaced[place] = placed
      lastHeard[place] = heard
    }
    for (let step = steps - 1, next = none; step >= 0; step--) {
      const place = row * steps + step
      nextPlaced[place] = next
      if (longitudes[place] !== noPosition) next = step
    }
    const medianSteps = silences.toSorted((a, b) => a - b)[Math.floor(silences.length / 2)] ?? 1
    gapMs[row] = Math.min(maxGapMs, Math.max(minGapMs, medianSteps * stepMs * gapFactor))
  }
  return {
    ids: animals.ids,
    before: animals.before,
    from,
    until,
    stepMs,
    steps,
    pens,
    longitudes,
    latitudes: toInts(animals.latitudes),
    lastPlaced,
    lastHeard,
    nextPlaced,
    gapMs,
  }
}

const isHeard = (pen: number = notHeard) => pen !== notHeard && pen !== notThere

function toInts(base64: string): Int32Array {
  return new Int32Array(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer)
}

/** Returns when a step's data is known: at its end, as the time within the step is unknown. Nothing is shown before it was heard. */
const knownAt = ({ from, until, stepMs }: HerdFrames, step: number): number =>
  Math.min(from + (step + 1) * stepMs, until)

/** Returns the step of an instant, and the latest step known by then; -1: none. */
function stepsAt(frames: HerdFrames, at: number): { now: number; known: number } {
  const now = Math.min(frames.steps - 1, Math.floor((at - frames.from) / frames.stepMs))
  return { now, known: now !== none && knownAt(frames, now) <= at ? now : now - 1 }
}

/**
 * Returns where the animals of a herd stand at an instant.
 * An animal glides between two positions unless they are a gap apart; then it stays at the first and looks silent.
 * Animals that did not belong to the farm at that time are left out.
 */
export function herdDotsAt(frames: HerdFrames, at: number, alerted: ReadonlySet<number>, glides: boolean): Dot[] {
  const { now, known } = stepsAt(frames, at)
  if (now < 0) return []
  const { ids, before, steps, pens, longitudes, lastPlaced, nextPlaced, gapMs } = frames
  const dots: Dot[] = []
  for (const [row, id] of ids.entries()) {
    const start = row * steps
    if (pens[start + now] === notThere) continue
    const last = known < 0 ? none : (lastPlaced[start + known] ?? none)
    const next = known < 0 && longitudes[start] !== noPosition ? 0 : (nextPlaced[start + Math.max(0, known)] ?? none)
    const was =
      last === none ? placeOf(before, row) : { at: knownAt(frames, last), place: placeIn(frames, start + last) }
    if (!was) continue
    const nextAt = next === none ? null : knownAt(frames, next)
    const isSilent = (nextAt ?? at) - was.at > (gapMs[row] ?? 0)
    const goes = nextAt !== null && glides && !isSilent
    const place = goes
      ? between(was.place, placeIn(frames, start + next), (at - was.at) / (nextAt - was.at))
      : was.place
    dots.push({ id, at: place, isSilent, isAlerted: alerted.has(id) })
  }
  return dots
}

/** Returns the animals' exact places at an instant, for a paused replay. */
export function dotsOf(
  { ids, gapMs }: HerdFrames,
  there: HerdMoment['animals'],
  at: number,
  alerted: ReadonlySet<number>,
): Dot[] {
  const gapOf = new Map(ids.map((id, row) => [id, gapMs[row] ?? 0]))
  return there.ids.flatMap((id, row) => {
    const was = placeOf(there, row)
    return was ? [{ id, at: was.place, isSilent: at - was.at > (gapOf.get(id) ?? 0), isAlerted: alerted.has(id) }] : []
  })
}

function placeOf(
  { heardAt, longitudes, latitudes }: HerdPlaces,
  row: number,
): { at: number; place: LongitudeLatitude } | null {
  const [at, longitude, latitude] = [heardAt[row] ?? null, longitudes[row] ?? null, latitudes[row] ?? null]
  return at === null || longitude === null || latitude === null ? null : { at, place: [longitude, latitude] }
}

const placeIn = ({ longitudes, latitudes }: HerdFrames, place: number): LongitudeLatitude => [
  (longitudes[place] ?? 0) / 1_000_000,
  (latitudes[place] ?? 0) / 1_000_000,
]

const between = (
  [west, south]: LongitudeLatitude,
  [east, north]: LongitudeLatitude,
  share: number,
): LongitudeLatitude => [west + (east - west) * share, south + (north - south) * share]

/** Number of heads last heard in each pen, by pen id, `inNoPen` or `notHeard`. */
export type Heads = ReadonlyMap<number, number>

/** Counts the heads heard within a window before an instant. */
export function headsAt(frames: HerdFrames, at: number, windowMinutes: number): Heads {
  const { ids, before, steps, pens, lastHeard } = frames
  const { now, known } = stepsAt(frames, at)
  const heads = new Map<number, number>()
  for (let row = 0; row < ids.length; row++) {
    const start = row * steps
    if (now >= 0 && pens[start + now] === notThere) continue
    const heard = known < 0 ? none : (lastHeard[start + known] ?? none)
    const heardAt = heard === none ? (before.heardAt[row] ?? null) : knownAt(frames, heard)
    const isSilent = heardAt === null || at - heardAt >= windowMinutes * minuteMs
    const pen = isSilent
      ? notHeard
      : heard === none
        ? (before.penIds[row] ?? inNoPen)
        : (pens[start + heard] ?? inNoPen)
    heads.set(pen, (heads.get(pen) ?? 0) + 1)
  }
  return heads
}

/** Returns the instant from which half of the animals have a place, epoch ms; the picture is meaningful from there. */
export function beginOf(frames: HerdFrames): number {
  const { ids, before, from, steps, longitudes } = frames
  const firsts = ids.flatMap((_id, row) => {
    if (typeof before.longitudes[row] === 'number') return [from]
    const step = longitudes.subarray(row * steps, (row + 1) * steps).findIndex((longitude) => longitude !== noPosition)
    return step === none ? [] : [knownAt(frames, step)]
  })
  return firsts.toSorted((a, b) => a - b)[Math.floor(firsts.length / 2)] ?? from
}

/** Returns the start of the first step in which an animal was heard, epoch ms; the start of the day if one had an earlier place. */
export function firstOf({ ids, before, from, steps, stepMs, pens }: HerdFrames): number {
  if (before.longitudes.some((longitude) => longitude !== null)) return from
  const firsts = ids.flatMap((_id, row) => {
    const step = pens.subarray(row * steps, (row + 1) * steps).findIndex((pen) => isHeard(pen))
    return step === none ? [] : [step]
  })
  return from + firsts.reduce((least, step) => Math.min(least, step), firsts[0] ?? 0) * stepMs
}

/** Returns whether no animal was heard all day. */
export const isSilentDay = ({ pens }: HerdFrames): boolean => !pens.some(isHeard)
