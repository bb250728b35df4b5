import type { Seal } from '#contract/projects/seals.ts'
import { toInstant } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'

/** Returns the root of the newest sealed day, which all parties have received; null when no day is sealed yet. */
export async function newestSeal(sql: Queries): Promise<Pick<Seal, 'root' | 'day' | 'sealedAt'> | null> {
  const [seal] = await sql<
    { root: string; day: string; sealedAt: number }[]
  >`select root, day, sealed_at as "sealedAt" from seals order by day desc limit 1`
  return seal ? { ...seal, sealedAt: toInstant(seal.sealedAt) } : null
}
