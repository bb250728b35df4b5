import type { RuleParameters } from '#contract/alertRules.ts'
import { toInstant } from '../../clock.ts'
import { minuteMs } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** Instants epoch ms. */
export interface NeckbandSilentFacts {
  /** Last heard; NaN: never. */
  heardAt: number
  /** From when silence counts against it: heard last, put on, or the end of an outage that explained it. */
  silentFromAt: number
}

/** A neckband that has not been heard for so long. Only a reading clears it: silence never does. */
export function evaluate(
  { heardAt, silentFromAt }: NeckbandSilentFacts,
  { silentMinutes }: RuleParameters<'NECKBAND_SILENT'>,
  now: number,
): Verdict {
  const limitMs = silentMinutes * minuteMs
  const dueAt = silentFromAt + limitMs
  const detail = () => ({ silentMinutes: Math.floor((now - silentFromAt) / minuteMs), lastHeardAt: Number.isNaN(heardAt) ? null : toInstant(heardAt) })
  if (now >= dueAt) return { level: 'raise', levelSinceAt: dueAt, sinceAt: silentFromAt, detail }
  if (now - heardAt < limitMs) return { level: 'clear', levelSinceAt: heardAt, sinceAt: heardAt, detail }
  return { level: 'hold', levelSinceAt: now, sinceAt: silentFromAt, detail }
}
