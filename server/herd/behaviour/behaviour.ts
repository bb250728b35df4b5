import { metresPerDegree } from '#contract/values/geo.ts'
import type { StoredBehaviour } from '../../db/neckbands/neckbandBehaviour.ts'
import { SignalLevels } from './signalLevels.ts'

/** The parts of a reading about a neckband's behaviour. NaN and null when not in the reading. */
export interface Behaving {
  at: number
  longitude: number
  latitude: number
  accuracyM: number
  rssi: number
  activity: number
  moving: boolean | null
  tamper: boolean | null
}

/**
 * Distance from its resting place beyond which an animal has moved, metres; positions of a lying animal scatter less.
 * Feedlot steers often stay within 25 m for half a day, but never within 12 m (`docs/FALSE-ALARMS.md`).
 * An inaccurate position allows a larger distance, up to the second value.
 */
const scatterMetres = 10
const maxScatterMetres = 25
/** Minimum activity (0 to 1) of a moving animal, when the device sends no movement flag. */
const movingActivity = 0.1
/** After a longer time without movement data, ms, stillness is counted from the start again. */
const maxMotionGapMs = 3 * 3_600_000
/** The end of a longer stillness, ms, is saved with the next checkpoint. Losing a shorter one in a crash hardly matters. */
const shortStillMs = 10 * 60_000
/** Distance from the farm beyond which a position counts as impossible, metres, unless a permit lets the animal travel. */
const regionMetres = 50_000

/** Returns the hour of an instant (epoch ms), counted from the epoch. */
export const hourOf = (at: number) => Math.floor(at / 3_600_000)

/** How a slot differs from its saved state: not at all, in values that grow continuously, or in something that may never be reported again. */
export const changes = { none: 0, some: 1, unrepeatable: 2 } as const

/**
 * Behaviour of each neckband over hours and days, in columns by slot, with constant size.
 * Readings update it; rules use it at each tick. Instants are epoch ms; NaN when unknown.
 */
export class Behaviour {
  /** Since when it reports no movement, and time of its last report about movement. */
  readonly stillSince: Float64Array
  readonly motionToldAt: Float64Array
  /** Since when it reports that it was opened; NaN when it does not. */
  readonly tamperSince: Float64Array
  /** Time of its last position, including impossible ones; NaN from a start to the next one. */
  readonly positionToldAt: Float64Array
  /** Its last eight positions, one bit each, newest lowest; 1 for an impossible one. */
  readonly badPositions: Uint8Array
  readonly signals: SignalLevels
  /** The neckband near it hour after hour (0: none), and for how many hours; an hour apart subtracts three. */
  readonly companionId: Float64Array
  readonly togetherHours: Uint16Array
  /** Hour (since the epoch) of the last companion check. */
  companionsHour = 0
  private readonly anchorLongitude: Float64Array
  private readonly anchorLatitude: Float64Array
  /** One of `changes`, by slot. */
  private readonly unsaved: Uint8Array
  private readonly originLongitude: number
  private readonly originLatitude: number
  private readonly cosine: number

  constructor(count: number, [longitude, latitude]: readonly [number, number]) {
    const instants = () => new Float64Array(count).fill(Number.NaN)
    this.stillSince = instants()
    this.motionToldAt = instants()
    this.tamperSince = instants()
    this.positionToldAt = instants()
    this.badPositions = new Uint8Array(count)
    this.signals = new SignalLevels(count)
    this.companionId = new Float64Array(count)
    this.togetherHours = new Uint16Array(count)
    this.anchorLongitude = instants()
    this.anchorLatitude = instants()
    this.unsaved = new Uint8Array(count)
    this.originLongitude = longitude
    this.originLatitude = latitude
    this.cosine = Math.cos((latitude * Math.PI) / 180)
  }

  /** Notes whether a neckband reports that it was opened; null says nothing. */
  noteTamper(slot: number, at: number, tamper: boolean | null): void {
    if (tamper === null || tamper !== Number.isNaN(this.tamperSince[slot])) return
    this.tamperSince[slot] = tamper ? at : Number.NaN
    this.noteChange(slot, changes.unrepeatable)
  }

  /**
   * Applies a reading that is newer than all before. Runs for every reading, so it allocates nothing.
   * @param gatewayId the receiving gateway; 0: unknown
   * @param isImpossible whether the reading contained an impossible position, which was removed from it
   */
  hear(slot: number, reading: Behaving, gatewayId: number, isImpossible: boolean): void {
    this.noteChange(slot, changes.some)
    const { at, longitude, activity, moving, tamper } = reading
    this.noteTamper(slot, at, tamper)
    const hasPosition = !Number.isNaN(longitude)
    if (hasPosition || isImpossible) this.notePosition(slot, reading, isImpossible)
    if (hasPosition || moving !== null || !Number.isNaN(activity)) this.noteMotion(slot, reading, hasPosition)
    if (gatewayId !== 0 && !Number.isNaN(reading.rssi)) this.signals.hear(slot, gatewayId, reading.rssi, at)
  }

  /** Applies the position of a reading older than the last one, unless a newer position is known: devices may send positions late. */
  hearOlderPosition(slot: number, reading: Behaving, isImpossible: boolean): void {
    if (reading.at <= (this.positionToldAt[slot] as number)) return
    this.noteChange(slot, changes.some)
    this.notePosition(slot, reading, isImpossible)
    if (!isImpossible) this.noteMotion(slot, reading, true)
  }

  private notePosition(slot: number, { at, longitude, latitude }: Behaving, isImpossible: boolean): void {
    const isBad =
      isImpossible || this.metres(longitude, latitude, this.originLongitude, this.originLatitude) > regionMetres
    const before = this.badPositions[slot] as number
    this.badPositions[slot] = (before << 1) | (isBad ? 1 : 0)
    if (this.badPositions[slot] !== before) this.noteChange(slot, changes.unrepeatable)
    this.positionToldAt[slot] = at
  }

  private noteChange(slot: number, change: number): void {
    this.unsaved[slot] = Math.max(change, this.unsaved[slot] as number)
  }

  private noteMotion(
    slot: number,
    { at, longitude, latitude, accuracyM, activity, moving }: Behaving,
    hasPosition: boolean,
  ): void {
    const anchorLongitude = this.anchorLongitude[slot] as number
    const isAway =
      hasPosition &&
      this.metres(longitude, latitude, anchorLongitude, this.anchorLatitude[slot] as number) >
        (accuracyM > scatterMetres / 2 ? Math.min(maxScatterMetres, 2 * accuracyM) : scatterMetres)
    const isNew = !(at - (this.motionToldAt[slot] as number) <= maxMotionGapMs)
    if (!(at <= (this.motionToldAt[slot] as number))) this.motionToldAt[slot] = at
    const isStill = !isNew && !isAway && moving !== true && !(activity >= movingActivity)
    if (!isStill && !(at <= (this.stillSince[slot] as number))) {
      if (at - (this.stillSince[slot] as number) > shortStillMs) this.noteChange(slot, changes.unrepeatable)
      this.stillSince[slot] = at
    }
    if (hasPosition && (!isStill || Number.isNaN(anchorLongitude))) {
      this.anchorLongitude[slot] = longitude
      this.anchorLatitude[slot] = latitude
    }
  }

  /** Returns the distance of two positions, metres, for distances within a farm. NaN when one is unknown. */
  private metres(longitude: number, latitude: number, otherLongitude: number, otherLatitude: number): number {
    const east = (longitude - otherLongitude) * this.cosine
    const north = latitude - otherLatitude
    return Math.sqrt(east * east + north * north) * metresPerDegree
  }

  /** Counts the impossible positions among a slot's last eight. */
  badPositionsOf(slot: number): number {
    let bits = this.badPositions[slot] as number
    let count = 0
    for (; bits > 0; bits &= bits - 1) count++
    return count
  }

  /** Copies the state of a slot from the behaviour that this one replaces. */
  copyFrom(other: Behaviour, from: number, to: number): void {
    for (const name of ownColumns) this[name][to] = other[name][from] as number
    this.anchorLongitude[to] = other.anchorLongitude[from] as number
    this.anchorLatitude[to] = other.anchorLatitude[from] as number
    this.signals.copyFrom(other.signals, from, to)
    this.companionsHour = Math.max(this.companionsHour, other.companionsHour)
    this.unsaved[to] = Math.max(changes.some, other.unsaved[from] as number)
  }

  /** Sets instants after `latestAt` to now (epoch ms). */
  forgetLater(slot: number, latestAt: number, now: number): void {
    for (const name of instantColumns) if ((this[name][slot] as number) > latestAt) this[name][slot] = now
    this.signals.forgetLater(slot, latestAt)
    this.companionsHour = Math.min(this.companionsHour, hourOf(now))
  }

  /** Restores a neckband's saved behaviour. */
  restore(slot: number, kept: StoredBehaviour): void {
    this.stillSince[slot] = kept.stillSince ?? Number.NaN
    this.motionToldAt[slot] = kept.motionToldAt ?? Number.NaN
    this.tamperSince[slot] = kept.tamperSince ?? Number.NaN
    this.badPositions[slot] = kept.badPositions
    this.anchorLongitude[slot] = kept.anchorLongitude ?? Number.NaN
    this.anchorLatitude[slot] = kept.anchorLatitude ?? Number.NaN
    this.companionId[slot] = kept.companionId ?? 0
    this.togetherHours[slot] = kept.togetherHours
    this.signals.restore(slot, kept)
  }

  /** Returns the slots changed since the last call, by at least the kind of change `least`, and resets them. */
  drainUnsaved(least: number = changes.some): number[] {
    const slots: number[] = []
    for (const [slot, change] of this.unsaved.entries()) if (change >= least) slots.push(slot)
    for (const slot of slots) this.unsaved[slot] = changes.none
    return slots
  }

  noteUnsaved(slot: number): void {
    this.unsaved[slot] = changes.unrepeatable
  }

  /** Returns the state of a slot's neckband to save. */
  toStored(slot: number, neckbandId: number): StoredBehaviour {
    const nullIfNaN = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
    return {
      neckbandId,
      stillSince: nullIfNaN(this.stillSince[slot]),
      motionToldAt: nullIfNaN(this.motionToldAt[slot]),
      tamperSince: nullIfNaN(this.tamperSince[slot]),
      badPositions: this.badPositions[slot] ?? 0,
      anchorLongitude: nullIfNaN(this.anchorLongitude[slot]),
      anchorLatitude: nullIfNaN(this.anchorLatitude[slot]),
      companionId: this.companionId[slot] || null,
      togetherHours: this.togetherHours[slot] ?? 0,
      ...this.signals.toStored(slot),
    }
  }
}

const instantColumns = [
  'stillSince',
  'motionToldAt',
  'tamperSince',
  'positionToldAt',
] as const satisfies (keyof Behaviour)[]
const ownColumns = [
  ...instantColumns,
  'badPositions',
  'companionId',
  'togetherHours',
] as const satisfies (keyof Behaviour)[]
