import { maxFutureMs } from '#contract/herd/readings.ts'
import { neverSetMs } from './gatewayClocks.ts'

/** GPS counts weeks modulo 1024: an old receiver is one or two rounds behind. */
const gpsRoundMs = 1024 * 7 * 86_400_000
const maxGpsRounds = 2

/** When a reading was heard. */
export interface HeardTime {
  /** Epoch ms. */
  at: number
  /** Whether it is not the reading's own time. */
  isReplaced: boolean
}

/** What a message shows about the times of its readings. */
export interface MessageTimes {
  /** Herd time of its arrival, epoch ms. */
  receivedAt: number
  /** The gateway's own time, epoch ms; NaN: unknown. */
  sentAt: number
  /** How far the gateway's clock is behind, ms; negative: ahead. */
  behindMs: number
  maxAgeMs: number
}

/**
 * Returns when a reading was heard. The gateway's clock error is taken out of times that follow that clock. A time that cannot be
 * true is replaced: by the next round of GPS weeks if it fits, else by the arrival, because the animal was heard then.
 * A time that is only old, or somewhat ahead, stays: validation rejects it.
 */
export function heardTime(at: number, { receivedAt, sentAt, behindMs, maxAgeMs }: MessageTimes): HeardTime {
  const arrivedAt = Math.floor(receivedAt)
  if (Number.isNaN(at)) return { at: arrivedAt, isReplaced: true }
  const followsGateway =
    behindMs !== 0 &&
    ((behindMs < 0 && at > receivedAt + maxFutureMs) || Math.abs(at - sentAt) < Math.abs(at - receivedAt))
  const heardAt = followsGateway ? Math.floor(at + behindMs) : at
  if (heardAt >= receivedAt - maxAgeMs) return { at: heardAt, isReplaced: false }
  for (let rounds = 1; rounds <= maxGpsRounds; rounds++) {
    const roundAt = heardAt + rounds * gpsRoundMs
    if (roundAt >= receivedAt - maxAgeMs && roundAt <= receivedAt + maxFutureMs)
      return { at: roundAt, isReplaced: true }
  }
  return heardAt < receivedAt - neverSetMs ? { at: arrivedAt, isReplaced: true } : { at: heardAt, isReplaced: false }
}
