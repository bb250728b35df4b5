import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { toInstant } from '../../clock.ts'
import type { FarmKind } from '../kind.ts'
import { hold, minuteMs } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** Instants are epoch ms. */
interface Facts {
  /** NaN when never seen; such a gateway is not judged. */
  heardAt: number
  /** Since when the server has been listening without a break. */
  listeningSinceAt: number
}

export function evaluate(
  { heardAt, listeningSinceAt }: Facts,
  { offlineMinutes }: RuleParameters<'GATEWAY_OFFLINE'>,
  now: number,
): Verdict {
  if (Number.isNaN(heardAt)) return hold
  const limitMs = offlineMinutes * minuteMs
  const dueAt = Math.max(heardAt, listeningSinceAt) + limitMs
  const detail = () => ({
    offlineMinutes: Math.floor((now - heardAt) / minuteMs),
    lastSeenAt: toInstant(heardAt),
  })
  if (now >= dueAt) return { level: 'raise', levelSinceAt: dueAt, sinceAt: heardAt, detail }
  return now - heardAt < limitMs ? { level: 'clear', levelSinceAt: heardAt, sinceAt: heardAt, detail } : hold
}

/** A gateway is silent. It explains the silence of the neckbands that it heard last. */
export const gatewayOffline: FarmKind<'GATEWAY_OFFLINE'> = {
  about: 'GATEWAY',
  looksAt: [],
  explainsSilence: true,
  *judgeAll({ gateways, listeningSinceAt }, parameters, now) {
    for (const { id, name, mac, penId, heardAt } of gateways) {
      yield {
        subjectId: id,
        subjectName: name ?? mac,
        penId: penId || null,
        verdict: evaluate({ heardAt, listeningSinceAt }, parameters, now),
      }
    }
  },
}
