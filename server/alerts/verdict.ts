import type { Alert } from '#contract/alerts.ts'

/**
 * What a rule says of one subject at one moment. `raise`: beyond the raise level; `clear`: back within the clear level;
 * `hold`: between the two, or nothing can be said. The engine adds the delays, the inhibition and the memory.
 */
export interface Verdict {
  level: 'raise' | 'clear' | 'hold'
  /** Since when it has been at this level, epoch ms; what the delays count from. */
  levelSinceAt: number
  /** When what it tells of began, epoch ms. */
  sinceAt: number
  /** The figures; asked for only when an alert is raised. */
  detail: () => Alert['detail']
}

export const hold: Verdict = { level: 'hold', levelSinceAt: Number.NaN, sinceAt: Number.NaN, detail: () => ({}) }
export const minuteMs = 60_000
