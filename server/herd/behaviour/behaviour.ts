import { metresPerDegree } from '#contract/values/geo.ts'
import type { KeptBehaviour } from '../../db/neckbands/neckbandBehaviour.ts'
import { SignalLevels } from './signalLevels.ts'

/** The parts of a reading that tell how its neckband behaves. NaN and null: not in the reading. */
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
 * Positions scatter by less while an animal lies: farther than this from where it lay it has moved. Steers of a feedlot stay within 25 m for
 * half a day again and again, within 12 m never (`docs/FALSE-ALARMS.md`). A position that says that it errs by more than half of it is given more room.
 */
const scatterMetres = 10
const mostScatterMetres = 25
/** An activity (0 to 1) from which on an animal moves, where the device does not say it itself. */
const movingActivity = 0.1
/** After a longer time in which nothing was told of movement, nobody knows what was meanwhile: stillness counts anew. */
const longestGapMs = 3 * 3_600_000
/** A stillness that ends after longer than this is kept at once: what a kill takes back of a shorter one is nothing beside hours. */
const shortStillMs = 10 * 60_000
/** A position farther than this from its farm is as impossible as one in the sea, unless a permit lets the animal travel. */
const regionMetres = 50_000

/** The hour of an instant (epoch ms) since the epoch. */
export const hourOf = (at: number) => Math.floor(at / 3_600_000)

/** How a slot differs from what is kept of it: not, in what grows bit by bit, or in something that was told once and may never be told again. */
export const changes = { none: 0, some: 1, told: 2 } as const

/**
 * The behaviour of each neckband over hours and days, as columns by slot: a few numbers each, however long it lasts. Written by
 * each reading, and looked at by rules at each tick. Instants are epoch ms, NaN: not known.
 */
export class Behaviour {
  /** Since when it has told that it does not move, and when it told anything of movement last. */
  readonly stillSince: Float64Array
  readonly motionToldAt: Float64Array
  /** Since when it says that it was opened; NaN: it does not. */
  readonly tamperSince: Float64Array
  /** When its last position was, an impossible one too; NaN after a start until the next one. */
  readonly positionToldAt: Float64Array
  /** Its last eight positions, one bit each, the newest lowest; 1: an impossible one. */
  readonly badPositions: Uint8Array
  readonly signals: SignalLevels
  /** The neckband that is near it hour by hour (0: none), and for how many hours; each hour apart costs three. */
  readonly companionId: Float64Array
  readonly togetherHours: Uint16Array
  /** The hour (since the epoch) in which companions were looked at last. */
  companionsHour = 0
  private readonly anchorLongitude: Float64Array
  private readonly anchorLatitude: Float64Array
  /** By slot, one of `changes`. */
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

  /**
   * Notes what a reading tells that is newer than all before. Runs for every reading: it allocates nothing.
   * @param gatewayId the gateway that heard it; 0: none
   * @param isImpossible whether it told a position at which no animal can be (and which is therefore not in it)
   */
  hear(slot: number, reading: Behaving, gatewayId: number, isImpossible: boolean): void {
    this.noteChange(slot, changes.some)
    const { at, longitude, activity, moving, tamper } = reading
    if (tamper !== null && tamper === Number.isNaN(this.tamperSince[slot])) {
      this.tamperSince[slot] = tamper ? at : Number.NaN
      this.noteChange(slot, changes.told)
    }
    const hasPosition = !Number.isNaN(longitude)
    if (hasPosition || isImpossible) this.notePosition(slot, reading, isImpossible)
    if (hasPosition || moving !== null || !Number.isNaN(activity)) this.noteMotion(slot, reading, hasPosition)
    if (gatewayId !== 0 && !Number.isNaN(reading.rssi)) this.signals.hear(slot, gatewayId, reading.rssi, at)
  }

  /** Notes the position of a reading that is older than the last one, unless a newer position was told: a device tells where it was a while ago. */
  hearOlderPosition(slot: number, reading: Behaving, isImpossible: boolean): void {
    if (reading.at <= (this.positionToldAt[slot] as number)) return
    this.noteChange(slot, changes.some)
    this.notePosition(slot, reading, isImpossible)
    if (!isImpossible) this.noteMotion(slot, reading, true)
  }

  private notePosition(slot: number, { at, longitude, latitude }: Behaving, isImpossible: boolean): void {
    const isBad = isImpossible || this.metres(longitude, latitude, this.originLongitude, this.originLatitude) > regionMetres
    const before = this.badPositions[slot] as number
    this.badPositions[slot] = (before << 1) | (isBad ? 1 : 0)
    if (this.badPositions[slot] !== before) this.noteChange(slot, changes.told)
    this.positionToldAt[slot] = at
  }

  private noteChange(slot: number, change: number): void {
    this.unsaved[slot] = Math.max(change, this.unsaved[slot] as number)
  }

  private noteMotion(slot: number, { at, longitude, latitude, accuracyM, activity, moving }: Behaving, hasPosition: boolean): void {
    const anchorLongitude = this.anchorLongitude[slot] as number
    const isAway = hasPosition && this.metres(longitude, latitude, anchorLongitude, this.anchorLatitude[slot] as number) > (accuracyM > scatterMetres / 2 ? Math.min(mostScatterMetres, 2 * accuracyM) : scatterMetres)
    const isNew = !(at - (this.motionToldAt[slot] as number) <= longestGapMs)
    if (!(at <= (this.motionToldAt[slot] as number))) this.motionToldAt[slot] = at
    const isStill = !isNew && !isAway && moving !== true && !(activity >= movingActivity)
    if (!isStill && !(at <= (this.stillSince[slot] as number))) {
      if (at - (this.stillSince[slot] as number) > shortStillMs) this.noteChange(slot, changes.told)
      this.stillSince[slot] = at
    }
    if (hasPosition && (!isStill || Number.isNaN(anchorLongitude))) {
      this.anchorLongitude[slot] = longitude
      this.anchorLatitude[slot] = latitude
    }
  }

  /** How far two positions lie apart, metres: on the scale of a farm. NaN where one is not known. */
  private metres(longitude: number, latitude: number, otherLongitude: number, otherLatitude: number): number {
    const east = (longitude - otherLongitude) * this.cosine
    const north = latitude - otherLatitude
    return Math.sqrt(east * east + north * north) * metresPerDegree
  }

  /** How many of a slot's last eight positions were impossible. */
  badPositionsOf(slot: number): number {
    let bits = this.badPositions[slot] as number
    let count = 0
    for (; bits > 0; bits &= bits - 1) count++
    return count
  }

  /** Takes over what is known of a slot of the behaviour that this one replaces. */
  copyFrom(other: Behaviour, from: number, to: number): void {
    for (const name of ownColumns) this[name][to] = other[name][from] as number
    this.anchorLongitude[to] = other.anchorLongitude[from] as number
    this.anchorLatitude[to] = other.anchorLatitude[from] as number
    this.signals.copyFrom(other.signals, from, to)
    this.companionsHour = Math.max(this.companionsHour, other.companionsHour)
    this.unsaved[to] = Math.max(changes.some, other.unsaved[from] as number)
  }

  /** Counts what is later than `latestAt` as of now (epoch ms). */
  forgetLater(slot: number, latestAt: number, now: number): void {
    for (const name of instantColumns) if ((this[name][slot] as number) > latestAt) this[name][slot] = now
    this.signals.forgetLater(slot, latestAt)
    this.companionsHour = Math.min(this.companionsHour, hourOf(now))
  }

  /** Puts back what was kept of a neckband. */
  restore(slot: number, kept: KeptBehaviour): void {
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

  /** Takes the slots that changed since the last call, by as much as `least` at the least. */
  takeUnsaved(least: number = changes.some): number[] {
    const slots: number[] = []
    for (const [slot, change] of this.unsaved.entries()) if (change >= least) slots.push(slot)
    for (const slot of slots) this.unsaved[slot] = changes.none
    return slots
  }

  noteUnsaved(slot: number): void {
    this.unsaved[slot] = changes.told
  }

  /** The state of a slot's neckband that is to be kept. */
  keep(slot: number, neckbandId: number): KeptBehaviour {
    const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
    return {
      neckbandId,
      stillSince: known(this.stillSince[slot]),
      motionToldAt: known(this.motionToldAt[slot]),
      tamperSince: known(this.tamperSince[slot]),
      badPositions: this.badPositions[slot] ?? 0,
      anchorLongitude: known(this.anchorLongitude[slot]),
      anchorLatitude: known(this.anchorLatitude[slot]),
      companionId: this.companionId[slot] || null,
      togetherHours: this.togetherHours[slot] ?? 0,
      ...this.signals.keep(slot),
    }
  }
}

const instantColumns = ['stillSince', 'motionToldAt', 'tamperSince', 'positionToldAt'] as const satisfies (keyof Behaviour)[]
const ownColumns = [...instantColumns, 'badPositions', 'companionId', 'togetherHours'] as const satisfies (keyof Behaviour)[]
