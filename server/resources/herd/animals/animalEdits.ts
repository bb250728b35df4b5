import type { Parsed } from '#contract/calls/endpoint.ts'
import type { AnimalRecord, animalEndpoints } from '#contract/herd/animals.ts'
import { CallError } from '../../../callError.ts'
import type { BatchWork } from '../../../records/batch.ts'
import type { Records } from '../../../records/describe.ts'
import { notifyOfEdits } from '../collateralNotices.ts'
import { columnsOf, requireReferences } from '../../../records/write.ts'

/** Returns batch work that sets the same values on all animals. Fields that are null or left out stay unchanged. */
export function editsOf(
  records: Records,
  { ids: _ids, reason, ...fields }: Parsed<typeof animalEndpoints.editAll>,
): BatchWork<AnimalRecord> {
  const values = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
  return async (change, animals) => {
    const { sql, caller } = change
    if (Object.keys(values).length === 0)
      throw new CallError('BAD_SHAPE', { fields: { categoryId: 'nothing_changes' } })
    await requireReferences(sql, records, caller, null, values)
    await notifyOfEdits(change, animals, (animal) => ({ ...animal, ...values }), { comment: reason })
    return columnsOf(records, values)
  }
}
