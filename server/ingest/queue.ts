import { machineSpan } from '../clock.ts'
import type { DecodedMessage, Outcome } from './intake.ts'

/** A message that waits to be stored. */
export interface PendingMessage extends DecodedMessage {
  /** Machine time of its arrival, ms since some fixed point. */
  arrivedAt: number
  settle: (outcome: Outcome) => void
}

/** The most that may wait to be stored: readings, and bytes of their messages. Senders beyond that have to wait. */
export interface QueueLimits {
  readings: number
  bytes: number
}
const usualLimits: QueueLimits = { readings: 100_000, bytes: 64_000_000 }

/** The messages that were taken in and are not settled yet: those that wait, in order, and those being stored. */
export class ReadingQueue {
  private readonly limits: QueueLimits
  private readonly onArrival: () => void
  private queue: PendingMessage[] = []
  private readingsIn = 0
  private bytesIn = 0
  private isClosed = false
  private waiting: (() => void)[] = []

  constructor(limits: QueueLimits = usualLimits, onArrival: () => void) {
    this.limits = limits
    this.onArrival = onArrival
  }

  /** Readings taken in and not settled yet. */
  get readings(): number {
    return this.readingsIn
  }

  get oldest(): PendingMessage | undefined {
    return this.queue[0]
  }

  isOpen(): boolean {
    return this.readingsIn < this.limits.readings && this.bytesIn < this.limits.bytes && !this.isClosed
  }

  /** Waits until it is open. @returns false when it is closed for good */
  async whenOpen(): Promise<boolean> {
    while (!this.isOpen() && !this.isClosed) {
      await new Promise<void>((resolve) => void this.waiting.push(resolve))
    }
    return !this.isClosed
  }

  /** Takes nothing in any more. */
  close(): void {
    this.isClosed = true
    this.wakeWaiting()
  }

  /** @returns what became of the message, once it is settled */
  add(message: DecodedMessage): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const pending = { ...message, arrivedAt: machineSpan(), settle: resolve }
    const readings = sizeOf(pending)
    this.readingsIn += readings
    this.bytesIn += message.bytes
    this.queue.push(pending)
    this.onArrival()
    return promise.finally(() => {
      this.readingsIn -= readings
      this.bytesIn -= message.bytes
      this.wakeWaiting()
    })
  }

  /** Whether so many readings wait. */
  holds(readings: number): boolean {
    let found = 0
    return this.queue.some((pending) => (found += sizeOf(pending)) >= readings)
  }

  /** Takes out the oldest messages, until they have so many readings. */
  take(readings: number): PendingMessage[] {
    let found = 0
    let count = 0
    while (count < this.queue.length && found < readings) found += sizeOf(this.queue[count++] as PendingMessage)
    const taken = this.queue.slice(0, count)
    this.queue = this.queue.slice(count)
    return taken
  }

  private wakeWaiting(): void {
    const { waiting } = this
    this.waiting = []
    for (const resolve of waiting) resolve()
  }
}

/** How many readings a message counts for: at least one. */
function sizeOf({ message }: PendingMessage): number {
  return message.ok ? Math.max(1, message.readings.length) : 1
}
