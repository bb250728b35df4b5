import { machineSpan } from '../clock.ts'
import type { DecodedMessage, Outcome } from './intake.ts'

/** A message that waits to be stored. */
export interface PendingMessage extends DecodedMessage {
  /** Arrival in machine time, ms since a fixed point. */
  arrivedAt: number
  /** The message's share of the queue and its source; unchanged by validation. */
  readonly room: { readonly sourceId: number; readonly readings: number; readonly bytes: number }
  settle: (outcome: Outcome) => void
}

/** Maximum waiting readings per source, and maximum bytes of their messages. The total limit is twice as much. */
export interface QueueLimits {
  readings: number
  bytes: number
}
const defaultLimits: QueueLimits = { readings: 50_000, bytes: 32_000_000 }

const none: Readonly<QueueLimits> = { readings: 0, bytes: 0 }

/**
 * The accepted messages that are not settled: waiting ones, in order per source, and those being
 * stored. Sources take turns. The fuller the queue, the smaller each source's share, so that no source can block the others.
 */
export class ReadingQueue {
  private readonly limits: QueueLimits
  private readonly onArrival: () => void
  /** Waiting messages by source and in order; the next source comes first. */
  private readonly queues = new Map<number, PendingMessage[]>()
  /** Accepted, unsettled readings and bytes, by source and in total. */
  private readonly usage = new Map<number, QueueLimits>()
  private readonly total = { ...none }
  private isClosed = false
  private waiting: (() => void)[] = []

  constructor(limits: QueueLimits = defaultLimits, onArrival: () => void) {
    this.limits = limits
    this.onArrival = onArrival
  }

  /** Accepted, unsettled readings. */
  get readings(): number {
    return this.total.readings
  }

  /** Herd time (epoch ms) of the oldest waiting message; Infinity without one. */
  get oldestReceivedAt(): number {
    return Math.min(...Array.from(this.queues.values(), ([oldest]) => oldest?.receivedAt ?? Infinity))
  }

  /** Returns whether a source may submit another message. */
  isOpen(sourceId: number): boolean {
    const { limits, total } = this
    const own = this.usage.get(sourceId) ?? none
    return (
      !this.isClosed &&
      own.readings < Math.min(limits.readings, 2 * limits.readings - total.readings) &&
      own.bytes < Math.min(limits.bytes, 2 * limits.bytes - total.bytes)
    )
  }

  /** Waits until a source may submit. @returns false when the queue was closed */
  async whenOpen(sourceId: number): Promise<boolean> {
    while (!this.isOpen(sourceId) && !this.isClosed) {
      await new Promise<void>((resolve) => void this.waiting.push(resolve))
    }
    return !this.isClosed
  }

  /** Accepts no further messages. */
  close(): void {
    this.isClosed = true
    this.wakeWaiting()
  }

  /** @returns the message's result, once it is settled */
  add(message: DecodedMessage): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const { sourceId, bytes } = message
    const room = { sourceId, readings: message.message.ok ? Math.max(1, message.message.readings.length) : 1, bytes }
    const pending = { ...message, arrivedAt: machineSpan(), room, settle: resolve }
    const queue = this.queues.get(sourceId)
    if (queue) queue.push(pending)
    else this.queues.set(sourceId, [pending])
    this.count(sourceId, room.readings, bytes)
    this.onArrival()
    return promise
  }

  /** Reports results to the senders, and frees their space. */
  settle(messages: readonly PendingMessage[], outcomeOf: (place: number) => Outcome): void {
    for (const [place, { room, settle }] of messages.entries()) {
      this.count(room.sourceId, -room.readings, -room.bytes)
      settle(outcomeOf(place))
    }
    this.wakeWaiting()
  }

  private count(sourceId: number, readings: number, bytes: number): void {
    const own = this.usage.get(sourceId) ?? { ...none }
    for (const count of [own, this.total]) {
      count.readings += readings
      count.bytes += bytes
    }
    if (own.readings > 0) this.usage.set(sourceId, own)
    else this.usage.delete(sourceId)
  }

  /** Returns whether at least `readings` readings wait. */
  hasReadings(readings: number): boolean {
    let found = 0
    for (const messages of this.queues.values())
      for (const { room } of messages) if ((found += room.readings) >= readings) return true
    return false
  }

  /** Removes messages with about `readings` readings in total: an equal share from each source, oldest first. */
  take(readings: number): PendingMessage[] {
    const taken: PendingMessage[] = []
    for (let left = readings; left > 0 && this.queues.size > 0;) {
      const share = Math.ceil(left / this.queues.size)
      for (const [sourceId, messages] of Array.from(this.queues)) {
        if (left <= 0) break
        let count = 0
        for (let own = 0; own < share && count < messages.length;)
          own += (messages[count++] as PendingMessage).room.readings
        for (const message of messages.slice(0, count)) {
          left -= message.room.readings
          taken.push(message)
        }
        this.queues.delete(sourceId)
        // A source that had its turn is last in the next round.
        if (count < messages.length) this.queues.set(sourceId, messages.slice(count))
      }
    }
    return taken
  }

  private wakeWaiting(): void {
    const { waiting } = this
    this.waiting = []
    for (const resolve of waiting) resolve()
  }
}
