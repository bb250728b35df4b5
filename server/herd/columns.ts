import type { KeptState } from '../db/neckbands/neckbandStates.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { Behaviour } from './behaviour/behaviour.ts'

/** The animal of a slot and its neckband, by the records; constant until they are read again, but for `pledgedTo`. */
export interface Slot {
  animalId: number | null
  visualTag: string
  neckbandId: number | null
  /** When the neckband was put on, herd time (epoch ms); silence counts from here until it is first heard. */
  pairedAt: number
  /** The project whose ledger counts it, 0: none; changes in place. */
  pledgedTo: number
  /** The pen that the animal is kept in: what LEFT_PEN is judged by. */
  penId: number
}

/**
 * The last known state of each animal of a farm, as columns indexed by slot. Written by each reading, read by rules, headcount
 * and frames: no object an animal. Instants are epoch ms, NaN: never; ids 0: none; numbers NaN: not known.
 */
export class HerdColumns {
  readonly slots: readonly Slot[]
  /** Of each slot, ascending; NaN: none. */
  readonly animalIds: Float64Array
  readonly origin: LongitudeLatitude
  /** Of the origin's latitude: a degree of longitude is so much shorter there than one of latitude. */
  readonly cosine: number
  /** Of each slot, when its neckband was put on; NaN: it wears none, or nobody knows. */
  private readonly pairedAt: Float64Array
  readonly heardAt: Float64Array
  readonly fixedAt: Float64Array
  readonly longitude: Float64Array
  readonly latitude: Float64Array
  readonly accuracyM: Float32Array
  readonly rssi: Float32Array
  readonly battery: Float32Array
  readonly temperatureC: Float32Array
  /** The pen where it is, by position or by gateway. */
  readonly penId: Uint32Array
  readonly gatewayId: Uint32Array
  /** Usual time between two readings, ms: a slow mean. */
  readonly usualGapMs: Float64Array
  /** Metres outside its own pen at the last fix (negative inside), and since when beyond the buffer or back. */
  readonly metresOutside: Float32Array
  readonly outsideSince: Float64Array
  readonly insideSince: Float64Array
  /** The same of its farm; 0 metres where it stands in a pen of the farm. */
  readonly metresOutsideFarm: Float32Array
  readonly outsideFarmSince: Float64Array
  readonly insideFarmSince: Float64Array
  /** When it crossed the fence of its pen or farm outwards, where its last two positions lie on both sides and far apart in time. */
  readonly leftPenAt: Float64Array
  readonly leftFarmAt: Float64Array
  /** The behaviour of its neckbands over hours and days. */
  readonly behaviour: Behaviour
  readonly flags: Uint8Array
  /** Slots that changed since the last frame, each once. */
  private readonly moved: Changes
  private readonly marked: Changes
  /** Slots that changed since the last checkpoint. */
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

  takeMoves(): Uint32Array {
    return this.moved.take()
  }

  takeMarks(): Uint32Array {
    return this.marked.take()
  }

  takeUnsaved(): Uint32Array {
    return this.unsaved.take()
  }

  noteUnsaved(slot: number): void {
    this.unsaved.add(slot)
  }

  /** Whether a slot's neckband was put on its animal only after an instant (epoch ms): its readings of then are not of this animal. */
  isBeforePairing(slot: number, at: number): boolean {
    return at < (this.pairedAt[slot] as number)
  }

  /** Counts what is later than `latestAt` as of now. Instants epoch ms. @returns whether anything was */
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

  /** Forgets on which side of its pen's fence an animal is, until the next position. */
  forgetFence(slot: number): void {
    this.metresOutside[slot] = Number.NaN
    this.outsideSince[slot] = Number.NaN
    this.insideSince[slot] = Number.NaN
  }

  /**
   * Has what readings tell in common with other columns of the same slots from now on: one reading taken in there is known here, too.
   * The marks of rules, such as since when an animal is outside, stay apart.
   */
  shareHeard(other: HerdColumns): void {
    Object.assign(this, Object.fromEntries(heardColumns.map((name) => [name, other[name]])))
  }

  /**
   * Takes over what is known of a slot of the columns that these replace. Of a neckband that another animal wore when it
   * was last heard, only what is the neckband's own.
   */
  copyFrom(other: HerdColumns, from: number, to: number): void {
    const isOfAnother = this.isBeforePairing(to, other.heardAt[from] as number)
    for (const name of isOfAnother ? neckbandColumns : stateColumns) this[name][to] = other[name][from] as number
    if (!isOfAnother) this.behaviour.copyFrom(other.behaviour, from, to)
    this.unsaved.add(to)
  }
}

const instantColumns = ['heardAt', 'fixedAt', 'outsideSince', 'insideSince', 'outsideFarmSince', 'insideFarmSince', 'leftPenAt', 'leftFarmAt'] as const satisfies (keyof HerdColumns)[]

/** Columns about the neckband, whichever animal wears it. */
const neckbandColumns = ['battery', 'temperatureC'] as const satisfies (keyof HerdColumns)[]

/** The last state that a neckband reported. Instants are epoch ms of herd time; null: not known. */
export type NeckbandState = Omit<KeptState, 'neckbandId' | 'savedAt' | 'moving' | 'usualGapMs' | 'outsideSince' | 'insideSince' | 'outsideFarmSince' | 'insideFarmSince'>

/** Reads the last state of a slot from the columns. */
export function lastHeard(columns: HerdColumns, slot: number): NeckbandState {
  return {
    heardAt: known(columns.heardAt[slot]),
    fixedAt: known(columns.fixedAt[slot]),
    longitude: known(columns.longitude[slot]),
    latitude: known(columns.latitude[slot]),
    accuracyM: known(columns.accuracyM[slot]),
    penId: columns.penId[slot] || null,
    gatewayId: columns.gatewayId[slot] || null,
    rssi: known(columns.rssi[slot]),
    battery: known(columns.battery[slot]),
    temperatureC: known(columns.temperatureC[slot]),
  }
}

/** A value of a column; null where it is NaN. */
export const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)

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

/** Columns that readings alone decide, whatever the rules are. */
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

/** A set of slots that costs one byte a slot and is emptied at once. */
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

  /** The slots, in the order they changed; the set is empty afterwards. */
  take(): Uint32Array {
    const taken = this.list.slice(0, this.length)
    this.length = 0
    for (const slot of taken) this.listed[slot] = 0
    return taken
  }
}
