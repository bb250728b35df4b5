import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { toInstant } from '../../clock.ts'
import type { SlotKind } from '../kind.ts'
import { hold, hourMs, minuteMs } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** Instants are epoch ms. */
interface Facts {
  /** Last reading; NaN when never heard. */
  heardAt: number
  /** Start of the silence: last reading, pairing, start of listening, or end of an outage that explained it. */
  silentFromAt: number
  /** Typical time between its readings, ms; NaN when unknown. */
  usualGapMs: number
  /** Whether a current outage explains the silence. */
  isExplained: boolean
}

/** Maximum limit derived from the neckband's own rhythm, ms; a longer configured limit wins. */
const maxAdaptiveLimitMs = 24 * hourMs

/** Returns the silence limit, ms. It adapts to the rhythm: a neckband that reports hourly is not silent after an hour. */
function limitOf(usualGapMs: number, { silentMinutes, usualGaps }: RuleParameters<'NECKBAND_SILENT'>): number {
  const limitMs = silentMinutes * minuteMs
  const adaptiveMs = usualGaps * usualGapMs
  return adaptiveMs > limitMs ? Math.max(limitMs, Math.min(maxAdaptiveLimitMs, adaptiveMs)) : limitMs
}

export function evaluate(
  { heardAt, silentFromAt, usualGapMs, isExplained }: Facts,
  parameters: RuleParameters<'NECKBAND_SILENT'>,
  now: number,
): Verdict {
  const limitMs = limitOf(usualGapMs, parameters)
  const dueAt = silentFromAt + limitMs
  const detail = () => ({
    silentMinutes: Math.floor((now - silentFromAt) / minuteMs),
    lastHeardAt: Number.isNaN(heardAt) ? null : toInstant(heardAt),
  })
  if (now >= dueAt) return isExplained ? hold : { level: 'raise', levelSinceAt: dueAt, sinceAt: silentFromAt, detail }
  return now - heardAt < limitMs ? { level: 'clear', levelSinceAt: heardAt, sinceAt: heardAt, detail } : hold
}

/** A neckband that was heard since its pairing is silent, and no outage explains it. Only a reading clears the alert. */
export const neckbandSilent: SlotKind<'NECKBAND_SILENT'> = {
  about: 'NECKBAND',
  isSilence: true,
  looksAt: [],
  judgedWith: 'TICK',
  flag: 0,
  judge(farm, slot, parameters, isOpen, now) {
    const heardAt = farm.columns.heardAt[slot] as number
    if (!isOpen && now - heardAt < parameters.silentMinutes * minuteMs) return null
    const { neckbandId, pairedAt = Number.NaN } = farm.columns.slots[slot] ?? {}
    if (neckbandId == null) return null
    // Not heard yet, which is no silence: headcounts count it apart, and HEADCOUNT_DROP counts it as not heard.
    if (Number.isNaN(heardAt)) return isOpen ? hold : null
    const until = farm.explainedUntil(slot)
    const silentFromAt = latest(heardAt, pairedAt, farm.listeningSinceAt, until === Infinity ? Number.NaN : until)
    return evaluate(
      { heardAt, silentFromAt, usualGapMs: farm.columns.usualGapMs[slot] as number, isExplained: until === Infinity },
      parameters,
      now,
    )
  },
}

/** Returns the latest instant; ignores NaN. */
function latest(...instants: number[]): number {
  return Math.max(...instants.filter((at) => !Number.isNaN(at)))
}
