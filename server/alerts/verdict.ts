import type { Alert } from '#contract/alerts/alerts.ts'

/**
 * A rule's judgement of one subject at one moment. `raise`: beyond the raise level; `clear`: within the clear level;
 * `hold`: between the two, or unknown. The engine adds delays, suppression and memory.
 */
export interface Verdict {
  level: 'raise' | 'clear' | 'hold'
  /** Start of this level, epoch ms: delays count from here. NaN: the engine remembers it. */
  levelSinceAt: number
  /** Start of the reported condition, epoch ms. NaN: start of the level. */
  sinceAt: number
  /** Returns the figures; called only when an alert is raised. */
  detail: () => Alert['detail']
}

export const hold: Verdict = { level: 'hold', levelSinceAt: Number.NaN, sinceAt: Number.NaN, detail: () => ({}) }
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/**
 * Returns a verdict without a known start of its level; the engine remembers it. @param sinceAt start of the reported condition, if known (epoch ms)
 */
export function atLevel(level: 'raise' | 'clear', detail: Verdict['detail'], sinceAt = Number.NaN): Verdict {
  return { level, levelSinceAt: Number.NaN, sinceAt, detail }
}
