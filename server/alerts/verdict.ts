import type { Alert } from '#contract/alerts/alerts.ts'

/**
 * A rule's judgement of one subject at one moment. `raise`: beyond the raise level; `clear`: within the clear level;
 * `hold`: between the two, or nothing can be said. The engine adds delays, suppression and memory.
 */
export interface Verdict {
  level: 'raise' | 'clear' | 'hold'
  /** Since when it has been at this level, epoch ms: delays count from here. NaN: the engine remembers when it began. */
  levelSinceAt: number
  /** When what it reports began, epoch ms. NaN: when the level began. */
  sinceAt: number
  /** The figures; asked for only when an alert is raised. */
  detail: () => Alert['detail']
}

export const hold: Verdict = { level: 'hold', levelSinceAt: Number.NaN, sinceAt: Number.NaN, detail: () => ({}) }
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** A verdict whose facts don't tell since when: the engine remembers. @param sinceAt when what it reports began, if they tell that (epoch ms) */
export function atLevel(level: 'raise' | 'clear', detail: Verdict['detail'], sinceAt = Number.NaN): Verdict {
  return { level, levelSinceAt: Number.NaN, sinceAt, detail }
}
