import type { Logger } from 'pino'
import type { ClockFault } from '#contract/live/live.ts'
import { createSteadyTime, type SteadyTime } from '../../clock.ts'

/** Interval between clock checks, ms of machine time. */
export const clockWatchMs = 2000
/** Maximum difference between two correct clocks, ms. */
const maxDifferenceMs = 5000
/** How long a clock step is reported, ms; it may have been a correction. */
const reportMs = 15 * 60_000

interface ClockWatchParts {
  /** The machine's clock (epoch ms), and a monotonic clock (ms). */
  wall: () => number
  span: () => number
  /** Returns how far the machine's clock is ahead of the database's, ms; null when unknown. */
  aheadOfDatabaseMs: () => Promise<number | null>
  /** Herd time, epoch ms. */
  now: () => number
  log: Pick<Logger, 'warn'>
}

/** Detects a wrong machine clock: it stepped, or it differs from the database's clock or from stored instants. */
export class ClockWatch {
  private readonly parts: ClockWatchParts
  private readonly steady: SteadyTime
  private stored = { aheadMs: 0, untilMs: 0 }
  /** The fault that every screen shows; null when no fault is known. */
  fault: ClockFault | null = null

  constructor(parts: ClockWatchParts) {
    this.parts = parts
    this.steady = createSteadyTime(parts.wall, parts.span, reportMs)
  }

  /** Reports the newest instant (epoch ms) stored before the start. If it is in the future, the clock was ahead then or is behind now. */
  noteStored(at: number): void {
    this.stored = { aheadMs: Math.min(0, this.parts.wall() - at), untilMs: this.parts.span() + reportMs }
  }

  async look(): Promise<void> {
    const { aheadOfDatabaseMs, now, span, log } = this.parts
    const stored = span() < this.stored.untilMs ? this.stored.aheadMs : 0
    const found = [this.steady.aheadMs(), (await aheadOfDatabaseMs()) ?? 0, stored].find(
      (ms) => Math.abs(ms) > maxDifferenceMs,
    )
    const before = this.fault
    this.fault = found === undefined ? null : { aheadMs: Math.round(found), since: before?.since ?? now() }
    if ((before === null) !== (this.fault === null))
      log.warn({ fault: this.fault }, this.fault === null ? 'the clock is right again' : 'the clock can’t be right')
  }
}
