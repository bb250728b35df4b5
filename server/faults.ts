import type { Logger } from 'pino'
import { machineSpan } from './clock.ts'

/** Minimum time between two log lines of one place, ms: a fault may come with every reading. */
const logIntervalMs = 60_000
/** How long a place counts as faulty after its last fault, ms. */
const recentMs = 3_600_000

/**
 * Contains errors of our own code to one reading, one rule of one farm or one frame. Without it such an error ends the process, and again after each
 * restart. Each place is logged at most once a minute; `onFault` counts all.
 */
export class Faults {
  private readonly log: Pick<Logger, 'error'>
  private readonly onFault: (place: string) => void
  /** Last fault and last log line of each place, monotonic ms. */
  private readonly places = new Map<string, { at: number; loggedAt: number }>()

  constructor(log: Pick<Logger, 'error'>, onFault: (place: string) => void = () => {}) {
    this.log = log
    this.onFault = onFault
  }

  /**
   * Records an error.
   * @param place a fixed name, such as `rule LEFT_FARM`
   * @param about facts for the log, such as ids
   */
  report(place: string, error: unknown, about: Record<string, unknown> = {}): void {
    this.onFault(place)
    const now = machineSpan()
    const loggedAt = this.places.get(place)?.loggedAt ?? -Infinity
    const isLogged = now - loggedAt >= logIntervalMs
    this.places.set(place, { at: now, loggedAt: isLogged ? now : loggedAt })
    if (isLogged) this.log.error({ err: error, place, ...about }, 'an error was contained: please report it')
  }

  /** Runs work and records its error. @returns undefined after an error */
  contain<T>(place: string, work: () => T, about?: Record<string, unknown>): T | undefined {
    try {
      return work()
    } catch (error) {
      this.report(place, error, about)
      return undefined
    }
  }

  /** The places with a fault in the last hour. */
  get recent(): string[] {
    const since = machineSpan() - recentMs
    return [...this.places].flatMap(([place, { at }]) => (at >= since ? place : []))
  }
}
