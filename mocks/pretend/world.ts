import { foldDeviceId } from '#contract/deviceIds.ts'
import { flags } from '#contract/frames.ts'
import { defaultWindowMinutes } from '#contract/headcounts.ts'
import type { LiveGateway, LiveHeadcount } from '#contract/live.ts'
import { createHerd } from '../herd/herd.ts'
import type { ReadingMessage, SentReading } from '../herd/message.ts'
import { depth, toPlace } from '../herd/plane.ts'
import type { HerdScene, SceneAnimal, SceneFarm, SceneGateway } from '../herd/scene.ts'
import { AlertBook } from './alertBook.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const quarterMs = 15 * minuteMs
const quarters = 96
export const sampleStepMinutes = 10

/** What is known of an animal and its neckband; instants are epoch ms, NaN where nothing is known. */
export interface Beast {
  animal: SceneAnimal
  heardAt: number
  longitude: number
  latitude: number
  accuracyM: number
  battery: number
  temperatureC: number
  rssi: number
  gateway: SceneGateway | null
  metresOutside: number
  outsideSince: number
  flags: number
  /** The tick of the world in which it last moved, and was last marked otherwise. */
  movedIn: number
  markedIn: number
  /** For each of the last quarter hours its number times four, and 1 for heard, 2 for moved. */
  strip: Float64Array
}

export interface Samples {
  at: number[]
  ledger: number[]
  heard: number[]
  unverified: number[]
}

/** The whole product in one page's memory: what the handlers and the pretend live wire answer from. */
export class World {
  readonly alerts = new AlertBook()
  readonly beasts: Beast[]
  readonly samples: Samples[]
  readonly scene: HerdScene
  now: number
  tick = 0
  stored = 0
  private readonly herd: ReturnType<typeof createHerd>
  private readonly seenAt: Float64Array
  private readonly byNeckband: Map<string, Beast>
  private readonly judge: (world: World, at: number) => void
  private judgedAt: number
  private recent: { at: number; readings: number }[] = []

  /**
   * @param now epoch ms; a day of history ends there, and one animal is just leaving its pen
   * @param judge the rules
   */
  constructor(scene: HerdScene, now: number, judge: (world: World, at: number) => void) {
    this.scene = scene
    this.judge = judge
    this.now = now - dayMs - 60 * minuteMs
    this.judgedAt = this.now
    this.herd = createHerd(scene, { startAt: this.now, leaves: [{ at: now - 6.5 * minuteMs, animal: 47 }] })
    this.seenAt = new Float64Array(scene.gateways.length).fill(Number.NaN)
    this.samples = scene.farms.map(() => ({ at: [], ledger: [], heard: [], unverified: [] }))
    this.beasts = scene.animals.map((animal) => ({
      animal,
      heardAt: Number.NaN,
      longitude: Number.NaN,
      latitude: Number.NaN,
      accuracyM: Number.NaN,
      battery: Number.NaN,
      temperatureC: Number.NaN,
      rssi: Number.NaN,
      gateway: null,
      metresOutside: 0,
      outsideSince: Number.NaN,
      flags: 0,
      movedIn: 0,
      markedIn: 0,
      strip: new Float64Array(quarters),
    }))
    this.byNeckband = new Map(this.beasts.map((beast) => [beast.animal.neckband, beast]))
    for (const { at, messages } of this.herd.history(this.now, now, sampleStepMinutes * minuteMs)) {
      this.take(messages, at)
      this.judge(this, at)
      if (at > now - dayMs) this.sample()
    }
  }

  /** Lives on to an instant; an earlier one changes nothing. */
  advance(at: number): void {
    if (at <= this.now) return
    this.take(this.herd.advance(at), at)
    if (at - this.judgedAt >= 1000) {
      this.judgedAt = at
      this.judge(this, at)
    }
    if (at - (this.samples[0]?.at.at(-1) ?? at) >= sampleStepMinutes * minuteMs) this.sample()
  }

  beastsOf(farm: SceneFarm): Beast[] {
    return farm.animals.flatMap(({ index }) => this.beasts[index] ?? [])
  }

  gateway(gateway: SceneGateway): LiveGateway {
    const seenAt = this.seenAt[gateway.index] ?? Number.NaN
    const isOnline = this.now - seenAt <= 10 * minuteMs
    return {
      gatewayId: gateway.index + 1,
      farmId: gateway.farm.index + 1,
      state: Number.isNaN(seenAt) ? 'NEVER_SEEN' : isOnline ? 'ONLINE' : 'OFFLINE',
      lastSeenAt: Number.isNaN(seenAt) ? null : seenAt,
    }
  }

  /** Whether an outage explains that nothing is heard of an animal. */
  isExcused({ animal }: Beast): boolean {
    return animal.pen.gateways.every((gateway) => this.gateway(gateway).state !== 'ONLINE')
  }

  headcount(farm: SceneFarm, windowMinutes = defaultWindowMinutes): LiveHeadcount {
    let [heard, unverified, lowBattery] = [0, 0, 0]
    for (const beast of this.beastsOf(farm)) {
      if (beast.heardAt > this.now - windowMinutes * minuteMs) heard += 1
      else if (this.isExcused(beast)) unverified += 1
      if ((beast.flags & flags.lowBattery) !== 0) lowBattery += 1
    }
    const ledger = farm.animals.length
    return {
      farmId: farm.index + 1,
      ledger,
      heard,
      unverified,
      unaccounted: ledger - heard - unverified,
      windowMinutes,
      lowBattery,
      neckbands: ledger,
      at: this.now,
    }
  }

  readingsPerSecond(): number {
    this.recent = this.recent.filter(({ at }) => at > this.now - 5000)
    return this.recent.reduce((sum, { readings }) => sum + readings, 0) / 5
  }

  strip(beast: Beast): ('none' | 'heard' | 'moved')[] {
    const last = Math.floor(this.now / quarterMs)
    return Array.from({ length: quarters }, (_, place) => {
      const quarter = last - quarters + 1 + place
      const kept = beast.strip[quarter % quarters] ?? 0
      if (Math.floor(kept / 4) !== quarter) return 'none'
      return kept % 4 === 2 ? 'moved' : 'heard'
    })
  }

  private take(messages: ReadingMessage[], at: number): void {
    this.now = at
    this.tick += 1
    let readings = 0
    for (const message of messages) {
      const gateway = this.scene.gateways.find(({ mac }) => mac === message.gateway)
      if (gateway) this.seenAt[gateway.index] = at
      for (const reading of message.readings) this.takeOne(reading, gateway ?? null)
      readings += message.readings.length
    }
    this.stored += readings
    this.recent.push({ at, readings })
  }

  private takeOne(reading: SentReading, gateway: SceneGateway | null): void {
    const beast = this.byNeckband.get(foldDeviceId(reading.neckband))
    if (!beast) return
    const { pen, farm } = beast.animal
    const at = Number(reading.at)
    beast.heardAt = at
    beast.longitude = Number(reading.longitude)
    beast.latitude = Number(reading.latitude)
    beast.accuracyM = reading.accuracyM ?? Number.NaN
    beast.battery = reading.battery ?? Number.NaN
    beast.temperatureC = reading.temperatureC ?? Number.NaN
    beast.rssi = reading.rssi ?? Number.NaN
    beast.gateway = gateway
    beast.metresOutside = -depth(pen.sides, toPlace(farm.origin, [beast.longitude, beast.latitude]))
    if (beast.metresOutside > 3) beast.outsideSince = Number.isNaN(beast.outsideSince) ? at : beast.outsideSince
    else if (beast.metresOutside <= 1) beast.outsideSince = Number.NaN
    beast.movedIn = this.tick
    const quarter = Math.floor(at / quarterMs)
    const slot = quarter % quarters
    const before = beast.strip[slot] ?? 0
    const hasMoved = reading.moving === true || before === quarter * 4 + 2
    beast.strip[slot] = quarter * 4 + (hasMoved ? 2 : 1)
    setFlag(this, beast, flags.moving, reading.moving === true)
  }

  private sample(): void {
    for (const farm of this.scene.farms) {
      const { ledger, heard, unverified } = this.headcount(farm)
      const samples = this.samples[farm.index]
      if (!samples) continue
      samples.at.push(this.now)
      samples.ledger.push(ledger)
      samples.heard.push(heard)
      samples.unverified.push(unverified)
      for (const column of [samples.at, samples.ledger, samples.heard, samples.unverified]) if (column.length > 144) column.shift()
    }
  }
}

export function setFlag(world: World, beast: Beast, flag: number, isSet: boolean): void {
  const next = isSet ? beast.flags | flag : beast.flags & ~flag
  if (next === beast.flags) return
  beast.flags = next
  beast.markedIn = world.tick
}
