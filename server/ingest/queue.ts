import { machineSpan } from '../clock.ts'
import type { Outcome, PendingMessage } from './message.ts'

/** What may wait to be stored, at the most: readings, and bytes of their messages. A sender beyond that has to wait. */
export interface QueueLimits {
  readings: number
  bytes: number
}
const usualLimits: QueueLimits = { readings: 100_000, bytes: 64_000_000 }

/** The messages that were taken in and are not settled: those that wait in their order, and those on their way to the disk. */
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

  /** Readings in the room, also those on their way to the disk. */
  get readings(): number {
    return this.readingsIn
  }

  get oldest(): PendingMessage | undefined {
    return this.queue[0]
  }

  isOpen(): boolean {
    return this.readingsIn < this.limits.readings && this.bytesIn < this.limits.bytes && !this.isClosed
  }

  /** Waits until it is open, or will not open any more. */
  async whenOpen(): Promise<void> {
    while (!this.isOpen() && !this.isClosed) {
      await new Promise<void>((resolve) => void this.waiting.push(resolve))
    }
  }

  /** Lets nobody in any more. */
  close(): void {
    this.isClosed = true
    this.tellWhoWaits()
  }

  /** @returns what the message comes to, once it is settled */
  add(message: Omit<PendingMessage, 'body' | 'arrivedAt' | 'settle'>, body: Uint8Array): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const pending = { ...message, body: message.message.ok ? null : body, arrivedAt: machineSpan(), settle: resolve }
    const readings = sizeOf(pending)
    this.readingsIn += readings
    this.bytesIn += body.length
    this.queue.push(pending)
    this.onArrival()
    return promise.finally(() => {
      this.readingsIn -= readings
      this.bytesIn -= body.length
      this.tellWhoWaits()
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

  private tellWhoWaits(): void {
    const { waiting } = this
    this.waiting = []
    for (const resolve of waiting) resolve()
  }
}

/** The room a message takes: its readings, at least one. */
function sizeOf({ message }: PendingMessage): number {
  return message.ok ? Math.max(1, message.readings.length) : 1
}
