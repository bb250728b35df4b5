import type { AnimalWeight } from '#contract/herd/animals/animalWeights.ts'

const dayMs = 86_400_000

/** A weighing with the gain since the previous one. */
export interface Gain {
  weight: AnimalWeight
  /** kg per day; null: the first weighing, or two on the same day. */
  perDay: number | null
  /** Day of the previous weighing. */
  since: string | null
}

/** Returns the days between two dates (`2026-05-01`). */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/** Returns an animal's weighings, newest first, each with the gain since the previous one. */
export function gainsOf(weights: readonly AnimalWeight[]): Gain[] {
  const oldestFirst = weights.toSorted((a, b) => a.weighedOn.localeCompare(b.weighedOn) || a.id - b.id)
  return oldestFirst
    .map((weight, place): Gain => {
      const before = oldestFirst[place - 1]
      const days = before ? daysBetween(before.weighedOn, weight.weighedOn) : 0
      return {
        weight,
        since: before?.weighedOn ?? null,
        perDay: before && days > 0 ? (weight.kg - before.kg) / days : null,
      }
    })
    .toReversed()
}
