import type { Permit } from '../db/permits.ts'
import type { Verdict } from './verdict.ts'

/** The times in which animals may be away, read from the database: a restart finds the same ones. */
export class Permits {
  private byAnimal: ReadonlyMap<number, readonly Permit[]> = new Map()

  use(permits: readonly Permit[]): void {
    this.byAnimal = Map.groupBy(permits, ({ animalId }) => animalId)
  }

  /** What becomes of a verdict that an animal left its place: it is held while a permit lasts, and counts from the end of the last one. */
  applyTo(verdict: Verdict, animalId: number, now: number): Verdict {
    const permits = this.byAnimal.get(animalId)
    if (permits === undefined || verdict.level !== 'raise') return verdict
    if (permits.some(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)) return { ...verdict, level: 'hold' }
    const endedAt = Math.max(...permits.map(({ endsAt }) => endsAt).filter((endsAt) => endsAt <= now))
    return { ...verdict, levelSinceAt: Math.max(verdict.levelSinceAt, endedAt), sinceAt: Math.max(verdict.sinceAt, endedAt) }
  }
}
