import { maxFutureMs } from '#contract/herd/readings.ts'
import type { GatewayRecord } from '../../herd/registry.ts'

/** Difference between a gateway's time and the arrival of its message up to which its clock is right, ms. */
const rightMs = 2 * 60_000
/** Delay of a message that may be the network's, ms; a longer one needs an explanation. */
const maxDelayMs = 10 * 60_000
/** A clock further behind was never set: no message waits five years. */
export const neverSetMs = 5 * 365 * 86_400_000
/** A delay that stays the same for this long, within the tolerance, is the clock's, ms. Waiting messages arrive faster than they were sent. */
const steadyMs = 60_000
const steadyToleranceMs = 30_000

/** Zones differ by quarter hours: a delay of about such a number is probably a clock in local time, ms. */
const zoneStepMs = 15 * 60_000
const zoneToleranceMs = 90_000

/** The error of a gateway's clock. */
export interface ClockError {
  /** How far it is behind, ms; 0: right; negative: ahead. */
  behindMs: number
  /** Whether it is certain enough to correct times by it. */
  isCertain: boolean
}

interface ClockState {
  /** How far the clock is behind, ms; negative: ahead. */
  behindMs: number
  /** Corrected time of its newest message, epoch ms; NaN: never heard. */
  newestAt: number
  /** A delay that may be the clock's, since when it was seen, epoch ms, and whether it looks like a time zone. */
  suspect: { delayMs: number; since: number; isZone: boolean } | null
}

/** A message from a gateway with a time of its own. */
interface SentMessage {
  /** The gateway's time, epoch ms. */
  sentAt: number
  /** Herd time, epoch ms. */
  receivedAt: number
  /** Whether such gateways send at once or never. */
  isLive: boolean
  /** How far the machine's clock is ahead of herd time, ms: gateways may follow either. */
  aheadMs: number
}

/**
 * Judges the clocks of gateways by the arrival of their messages. A late message and a clock that is behind look the same at first:
 * - Messages that waited arrive in order, after the gateway's last one. A time before the last one is a wrong clock.
 * - A delay that stays the same for a minute is a wrong clock.
 * - A time in the future, or years ago, is a wrong clock.
 * Formats whose gateways may store messages need one of the last two to be corrected, so that a message sent again stays a duplicate;
 * an error that looks like a time zone is only reported.
 */
export class GatewayClocks {
  private readonly states = new Map<number, ClockState>()

  /**
   * Notes a message.
   * @param newestAt returns the time of the gateway's newest stored reading, epoch ms, for the first message since the start; NaN: never heard
   * @returns the error of its gateway's clock
   */
  note(gateway: GatewayRecord, message: SentMessage, newestAt = () => gateway.heardAt): ClockError {
    const { sentAt, receivedAt } = message
    const state = this.states.get(gateway.id) ?? { behindMs: 0, newestAt: newestAt(), suspect: null }
    this.states.set(gateway.id, state)
    const delayMs = receivedAt - sentAt
    if (Math.abs(delayMs) <= rightMs) {
      state.behindMs = 0
      state.suspect = null
    } else if (this.isClock(state, message)) {
      state.behindMs = delayMs
      state.suspect = null
    }
    const correctedAt = sentAt + state.behindMs
    if (!(correctedAt <= state.newestAt)) state.newestAt = correctedAt
    return state.suspect?.isZone === true
      ? { behindMs: state.suspect.delayMs, isCertain: false }
      : { behindMs: state.behindMs, isCertain: true }
  }

  /** Returns whether a message shows that the known error of its gateway's clock is another one. */
  private isClock(state: ClockState, { sentAt, receivedAt, isLive, aheadMs }: SentMessage): boolean {
    const delayMs = receivedAt - sentAt
    let lateMs = delayMs - state.behindMs
    const isEarlier = lateMs < -(maxFutureMs + Math.max(0, aheadMs))
    if (lateMs > neverSetMs || (isEarlier && (isLive || delayMs < 0))) return true
    if (isEarlier) {
      // The clock was set since: a message that is late now may have been stored.
      state.behindMs = 0
      lateMs = delayMs
    }
    if (lateMs <= maxDelayMs) {
      state.suspect = null
      return false
    }
    const isInOrder = sentAt + state.behindMs >= state.newestAt - rightMs
    if (isLive && !isInOrder) return true
    if (state.suspect === null || Math.abs(delayMs - state.suspect.delayMs) > steadyToleranceMs)
      state.suspect = { delayMs, since: receivedAt, isZone: !isInOrder && isZoneLike(delayMs) }
    return receivedAt - state.suspect.since >= steadyMs
  }
}

function isZoneLike(delayMs: number): boolean {
  const steps = Math.round(delayMs / zoneStepMs)
  return steps > 1 && Math.abs(delayMs - steps * zoneStepMs) <= zoneToleranceMs
}
