import { flags } from '#contract/live/frames.ts'
import type { LiveGateway, LiveHeadcount } from '#contract/live/live.ts'
import { maxFutureMs } from '#contract/herd/readings.ts'
import { mergeBreaks, type ListeningBreak } from '../db/listeningBreaks.ts'
import type { StoredState } from '../db/neckbands/neckbandStates.ts'
import type { Reading } from '../db/readings/batch.ts'
import { nullIfNaN, lastHeard } from './columns.ts'
import type { NeckbandState } from './columns.ts'
import { listeningSince, type Outage, Permits } from './outages.ts'
import { noteCrossings, placeByPosition, placeOf, sparseMs } from './fences/fences.ts'
import { countHeads, firstDayOf, headClassifier } from './headcount.ts'
import { SignalPlacer } from './placement.ts'
import { emptyRegistry, sparesFarmId } from './registry.ts'
import type { Device, FarmHerd, GatewayRecord, Registry } from './registry.ts'
import { slotFinder } from './slotFinder.ts'
import { Walls } from './walls/walls.ts'

/** The parts of a reading that the herd uses. NaN and null when not in the reading. */
export type Heard = Pick<
  Reading,
  'at' | 'longitude' | 'latitude' | 'accuracyM' | 'rssi' | 'battery' | 'temperatureC' | 'activity' | 'moving' | 'tamper'
>

/** A query of heads by animal, with the farms that they are kept on. */
export interface HeadQuery {
  farmIds: readonly number[]
  /** Lookups are fastest in ascending order. */
  animalIds: ArrayLike<number>
}

/** Results in the order of the query: class (`headCodes`), first day (`firstDayCodes`; absent when unknown), last reading (epoch ms, NaN: never) and its gateway (0: none). */
export interface HeadResults {
  codes: Uint8Array
  firstDays?: Uint8Array
  heardAt: Float64Array
  gatewayIds: Uint32Array
}

/** Weight of a new gap in the mean gap. */
const gapShare = 0.1
/** Window in which the neckbands heard by a gateway are counted, ms. */
const bandsWindowMs = 60_000

/** The live state of every herd. All of it can be rebuilt from the database. */
export class Herd {
  registry: Registry = emptyRegistry()
  /** Open and recent outages by farm; maintained by the alert engine. */
  readonly outages = new Map<number, Outage[]>()
  /** Permits for animals to be away; maintained by the alert engine. */
  readonly permits = new Permits()
  /** The walls that show the monitor. */
  readonly walls = new Walls()
  /** End of the last intake break that affected all farms, herd time (epoch ms). While the server was stopped, no neckband counted as silent. */
  listeningSinceAt = Number.NaN
  /** Whether readings are currently not received although the server runs. */
  isDeaf = false
  /** Farms whose readings are received anyway. */
  sparedFarmIds: readonly number[] = []
  /** Recent times without intake of readings. */
  breaks: readonly ListeningBreak[] = []
  /** Gateways whose connection was lost. */
  private readonly offline = new Set<number>()
  private readonly placer = new SignalPlacer()

  /**
   * Applies a stored reading. An older reading never moves the state backwards; one from before the neckband's pairing is
   * ignored, because it belongs to another animal.
   * @param isImpossible whether the reading contained an impossible position, which was removed from it
   * @returns whether its position is the animal's newest
   */
  hear(device: Device, gateway: GatewayRecord | undefined, reading: Heard, isImpossible = false): boolean {
    const { slot, herd } = device
    const columns = herd.columns
    const heardAt = columns.heardAt[slot] as number
    const { at } = reading
    if (columns.isBeforePairing(slot, at)) return false
    if (!(at <= heardAt)) {
      if (!Number.isNaN(heardAt)) {
        const typicalGapMs = columns.usualGapMs[slot] as number
        const gap = at - heardAt
        columns.usualGapMs[slot] = Number.isNaN(typicalGapMs) ? gap : typicalGapMs + gapShare * (gap - typicalGapMs)
      }
      columns.heardAt[slot] = at
      columns.gatewayId[slot] = gateway?.id ?? 0
      columns.rssi[slot] = reading.rssi
      this.noteValues(columns, slot, reading)
      columns.behaviour.hear(slot, reading, gateway?.id ?? 0, isImpossible)
      columns.noteMove(slot)
    } else if (at === heardAt) {
      // Several readings of one second complete each other.
      this.noteValues(columns, slot, reading)
      columns.behaviour.noteTamper(slot, at, reading.tamper)
      columns.noteMove(slot)
    }
    if (
      at <= heardAt &&
      (isImpossible || !Number.isNaN(reading.longitude)) &&
      !(at <= (columns.fixedAt[slot] as number))
    ) {
      columns.behaviour.hearOlderPosition(slot, reading, isImpossible)
    }
    if (Number.isNaN(reading.longitude)) {
      this.placeByGateway(device, gateway, reading)
      return false
    }
    if (at <= (columns.fixedAt[slot] as number)) return false
    if (Number.isNaN(columns.fixedAt[slot])) this.placer.forget(device.neckbandId)
    const before = at - (columns.fixedAt[slot] as number) > sparseMs ? placeOf(columns, slot) : null
    columns.fixedAt[slot] = at
    columns.longitude[slot] = reading.longitude
    columns.latitude[slot] = reading.latitude
    columns.accuracyM[slot] = reading.accuracyM
    placeByPosition(herd, slot, reading.longitude, reading.latitude)
    columns.leftPenAt[slot] = Number.NaN
    columns.leftFarmAt[slot] = Number.NaN
    if (before !== null) noteCrossings(herd, slot, before)
    columns.noteMove(slot)
    return true
  }

  /** Notes the values that a reading contains; others stay. */
  private noteValues(columns: FarmHerd['columns'], slot: number, { battery, temperatureC, moving }: Heard): void {
    if (!Number.isNaN(battery)) this.noteBattery(columns, slot, battery)
    if (!Number.isNaN(temperatureC)) columns.temperatureC[slot] = temperatureC
    if (moving !== null) columns.setFlag(slot, flags.moving, moving)
  }

  private noteBattery(columns: FarmHerd['columns'], slot: number, battery: number): void {
    const shown = Math.round(columns.battery[slot] as number)
    columns.battery[slot] = battery
    if (Math.round(battery) !== shown) columns.noteMark(slot)
  }

  private placeByGateway(device: Device, gateway: GatewayRecord | undefined, reading: Heard): void {
    const { columns } = device.herd
    if (gateway === undefined || Number.isNaN(reading.rssi) || !Number.isNaN(columns.fixedAt[device.slot])) return
    const nearest = this.registry.gateways.get(
      this.placer.place(device.neckbandId, gateway.id, reading.rssi, reading.at),
    )
    const penId = nearest?.farmId === device.herd.id ? nearest.penId : 0
    if (columns.penId[device.slot] === penId) return
    columns.penId[device.slot] = penId
    columns.noteMark(device.slot)
  }

  /** Returns a neckband's last state; undefined when it does not exist or was not heard since its pairing. */
  neckband(neckbandId: number): NeckbandState | undefined {
    const device = this.registry.deviceOfNeckband.get(neckbandId)
    if (!device || Number.isNaN(device.herd.columns.heardAt[device.slot])) return undefined
    return lastHeard(device.herd.columns, device.slot)
  }

  /** Marks gateways with a lost connection as offline until they are heard again, independent of their alert rule. */
  markDisconnected(gatewayIds: readonly number[]): void {
    for (const id of gatewayIds) this.offline.add(id)
  }

  /** Records that a gateway was heard (herd time, epoch ms). */
  hearGateway(gateway: GatewayRecord, at: number): void {
    if (!(at <= gateway.heardAt)) gateway.heardAt = at
    this.offline.delete(gateway.id)
  }

  /** Records how far a gateway's clock is behind, ms; negative: ahead. */
  noteGatewayClock(gateway: GatewayRecord, behindMs: number): void {
    gateway.clockBehindMs = behindMs
  }

  gateway(gatewayId: number): LiveGateway | undefined {
    const gateway = this.registry.gateways.get(gatewayId)
    if (!gateway) return undefined
    const { id, farmId, heardAt, clockBehindMs = 0 } = gateway
    const isOffline =
      this.offline.has(id) ||
      this.outages.get(farmId)?.some((outage) => outage.gatewayId === id && outage.endedAt === null)
    const state = Number.isNaN(heardAt) ? 'NEVER_SEEN' : isOffline ? 'OFFLINE' : 'ONLINE'
    return {
      gatewayId: id,
      farmId,
      state,
      lastSeenAt: Number.isNaN(heardAt) ? null : heardAt,
      ...(clockBehindMs !== 0 && { clockBehindMs }),
    }
  }

  /** Counts the neckbands last heard by each of some gateways, within the minute before `now` (epoch ms). */
  bandsHeard(gatewayIds: readonly number[], now: number): Map<number, number> {
    const counts = new Map<number, number>()
    const wantedIds = new Set(gatewayIds)
    const farmIds = new Set(gatewayIds.map((id) => this.registry.gateways.get(id)?.farmId ?? sparesFarmId)).add(
      sparesFarmId,
    )
    for (const farmId of farmIds) {
      const columns = this.registry.farms.get(farmId)?.columns
      for (let slot = 0; slot < (columns?.count ?? 0); slot++) {
        const id = columns?.gatewayId[slot] ?? 0
        if (wantedIds.has(id) && (columns?.heardAt[slot] ?? Number.NaN) > now - bandsWindowMs)
          counts.set(id, (counts.get(id) ?? 0) + 1)
      }
    }
    return counts
  }

  /** Returns the recent times without intake of a farm's readings. */
  breaksOf(farmId: number): ListeningBreak[] {
    return mergeBreaks(this.breaks, farmId)
  }

  /** Returns since when a farm's readings have been received without a break, herd time (epoch ms); Infinity while they are not. */
  listeningSinceOf(farmId: number): number {
    return this.isDeaf && !this.sparedFarmIds.includes(farmId)
      ? Infinity
      : listeningSince(this.breaks, this.listeningSinceAt, farmId)
  }

  /** Counts a farm's heads at `now` (epoch ms). Without a window, uses the farm's own and flags each animal with the result. */
  headcount(farmId: number, now: number, windowMinutes?: number): LiveHeadcount | undefined {
    const herd = this.registry.farms.get(farmId)
    if (!herd) return undefined
    const minutes = windowMinutes ?? herd.windowMinutes
    const mark = windowMinutes === undefined
    const counts = countHeads(
      herd.columns,
      this.outages.get(farmId) ?? [],
      this.breaksOf(farmId),
      now,
      minutes * 60_000,
      this.permits,
      mark,
    )
    return { farmId, ...counts, windowMinutes: minutes, at: now }
  }

  /** Classifies heads at `now` (epoch ms), in a window. Animals on other farms are unaccounted. */
  heads({ farmIds, animalIds }: HeadQuery, now: number, windowMinutes: number): HeadResults {
    const count = animalIds.length
    const heads: Required<HeadResults> = {
      codes: new Uint8Array(count),
      firstDays: new Uint8Array(count),
      heardAt: new Float64Array(count).fill(Number.NaN),
      gatewayIds: new Uint32Array(count),
    }
    for (const farmId of farmIds) {
      const columns = this.registry.farms.get(farmId)?.columns
      if (!columns) continue
      const judge = headClassifier(
        columns,
        this.outages.get(farmId) ?? [],
        this.breaksOf(farmId),
        now,
        windowMinutes * 60_000,
        this.permits,
      )
      const find = slotFinder(columns.animalIds)
      for (let place = 0; place < count; place++) {
        const slot = find(animalIds[place] as number)
        if (slot < 0) continue
        heads.codes[place] = judge(slot)
        heads.firstDays[place] = firstDayOf(columns, slot, now)
        heads.heardAt[place] = columns.heardAt[slot] as number
        heads.gatewayIds[place] = columns.gatewayId[slot] as number
      }
    }
    return heads
  }

  /** Counts the animals of each assigned pen that were heard in their farm's window before `now` (epoch ms), by pen. */
  heardInPens(farmIds: readonly number[], now: number): Map<number, number> {
    const heard = new Map<number, number>()
    for (const farmId of farmIds) {
      const herd = this.registry.farms.get(farmId)
      const windowFrom = now - (herd?.windowMinutes ?? 0) * 60_000
      for (const [slot, { penId }] of (herd?.columns.slots ?? []).entries()) {
        if ((herd?.columns.heardAt[slot] as number) > windowFrom) heard.set(penId, (heard.get(penId) ?? 0) + 1)
      }
    }
    return heard
  }

  /**
   * Clamps future timestamps to now. A fast clock wrote them; they would block newer readings and prevent silence alerts.
   * @returns whether there were any
   */
  forgetFuture(now: number): boolean {
    const latestAt = now + maxFutureMs
    let found = false
    this.placer.forgetLater(latestAt)
    for (const { columns } of this.registry.farms.values()) if (columns.forgetLater(latestAt, now)) found = true
    for (const gateway of this.registry.gateways.values()) {
      if (!(gateway.heardAt > latestAt)) continue
      gateway.heardAt = now
      found = true
    }
    if (this.listeningSinceAt > latestAt) this.listeningSinceAt = now
    else if (this.breaks.every(({ toAt }) => toAt <= latestAt)) return found
    this.breaks = this.breaks.flatMap((one) =>
      one.fromAt > latestAt ? [] : [{ ...one, toAt: one.toAt > latestAt ? now : one.toAt }],
    )
    return true
  }

  /** Restores a neckband's saved state. */
  restore(kept: StoredState): void {
    const device = this.registry.deviceOfNeckband.get(kept.neckbandId)
    if (!device) return
    const {
      slot,
      herd: { columns },
    } = device
    columns.battery[slot] = kept.battery ?? Number.NaN
    columns.temperatureC[slot] = kept.temperatureC ?? Number.NaN
    if (columns.isBeforePairing(slot, kept.heardAt ?? Number.NaN)) return
    columns.heardAt[slot] = kept.heardAt ?? Number.NaN
    columns.fixedAt[slot] = kept.fixedAt ?? Number.NaN
    columns.longitude[slot] = kept.longitude ?? Number.NaN
    columns.latitude[slot] = kept.latitude ?? Number.NaN
    columns.accuracyM[slot] = kept.accuracyM ?? Number.NaN
    columns.penId[slot] = kept.penId ?? 0
    columns.gatewayId[slot] = kept.gatewayId ?? 0
    columns.rssi[slot] = kept.rssi ?? Number.NaN
    columns.setFlag(slot, flags.moving, kept.moving === true)
    columns.usualGapMs[slot] = kept.usualGapMs ?? Number.NaN
    columns.outsideSince[slot] = kept.outsideSince ?? Number.NaN
    columns.insideSince[slot] = kept.insideSince ?? Number.NaN
    columns.outsideFarmSince[slot] = kept.outsideFarmSince ?? Number.NaN
    columns.insideFarmSince[slot] = kept.insideFarmSince ?? Number.NaN
    if (kept.fixedAt !== null) {
      placeByPosition(device.herd, slot, columns.longitude[slot], columns.latitude[slot])
    }
  }

  /** Returns the state of every neckband changed since the last call, to be saved. */
  drainUnsaved(savedAt: number): StoredState[] {
    const unsavedStates: StoredState[] = []
    for (const { columns } of this.registry.farms.values()) {
      for (const slot of columns.drainUnsaved()) {
        const neckbandId = columns.slots[slot]?.neckbandId
        if (neckbandId == null || Number.isNaN(columns.heardAt[slot])) continue
        unsavedStates.push({
          neckbandId,
          savedAt,
          ...lastHeard(columns, slot),
          moving: ((columns.flags[slot] as number) & flags.moving) !== 0,
          usualGapMs: nullIfNaN(columns.usualGapMs[slot]),
          outsideSince: nullIfNaN(columns.outsideSince[slot]),
          insideSince: nullIfNaN(columns.insideSince[slot]),
          outsideFarmSince: nullIfNaN(columns.outsideFarmSince[slot]),
          insideFarmSince: nullIfNaN(columns.insideFarmSince[slot]),
        })
      }
    }
    return unsavedStates
  }

  /** Marks neckbands as unsaved, after a failed checkpoint. */
  noteUnsaved(states: readonly StoredState[]): void {
    for (const { neckbandId } of states) {
      const device = this.registry.deviceOfNeckband.get(neckbandId)
      device?.herd.columns.noteUnsaved(device.slot)
    }
  }
}
