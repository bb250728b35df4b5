import type { AnimalRecord } from '#contract/herd/animals.ts'
import type { BatchWork } from '../../../records/batch.ts'
import { unpairAnimals } from '../../herd/pairings.ts'

/** Returns batch work that records animals as having left the herd by an approval, on the present day of their farms. */
export function leftBy(
  status: 'RELEASED' | 'SUBSTITUTED',
  { reason, documentId }: { reason: string; documentId: string | null },
): BatchWork<AnimalRecord> {
  return async ({ sql, caller, now }, animals) => {
    const ids = animals.map(({ id }) => id)
    await unpairAnimals(sql, ids, { now, caller, reason })
    if (documentId !== null)
      await sql`insert into animal_documents (animal_id, document_id) select unnest(${ids}::bigint[]), ${documentId} on conflict do nothing`
    return {
      status,
      left_on: sql`timezone((select time_zone from farms where farms.id = animals.farm_id), ${now}::timestamptz)::date`,
      left_reason: reason,
      document_id: documentId,
      in_herd_to: sql`coalesce(animals.in_herd_to, ${now}::timestamptz)`,
    }
  }
}
