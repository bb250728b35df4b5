import type { KeptBehaviour } from '../../db/neckbands/neckbandBehaviour.ts'

const hourMs = 3_600_000
/** A neckband that lies still is heard within so many dB, by the mean of each hour; one that walks is not. */
const steadyDecibels = 4
/** A gateway that has not heard a neckband for so many hours gives way to another one. */
const patienceHours = 6

/**
 * Since when each neckband has been heard at one signal strength, by slot: the means of whole hours at one gateway, since single
 * readings scatter even where nothing moves. Hours count from the epoch, 0: none.
 */
export class SignalLevels {
  readonly gatewayId: Uint32Array
  /** Since which hour the level has held, and the last hour heard. */
  private readonly sinceHour: Uint32Array
  private readonly hour: Uint32Array
  /** The least and the greatest mean of an hour since, dBm. */
  private readonly lowest: Float32Array
  private readonly highest: Float32Array
  private readonly sum: Float64Array
  private readonly readings: Uint32Array

  constructor(count: number) {
    this.gatewayId = new Uint32Array(count)
    this.sinceHour = new Uint32Array(count)
    this.hour = new Uint32Array(count)
    this.lowest = new Float32Array(count)
    this.highest = new Float32Array(count)
    this.sum = new Float64Array(count)
    this.readings = new Uint32Array(count)
  }

  /** Notes a strength (dBm) at an instant (epoch ms); of the other gateways that hear the neckband nothing is noted. */
  hear(slot: number, gatewayId: number, dbm: number, at: number): void {
    const hour = Math.floor(at / hourMs)
    const last = this.hour[slot] as number
    if (hour !== last || gatewayId !== this.gatewayId[slot]) {
      const isLost = hour - last > patienceHours
      if (gatewayId !== this.gatewayId[slot] && !isLost) return
      if (isLost || this.gatewayId[slot] === 0) this.begin(slot, gatewayId, hour)
      else this.endHour(slot)
      this.hour[slot] = hour
      this.sum[slot] = 0
      this.readings[slot] = 0
    }
    this.sum[slot] = (this.sum[slot] as number) + dbm
    this.readings[slot] = (this.readings[slot] as number) + 1
  }

  private begin(slot: number, gatewayId: number, hour: number): void {
    this.gatewayId[slot] = gatewayId
    this.sinceHour[slot] = hour
    this.lowest[slot] = Infinity
    this.highest[slot] = -Infinity
  }

  private endHour(slot: number): void {
    const readings = this.readings[slot] as number
    // Right after a start the hour's readings are not known.
    if (readings === 0) return
    const mean = (this.sum[slot] as number) / readings
    const lowest = Math.min(this.lowest[slot] as number, mean)
    const highest = Math.max(this.highest[slot] as number, mean)
    const isSteady = highest - lowest <= steadyDecibels
    if (!isSteady) this.sinceHour[slot] = this.hour[slot] as number
    this.lowest[slot] = isSteady ? lowest : mean
    this.highest[slot] = isSteady ? highest : mean
  }

  /** For how many hours a neckband was heard at one strength, up to when it was heard last. */
  steadyHours(slot: number): number {
    return (this.hour[slot] as number) - (this.sinceHour[slot] as number)
  }

  /** The strength in the middle, dBm. */
  level(slot: number): number {
    return ((this.lowest[slot] as number) + (this.highest[slot] as number)) / 2
  }

  copyFrom(other: SignalLevels, from: number, to: number): void {
    for (const name of ['gatewayId', 'sinceHour', 'hour', 'lowest', 'highest', 'sum', 'readings'] as const) this[name][to] = other[name][from] as number
  }

  /** Forgets what was heard later than an instant (epoch ms). */
  forgetLater(slot: number, latestAt: number): void {
    if ((this.hour[slot] as number) * hourMs > latestAt) this.gatewayId[slot] = this.hour[slot] = this.sinceHour[slot] = 0
  }

  restore(slot: number, { signalGatewayId, signalHour, signalSinceHour, signalLowest, signalHighest }: KeptBehaviour): void {
    this.gatewayId[slot] = signalGatewayId ?? 0
    this.hour[slot] = signalHour
    this.sinceHour[slot] = signalSinceHour
    this.lowest[slot] = signalLowest ?? Infinity
    this.highest[slot] = signalHighest ?? -Infinity
  }

  keep(slot: number): Pick<KeptBehaviour, 'signalGatewayId' | 'signalHour' | 'signalSinceHour' | 'signalLowest' | 'signalHighest'> {
    const finite = (value: number | undefined) => (value !== undefined && Number.isFinite(value) ? value : null)
    return {
      signalGatewayId: this.gatewayId[slot] || null,
      signalHour: this.hour[slot] ?? 0,
      signalSinceHour: this.sinceHour[slot] ?? 0,
      signalLowest: finite(this.lowest[slot]),
      signalHighest: finite(this.highest[slot]),
    }
  }
}
