import type { RuleParameters } from '#contract/alertRules.ts'
import { toInstant } from '../../clock.ts'
import { hold, minuteMs } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** Instants epoch ms. */
export interface GatewayOfflineFacts {
  /** NaN: never; nothing is said of a gateway that was never seen. */
  lastSeenAt: number
  /** Since when the server has been listening without a break. */
  listeningSinceAt: number
}

/** A gateway that has sent nothing for so long. */
export function evaluate(
  { lastSeenAt, listeningSinceAt }: GatewayOfflineFacts,
  { offlineMinutes }: RuleParameters<'GATEWAY_OFFLINE'>,
  now: number,
): Verdict {
  if (Number.isNaN(lastSeenAt)) return hold
  const limitMs = offlineMinutes * minuteMs
  const dueAt = Math.max(lastSeenAt, listeningSinceAt) + limitMs
  const detail = () => ({ offlineMinutes: Math.floor((now - lastSeenAt) / minuteMs), lastSeenAt: toInstant(lastSeenAt) })
  if (now >= dueAt) return { level: 'raise', levelSinceAt: dueAt, sinceAt: lastSeenAt, detail }
  if (now - lastSeenAt < limitMs) return { level: 'clear', levelSinceAt: lastSeenAt, sinceAt: lastSeenAt, detail }
  return { level: 'hold', levelSinceAt: now, sinceAt: lastSeenAt, detail }
}
