import { maxFutureMs } from '#contract/herd/readings.ts'
import { instantInZone } from '../../farmDays.ts'
import type { Device } from '../../herd/registry.ts'

/** How close to its arrival a live message's time is, ms. */
const liveMs = 2 * 60_000
/** Messages whose times in UTC are their arrivals, this far apart, come from a sender in UTC: a buffer is sent faster. */
const steadyMs = 60_000

interface Sender {
  zone: 'FARM' | 'UTC' | null
  /** Arrival of the first of successive messages that would be live in UTC, epoch ms; NaN: none. */
  liveSince: number
}

/**
 * Reads times that were sent without a zone. They are in the farm's zone, unless a neckband shows that it sends UTC: the farm's zone would put a
 * time into the future, or UTC fits for a minute. Guessing the zone of each time by its arrival would disorder what was sent late.
 */
export class LocalTimes {
  private readonly senders = new Map<number, Sender>()

  /**
   * Returns the instant of a time without a zone.
   * @param localAt the time as if it were UTC, epoch ms
   * @param receivedAt herd time, epoch ms
   * @returns epoch ms; null when it would be in the future in either zone
   */
  read(device: Device, localAt: number, receivedAt: number): number | null {
    const farmAt = instantInZone(localAt, device.herd.timeZone)
    const latest = receivedAt + maxFutureMs
    const sender = this.senders.get(device.neckbandId) ?? { zone: null, liveSince: Number.NaN }
    this.senders.set(device.neckbandId, sender)
    if (farmAt > latest && localAt > latest) return null
    if (localAt > latest) sender.zone = 'FARM'
    else if (farmAt > latest) sender.zone = 'UTC'
    else if (sender.zone === null) this.follow(sender, localAt, receivedAt)
    return sender.zone === 'UTC' ? localAt : farmAt
  }

  private follow(sender: Sender, localAt: number, receivedAt: number): void {
    if (Math.abs(receivedAt - localAt) > liveMs) sender.liveSince = Number.NaN
    else if (Number.isNaN(sender.liveSince)) sender.liveSince = receivedAt
    else if (receivedAt - sender.liveSince >= steadyMs) sender.zone = 'UTC'
  }
}
