import type { RuleParameters } from '#contract/alertRules.ts'
import { minuteMs } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** What is known of the neckbands of one farm; instants epoch ms. */
export interface SiteOutageFacts {
  /** Neckbands that were heard of late, when last, and their usual gap (ms). */
  heardAt: readonly number[]
  usualGapMs: readonly number[]
}

/** A farm with fewer neckbands than this has no site to speak of. */
const fewest = 5
/** A neckband is overdue only after so many of its usual gaps, however short the limit. */
const usualGaps = 4

/**
 * Many neckbands of a farm fall silent together: the site, not the animals. `sinceAt` is when the first of the silent
 * ones was last heard. The level's own begin is not known from the facts; the engine keeps it.
 */
export function evaluate(
  { heardAt, usualGapMs }: SiteOutageFacts,
  { raisePercent, clearPercent, silentMinutes }: RuleParameters<'SITE_OUTAGE'>,
  now: number,
): Verdict {
  let silent = 0
  let sinceAt = now
  for (const [i, at] of heardAt.entries()) {
    const gap = usualGapMs[i] ?? 0
    const limitMs = Math.max(silentMinutes * minuteMs, usualGaps * gap)
    if (now - at <= limitMs) continue
    silent++
    if (at < sinceAt) sinceAt = at
  }
  const percent = heardAt.length === 0 ? 0 : (silent / heardAt.length) * 100
  const detail = () => ({ silent, neckbands: heardAt.length, percent: Math.round(percent) })
  if (heardAt.length < fewest) return { level: 'hold', levelSinceAt: now, sinceAt: now, detail }
  if (percent > raisePercent) return { level: 'raise', levelSinceAt: now, sinceAt, detail }
  return { level: percent < clearPercent ? 'clear' : 'hold', levelSinceAt: now, sinceAt: now, detail }
}
