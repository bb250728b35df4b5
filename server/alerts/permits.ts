import type { Permits } from '../herd/outages.ts'
import type { Verdict } from './verdict.ts'

/** Adjusts the verdict that an animal left its place: holds it during a permit, and counts delays from the end of the last permit. */
export function permitted(verdict: Verdict, permits: Permits, animalId: number, now: number): Verdict {
  if (verdict.level !== 'raise') return verdict
  if (permits.isAway(animalId, now)) return { ...verdict, level: 'hold' }
  const endedAt = permits.endedAt(animalId, now)
  return {
    ...verdict,
    levelSinceAt: Math.max(verdict.levelSinceAt, endedAt),
    sinceAt: Math.max(verdict.sinceAt, endedAt),
  }
}
