import type { Logger } from 'pino'
import type { ClockFault } from '#contract/live/live.ts'
import { createSteadyTime, type SteadyTime } from '../../clock.ts'

/** How often the clock is looked at, ms of machine time. */
export const clockWatchMs = 2000
/** Two clocks that are right differ by less. */
const toleratedMs = 5000
/** A step that nobody undoes may have been to the right time: it is told for so long. */
const toldMs = 15 * 60_000

interface ClockWatchParts {
  /** The machine's clock, epoch ms, and what never steps, ms. */
  wall: () => number
  span: () => number
  /** How far the machine's clock is ahead of the database's, ms; null: not known. */
  aheadOfDatabaseMs: () => Promise<number | null>
  /** Herd time, epoch ms. */
  now: () => number
  log: Pick<Logger, 'warn'>
}

/** Notices that the machine's clock can't be right: it stepped, or it differs from the database's or from what is stored. */
export class ClockWatch {
  private readonly parts: ClockWatchParts
  private readonly steady: SteadyTime
  private stored = { aheadMs: 0, untilMs: 0 }
  /** The fault that every screen shows; null: the clock is right as far as known. */
  fault: ClockFault | null = null

  constructor(parts: ClockWatchParts) {
    this.parts = parts
    this.steady = createSteadyTime(parts.wall, parts.span, toldMs)
  }

  /** Notes the newest instant (epoch ms) that was stored before the start: the clock was ahead then, or is behind now. */
  noteStored(at: number): void {
    this.stored = { aheadMs: Math.min(0, this.parts.wall() - at), untilMs: this.parts.span() + toldMs }
  }

  async look(): Promise<void> {
    const { aheadOfDatabaseMs, now, span, log } = this.parts
    const stored = span() < this.stored.untilMs ? this.stored.aheadMs : 0
    const found = [this.steady.aheadMs(), (await aheadOfDatabaseMs()) ?? 0, stored].find((ms) => Math.abs(ms) > toleratedMs)
    const before = this.fault
    this.fault = found === undefined ? null : { aheadMs: Math.round(found), since: before?.since ?? now() }
    if ((before === null) !== (this.fault === null)) log.warn({ fault: this.fault }, this.fault === null ? 'the clock is right again' : 'the clock can’t be right')
  }
}
