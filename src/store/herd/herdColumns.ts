import { neverAgoIn, unitOf } from '#contract/live/frameColumns.ts'
import { flags, frameKinds, unknownBattery, type Frame } from '#contract/live/frames.ts'
import { metresPerDegree } from '#contract/values/geo.ts'
import type { Roster } from '#contract/live/live.ts'

/** Seconds an animal takes to glide from its drawn place to its newest position. */
export const glideS = 1

/** Maximum length of a glide, metres; farther moves jump, as the way between is unknown. */
const glideMetres = 300

/** Seconds after which time columns get a new zero, because Float32 seconds lose precision as they grow. */
const rebaseS = 4096

/** Value for "never" in a Float32 time column. */
export const neverS = -1e9

/** Rows that a frame touched, as [first, last + 1]; equal values: no rows. */
export type Rows = readonly [from: number, to: number]

/**
 * One farm's animals as columns, each `count` long and indexed by slot.
 * Frames are written into the columns in place; only the wrapper object is new with each frame.
 */
export interface HerdColumns {
  farmId: number
  originLongitude: number
  originLatitude: number
  count: number
  animalIds: readonly number[]
  visualTags: readonly string[]
  /** The pen each animal is assigned to, wherever it stands; 0: none. */
  ownPenIds: readonly number[]
  /** Newest position in degrees from the origin; NaN: no position yet. */
  longitudeOffsets: Float32Array
  latitudeOffsets: Float32Array
  /** Where the animal was drawn when its newest position arrived. */
  fromLongitudeOffsets: Float32Array
  fromLatitudeOffsets: Float32Array
  /** When the newest position arrived: seconds of monotonic page time since `baseS`. */
  movedAtS: Float32Array
  /** When the animal was last heard, and the time of its newest position: seconds of herd time since `baseAt`, or `neverS`. */
  heardAtS: Float32Array
  fixedAtS: Float32Array
  /** Pen in which each animal was last located; 0: none. */
  penIds: Uint32Array
  flags: Uint8Array
  /** Percent; 255: unknown. */
  batteries: Uint8Array
  /** Zero of `movedAtS`, seconds of monotonic page time. */
  baseS: number
  /** Zero of `heardAtS` and `fixedAtS`, herd time, epoch ms. */
  baseAt: number
  /** Herd time of the newest frame, epoch ms. */
  herdAt: number
  epoch: number
  sequence: number
  /** Grows by one with each frame. */
  version: number
  /** Grows with each frame that has marks. */
  marksVersion: number
  /** Rows that the newest frame touched. A drawing of the previous version needs to update only these. */
  movedRows: Rows
  markedRows: Rows
  /** Longest glide under way, metres, and when the last glide began, seconds of monotonic page time. */
  stepMetres: number
  steppedAtS: number
}

/**
 * Applies a frame to a farm's columns.
 * A snapshot makes new columns, in which animals already drawn glide on from where they are.
 * A delta writes into the given columns and returns a new wrapper of the same arrays.
 * @param nowS seconds of monotonic page time
 * @throws RangeError for a delta without columns, or a snapshot without a roster of its length
 */
export function applyFrame(
  columns: HerdColumns | undefined,
  frame: Frame,
  roster: Roster | undefined,
  nowS: number,
): HerdColumns {
  if (frame.kind === frameKinds.snapshot) {
    const fresh = layOut(frame, roster ?? rosterOf(columns, frame), nowS)
    if (columns) carryOver(columns, fresh, nowS)
    return write(fresh, frame, nowS, columns ? columns.version + 1 : 1)
  }
  if (!columns) throw new RangeError(`delta of farm ${frame.farmId} before its snapshot`)
  const rebased = nowS - columns.baseS > rebaseS
  const written = write(rebased ? rebase(columns, nowS, frame.herdAt) : columns, frame, nowS, columns.version + 1)
  return rebased ? { ...written, movedRows: [0, columns.count] } : written
}

/** Returns where an animal is drawn at an instant, in degrees from the farm's origin. The shader computes the same. */
export function drawnOffset(columns: HerdColumns, slot: number, nowS: number): [longitude: number, latitude: number] {
  const t = Math.min(1, Math.max(0, (nowS - columns.baseS - columns.movedAtS[slot]!) / glideS))
  const fromLongitude = columns.fromLongitudeOffsets[slot]!
  const fromLatitude = columns.fromLatitudeOffsets[slot]!
  return [
    fromLongitude + (columns.longitudeOffsets[slot]! - fromLongitude) * t,
    fromLatitude + (columns.latitudeOffsets[slot]! - fromLatitude) * t,
  ]
}

function rosterOf(columns: HerdColumns | undefined, frame: Frame): Roster {
  if (columns?.count !== frame.marks.slots.length)
    throw new RangeError(`snapshot of farm ${frame.farmId} without its roster`)
  return {
    farmId: frame.farmId,
    animalIds: [...columns.animalIds],
    visualTags: [...columns.visualTags],
    penIds: [...columns.ownPenIds],
  }
}

function layOut(frame: Frame, roster: Roster, nowS: number): HerdColumns {
  const count = roster.animalIds.length
  if (frame.moves.slots.length !== count || frame.marks.slots.length !== count) {
    throw new RangeError(`snapshot of ${frame.moves.slots.length} rows for a roster of ${count}`)
  }
  const unplaced = () => new Float32Array(count).fill(Number.NaN)
  return {
    farmId: frame.farmId,
    originLongitude: frame.originLongitude,
    originLatitude: frame.originLatitude,
    count,
    animalIds: roster.animalIds,
    visualTags: roster.visualTags,
    ownPenIds: roster.penIds,
    longitudeOffsets: unplaced(),
    latitudeOffsets: unplaced(),
    fromLongitudeOffsets: unplaced(),
    fromLatitudeOffsets: unplaced(),
    movedAtS: new Float32Array(count).fill(-glideS),
    heardAtS: new Float32Array(count).fill(neverS),
    fixedAtS: new Float32Array(count).fill(neverS),
    penIds: new Uint32Array(count),
    flags: new Uint8Array(count),
    batteries: new Uint8Array(count).fill(unknownBattery),
    baseS: nowS,
    baseAt: frame.herdAt,
    herdAt: frame.herdAt,
    epoch: frame.epoch,
    sequence: frame.sequence,
    version: 0,
    marksVersion: 0,
    movedRows: [0, count],
    markedRows: [0, count],
    stepMetres: 0,
    steppedAtS: -Infinity,
  }
}

/** Starts the new columns where each animal is drawn now, so that a snapshot after a gap does not make the herd jump. */
function carryOver(old: HerdColumns, fresh: HerdColumns, nowS: number): void {
  const slots = new Map(old.animalIds.map((animalId, slot) => [animalId, slot]))
  const longitudeShift = old.originLongitude - fresh.originLongitude
  const latitudeShift = old.originLatitude - fresh.originLatitude
  for (let slot = 0; slot < fresh.count; slot++) {
    const oldSlot = slots.get(fresh.animalIds[slot]!)
    if (oldSlot === undefined) continue
    const [longitude, latitude] = drawnOffset(old, oldSlot, nowS)
    fresh.longitudeOffsets[slot] = fresh.fromLongitudeOffsets[slot] = longitude + longitudeShift
    fresh.latitudeOffsets[slot] = fresh.fromLatitudeOffsets[slot] = latitude + latitudeShift
  }
}

function rebase(columns: HerdColumns, nowS: number, herdAt: number): HerdColumns {
  const shift = nowS - columns.baseS
  const herdShift = (herdAt - columns.baseAt) / 1000
  const { movedAtS, heardAtS, fixedAtS } = columns
  for (let slot = 0; slot < columns.count; slot++) {
    movedAtS[slot] = Math.max(-rebaseS, movedAtS[slot]! - shift)
    heardAtS[slot] = Math.max(neverS, heardAtS[slot]! - herdShift)
    fixedAtS[slot] = Math.max(neverS, fixedAtS[slot]! - herdShift)
  }
  return { ...columns, baseS: nowS, baseAt: herdAt }
}

function write(columns: HerdColumns, frame: Frame, nowS: number, version: number): HerdColumns {
  const [movedRows, longest] = writeMoves(columns, frame, nowS)
  const markedRows = writeMarks(columns, frame)
  return {
    ...columns,
    herdAt: frame.herdAt,
    epoch: frame.epoch,
    sequence: frame.sequence,
    version,
    movedRows,
    markedRows,
    marksVersion: columns.marksVersion + (markedRows[1] > markedRows[0] ? 1 : 0),
    stepMetres: nowS - columns.steppedAtS < glideS ? Math.max(longest, columns.stepMetres) : longest,
    steppedAtS: longest > 0 ? nowS : columns.steppedAtS,
  }
}

/**
 * Hot loop over every moving animal: no calls, no objects, all arrays in local variables.
 * @returns the rows touched and the longest glide, metres
 */
function writeMoves(
  columns: HerdColumns,
  { moves, herdAt, originLongitude, originLatitude }: Frame,
  nowS: number,
): [Rows, number] {
  const {
    count,
    longitudeOffsets,
    latitudeOffsets,
    fromLongitudeOffsets,
    fromLatitudeOffsets,
    movedAtS,
    heardAtS,
    fixedAtS,
  } = columns
  const { slots, longitudeOffsets: newLongitudes, latitudeOffsets: newLatitudes, heardAgo, fixedAgo } = moves
  const degreesEast = originLongitude - columns.originLongitude
  const degreesNorth = originLatitude - columns.originLatitude
  const metresEast = metresPerDegree * Math.cos((columns.originLatitude * Math.PI) / 180)
  const sinceS = nowS - columns.baseS
  const herdS = (herdAt - columns.baseAt) / 1000
  const { degrees, none } = unitOf(newLongitudes)
  const [heardNever, fixedNever] = [neverAgoIn(heardAgo), neverAgoIn(fixedAgo)]
  const farthest2 = glideMetres * glideMetres
  const rows = slots.length
  let first = count
  let last = -1
  let longest2 = 0
  for (let row = 0; row < rows; row++) {
    const slot = slots[row]!
    if (slot >= count) continue
    if (slot < first) first = slot
    if (slot > last) last = slot
    const heard = heardAgo[row]!
    heardAtS[slot] = heard === heardNever ? neverS : herdS - heard * 0.1
    const fixed = fixedAgo[row]!
    fixedAtS[slot] = fixed === fixedNever ? neverS : herdS - fixed * 0.1
    const newLongitude = newLongitudes[row]!
    if (newLongitude !== newLongitude || newLongitude === none) continue
    const longitude = Math.fround(newLongitude * degrees + degreesEast)
    const latitude = Math.fround(newLatitudes[row]! * degrees + degreesNorth)
    const oldLongitude = longitudeOffsets[slot]!
    const oldLatitude = latitudeOffsets[slot]!
    if (longitude === oldLongitude && latitude === oldLatitude) continue
    // Inlined `drawnOffset`.
    const t = (sinceS - movedAtS[slot]!) / glideS
    let fromLongitude = oldLongitude
    let fromLatitude = oldLatitude
    if (t < 1) {
      const glided = t > 0 ? t : 0
      fromLongitude = fromLongitudeOffsets[slot]! + (oldLongitude - fromLongitudeOffsets[slot]!) * glided
      fromLatitude = fromLatitudeOffsets[slot]! + (oldLatitude - fromLatitudeOffsets[slot]!) * glided
    }
    const east = (longitude - fromLongitude) * metresEast
    const north = (latitude - fromLatitude) * metresPerDegree
    const metres2 = east * east + north * north
    if (metres2 <= farthest2) {
      if (metres2 > longest2) longest2 = metres2
    } else {
      fromLongitude = longitude
      fromLatitude = latitude
    }
    fromLongitudeOffsets[slot] = fromLongitude
    fromLatitudeOffsets[slot] = fromLatitude
    longitudeOffsets[slot] = longitude
    latitudeOffsets[slot] = latitude
    movedAtS[slot] = sinceS
  }
  return [last < 0 ? [0, 0] : [first, last + 1], Math.sqrt(longest2)]
}

function writeMarks(columns: HerdColumns, frame: Frame): Rows {
  const { slots, penIds, batteries } = frame.marks
  let first = columns.count
  let last = -1
  for (let row = 0; row < slots.length; row++) {
    const slot = slots[row]!
    if (slot >= columns.count) continue
    columns.penIds[slot] = penIds[row]!
    columns.flags[slot] = frame.marks.flags[row]!
    columns.batteries[slot] = batteries[row]!
    if (slot < first) first = slot
    if (slot > last) last = slot
  }
  return last < 0 ? [0, 0] : [first, last + 1]
}

/** Returns whether the map draws the animal at all. */
export function isDrawn(columns: HerdColumns, slot: number): boolean {
  const longitude = columns.longitudeOffsets[slot]!
  return longitude === longitude && (columns.flags[slot]! & flags.gone) === 0
}
