import type { StoredState } from '../db/neckbands/neckbandStates.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { Behaviour } from './behaviour/behaviour.ts'

/** A slot's animal and neckband, from the records. Constant until the records are read again, except `pledgedTo`. */
export interface Slot {
  animalId: number | null
  visualTag: string
  neckbandId: number | null
  /** When the neckband was paired, herd time (epoch ms). Silence counts from here until the first reading. */
  pairedAt: number
  /** Whether the animal has never worn a neckband. */
  neverFitted?: boolean
  /** The project whose ledger counts the animal; 0: none. Changes in place. */
  pledgedTo: number
  /** The pen assigned to the animal, used by LEFT_PEN. */
  penId: number
}

/**
 * Last known state of each animal of a farm, in columns by slot, without an object per animal. Readings write it; rules, headcounts
 * and frames read it. Instants are epoch ms, NaN: never; ids 0: none; numbers NaN: unknown.
 */
export class HerdColumns {
  readonly slots: readonly Slot[]
  /** Animal ids by slot, ascending; NaN without an animal. */
  readonly animalIds: Float64Array
  readonly origin: LongitudeLatitude
  /** Cosine of the origin's latitude: length of a degree of longitude relative to one of latitude. */
  readonly cosine: number
  /** When each slot's neckband was paired; NaN without a neckband, or when unknown. */
  private readonly pairedAt: Float64Array
  readonly heardAt: Float64Array
  readonly fixedAt: Float64Array
  readonly longitude: Float64Array
  readonly latitude: Float64Array
  readonly accuracyM: Float32Array
  readonly rssi: Float32Array
  readonly battery: Float32Array
  readonly temperatureC: Float32Array
  /** Current pen, from the position or the gateway. */
  readonly penId: Uint32Array
  readonly gatewayId: Uint32Array
  /** Typical time between two readings, ms: a slowly moving mean. */
  readonly usualGapMs: Float64Array
  /** Metres outside its own pen at the last position (negative inside), and since when beyond the buffer or back. */
  readonly metresOutside: Float32Array
  readonly outsideSince: Float64Array
  readonly insideSince: Float64Array
  /** Metres outside its farm at the last position, 0 inside one of the farm's pens, and since when beyond the buffer or back. */
  readonly metresOutsideFarm: Float32Array
  readonly outsideFarmSince: Float64Array
  readonly insideFarmSince: Float64Array
  /** When it left its pen or farm, if its last two positions lie on both sides of the fence and far apart in time. */
  readonly leftPenAt: Float64Array
  readonly leftFarmAt: Float64Array
  /** Behaviour of its neckbands over hours and days. */
  readonly behaviour: Behaviour
  readonly flags: Uint8Array
  /** Slots changed since the last frame, without duplicates. */
  private readonly moved: Changes
  private readonly marked: Changes
  /** Slots changed since the last checkpoint. */
  private readonly unsaved: Changes

  constructor(slots: readonly Slot[], origin: LongitudeLatitude) {
    const n = slots.length
    this.slots = slots
    this.animalIds = Float64Array.from(slots, ({ animalId }) => animalId ?? Number.NaN)
    this.origin = origin
    this.cosine = Math.cos((origin[1] * Math.PI) / 180)
    this.pairedAt = Float64Array.from(slots, ({ pairedAt }) => pairedAt)
    this.heardAt = new Float64Array(n).fill(Number.NaN)
    this.fixedAt = new Float64Array(n).fill(Number.NaN)
    this.longitude = new Float64Array(n).fill(Number.NaN)
    this.latitude = new Float64Array(n).fill(Number.NaN)
    this.accuracyM = new Float32Array(n).fill(Number.NaN)
    this.rssi = new Float32Array(n).fill(Number.NaN)
    this.battery = new Float32Array(n).fill(Number.NaN)
    this.temperatureC = new Float32Array(n).fill(Number.NaN)
    this.penId = new Uint32Array(n)
    this.gatewayId = new Uint32Array(n)
    this.usualGapMs = new Float64Array(n).fill(Number.NaN)
    this.metresOutside = new Float32Array(n).fill(Number.NaN)
    this.outsideSince = new Float64Array(n).fill(Number.NaN)
    this.insideSince = new Float64Array(n).fill(Number.NaN)
    this.metresOutsideFarm = new Float32Array(n).fill(Number.NaN)
    this.outsideFarmSince = new Float64Array(n).fill(Number.NaN)
    this.insideFarmSince = new Float64Array(n).fill(Number.NaN)
    this.leftPenAt = new Float64Array(n).fill(Number.NaN)
    this.leftFarmAt = new Float64Array(n).fill(Number.NaN)
    this.behaviour = new Behaviour(n, origin)
    this.flags = new Uint8Array(n)
    this.moved = new Changes(n)
    this.marked = new Changes(n)
    this.unsaved = new Changes(n)
  }

  get count(): number {
    return this.slots.length
  }

  noteMove(slot: number): void {
    this.moved.add(slot)
    this.unsaved.add(slot)
  }

  noteMark(slot: number): void {
    this.marked.add(slot)
  }

  setFlag(slot: number, flag: number, on: boolean): void {
    const before = this.flags[slot] as number
    const after = on ? before | flag : before & ~flag
    if (after === before) return
    this.flags[slot] = after
    this.marked.add(slot)
  }

  drainMoves(): Uint32Array {
    return this.moved.drain()
  }

  drainMarks(): Uint32Array {
    return this.marked.drain()
  }

  drainUnsaved(): Uint32Array {
    return this.unsaved.drain()
  }

  noteUnsaved(slot: number): void {
    this.unsaved.add(slot)
  }

  /** Returns whether a slot's neckband was paired after an instant (epoch ms): earlier readings belong to another animal. */
  isBeforePairing(slot: number, at: number): boolean {
    return at < (this.pairedAt[slot] as number)
  }

  /** Sets instants after `latestAt` to now (epoch ms). @returns whether there were any */
  forgetLater(latestAt: number, now: number): boolean {
    let found = false
    for (let slot = 0; slot < this.count; slot++) {
      if ((this.heardAt[slot] as number) > latestAt) this.usualGapMs[slot] = Number.NaN
      for (const name of instantColumns) {
        if (!((this[name][slot] as number) > latestAt)) continue
        this[name][slot] = now
        this.noteMove(slot)
        found = true
      }
      this.behaviour.forgetLater(slot, latestAt, now)
    }
    return found
  }

  get changed(): boolean {
    return this.moved.length > 0 || this.marked.length > 0
  }

  /** Clears the position relative to its pen's fence, until the next position. */
  forgetFence(slot: number): void {
    this.metresOutside[slot] = Number.NaN
    this.outsideSince[slot] = Number.NaN
    this.insideSince[slot] = Number.NaN
  }

  /**
   * Shares all columns that readings write with other columns of the same slots, so that a reading applied there is visible here.
   * Columns that rules write, such as since when an animal is outside, stay separate.
   */
  shareHeard(other: HerdColumns): void {
    Object.assign(this, Object.fromEntries(heardColumns.map((name) => [name, other[name]])))
  }

  /**
   * Copies the state of a slot from the columns that these replace. If another animal wore the neckband at its last reading,
   * copies only values of the neckband itself.
   */
  copyFrom(other: HerdColumns, from: number, to: number): void {
    const isOfAnother = this.isBeforePairing(to, other.heardAt[from] as number)
    for (const name of isOfAnother ? neckbandColumns : stateColumns) this[name][to] = other[name][from] as number
    if (!isOfAnother) this.behaviour.copyFrom(other.behaviour, from, to)
    this.unsaved.add(to)
  }
}

const instantColumns = [
  'heardAt',
  'fixedAt',
  'outsideSince',
  'insideSince',
  'outsideFarmSince',
  'insideFarmSince',
  'leftPenAt',
  'leftFarmAt',
] as const satisfies (keyof HerdColumns)[]

/** Columns about the neckband itself, independent of the animal. */
const neckbandColumns = ['battery', 'temperatureC'] as const satisfies (keyof HerdColumns)[]

/** Last reported state of a neckband. Instants are herd time, epoch ms; null when unknown. */
export type NeckbandState = Omit<
  StoredState,
  | 'neckbandId'
  | 'savedAt'
  | 'moving'
  | 'usualGapMs'
  | 'outsideSince'
  | 'insideSince'
  | 'outsideFarmSince'
  | 'insideFarmSince'
>

/** Returns the last state of a slot. */
export function lastHeard(columns: HerdColumns, slot: number): NeckbandState {
  return {
    heardAt: nullIfNaN(columns.heardAt[slot]),
    fixedAt: nullIfNaN(columns.fixedAt[slot]),
    longitude: nullIfNaN(columns.longitude[slot]),
    latitude: nullIfNaN(columns.latitude[slot]),
    accuracyM: nullIfNaN(columns.accuracyM[slot]),
    penId: columns.penId[slot] || null,
    gatewayId: columns.gatewayId[slot] || null,
    rssi: nullIfNaN(columns.rssi[slot]),
    battery: nullIfNaN(columns.battery[slot]),
    temperatureC: nullIfNaN(columns.temperatureC[slot]),
  }
}

/** Returns a value of a column; null for NaN. */
export const nullIfNaN = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)

const stateColumns = [
  'heardAt',
  'fixedAt',
  'longitude',
  'latitude',
  'accuracyM',
  'rssi',
  'battery',
  'temperatureC',
  'penId',
  'gatewayId',
  'usualGapMs',
  'metresOutside',
  'outsideSince',
  'insideSince',
  'metresOutsideFarm',
  'outsideFarmSince',
  'insideFarmSince',
  'flags',
] as const satisfies (keyof HerdColumns)[]

/** Columns that depend only on readings, not on rules. */
const heardColumns = [
  'heardAt',
  'fixedAt',
  'longitude',
  'latitude',
  'accuracyM',
  'rssi',
  'battery',
  'temperatureC',
  'penId',
  'gatewayId',
  'usualGapMs',
  'metresOutside',
  'metresOutsideFarm',
  'leftPenAt',
  'leftFarmAt',
  'behaviour',
] as const satisfies (keyof HerdColumns)[]

/** A set of slots that uses a few bytes per slot and is emptied in one step. */
class Changes {
  private readonly listed: Uint8Array
  private readonly list: Uint32Array
  length = 0

  constructor(count: number) {
    this.listed = new Uint8Array(count)
    this.list = new Uint32Array(count)
  }

  add(slot: number): void {
    if (this.listed[slot] === 1) return
    this.listed[slot] = 1
    this.list[this.length++] = slot
  }

  /** Returns the slots in order of change, and empties the set. */
  drain(): Uint32Array {
    const taken = this.list.slice(0, this.length)
    this.length = 0
    for (const slot of taken) this.listed[slot] = 0
    return taken
  }
}
