import type { AnimalWeight } from '#contract/herd/animals/animalWeights.ts'

const dayMs = 86_400_000

/** The gain of an animal since the weighing before. */
export interface Gain {
  weight: AnimalWeight
  /** kg a day; null: the first weighing, or two of one day. */
  perDay: number | null
  /** The day of the weighing before. */
  since: string | null
}

/** Days between two days (`2026-05-01`). */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs
}

/** The weighings of an animal, the newest first, each with what it gained since the one before. */
export function gainsOf(weights: readonly AnimalWeight[]): Gain[] {
  const oldestFirst = weights.toSorted((a, b) => a.weighedOn.localeCompare(b.weighedOn) || a.id - b.id)
  return oldestFirst
    .map((weight, place): Gain => {
      const before = oldestFirst[place - 1]
      const days = before ? daysBetween(before.weighedOn, weight.weighedOn) : 0
      return { weight, since: before?.weighedOn ?? null, perDay: before && days > 0 ? (weight.kg - before.kg) / days : null }
    })
    .toReversed()
}
