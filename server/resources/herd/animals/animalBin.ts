import type { Context } from '../../../context.ts'
import { purgeOld } from '../../../records/remove.ts'
import { animals } from '../animals.ts'

/** How long an animal stays in the recycle bin, ms of machine time. */
export const keptInBinMs = 30 * 86_400_000

/**
 * Deletes for good the animals that were removed more than 30 days ago. One that wore a neckband stays: whose readings they
 * were is never forgotten.
 * @param now machine time, epoch ms
 */
export function purgeOldAnimals(context: Context, now: number): Promise<void> {
  return purgeOld(context, animals, { before: now - keptInBinMs, needed: (sql) => sql`exists (select from pairings p where p.animal_id = r.id)` })
}
