import type { StoredBehaviour } from '../../db/neckbands/neckbandBehaviour.ts'

const hourMs = 3_600_000
/** Maximum range of hourly mean strengths of a still neckband, dB; a walking one exceeds it. */
const steadyDecibels = 4
/** Hours without a reading after which another gateway replaces this one. */
const timeoutHours = 6

/**
 * How long each neckband has been heard at a constant strength, by slot. Uses hourly means at one gateway, because single
 * readings scatter even without movement. Hours count from the epoch; 0: none.
 */
export class SignalLevels {
  readonly gatewayId: Uint32Array
  /** First hour of the constant level, and the last hour heard. */
  private readonly sinceHour: Uint32Array
  private readonly hour: Uint32Array
  /** Lowest and highest hourly mean since then, dBm. */
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

  /** Applies a strength (dBm) at an instant (epoch ms). Ignores other gateways that hear the neckband. */
  hear(slot: number, gatewayId: number, dbm: number, at: number): void {
    const hour = Math.floor(at / hourMs)
    const last = this.hour[slot] as number
    if (hour !== last || gatewayId !== this.gatewayId[slot]) {
      const isLost = hour - last > timeoutHours
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
    // Right after a start, the hour's readings are unknown.
    if (readings === 0) return
    const mean = (this.sum[slot] as number) / readings
    const lowest = Math.min(this.lowest[slot] as number, mean)
    const highest = Math.max(this.highest[slot] as number, mean)
    const isSteady = highest - lowest <= steadyDecibels
    if (!isSteady) this.sinceHour[slot] = this.hour[slot] as number
    this.lowest[slot] = isSteady ? lowest : mean
    this.highest[slot] = isSteady ? highest : mean
  }

  /** Returns for how many hours a neckband was heard at a constant strength, up to its last reading. */
  steadyHours(slot: number): number {
    return (this.hour[slot] as number) - (this.sinceHour[slot] as number)
  }

  /** Returns the middle of the strength's range, dBm. */
  level(slot: number): number {
    return ((this.lowest[slot] as number) + (this.highest[slot] as number)) / 2
  }

  copyFrom(other: SignalLevels, from: number, to: number): void {
    for (const name of ['gatewayId', 'sinceHour', 'hour', 'lowest', 'highest', 'sum', 'readings'] as const)
      this[name][to] = other[name][from] as number
  }

  /** Resets a slot that was heard after an instant (epoch ms). */
  forgetLater(slot: number, latestAt: number): void {
    if ((this.hour[slot] as number) * hourMs > latestAt)
      this.gatewayId[slot] = this.hour[slot] = this.sinceHour[slot] = 0
  }

  restore(
    slot: number,
    { signalGatewayId, signalHour, signalSinceHour, signalLowest, signalHighest }: StoredBehaviour,
  ): void {
    this.gatewayId[slot] = signalGatewayId ?? 0
    this.hour[slot] = signalHour
    this.sinceHour[slot] = signalSinceHour
    this.lowest[slot] = signalLowest ?? Infinity
    this.highest[slot] = signalHighest ?? -Infinity
  }

  toStored(
    slot: number,
  ): Pick<StoredBehaviour, 'signalGatewayId' | 'signalHour' | 'signalSinceHour' | 'signalLowest' | 'signalHighest'> {
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
