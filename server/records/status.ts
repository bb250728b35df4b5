import type { Caller } from '../auth/sessions.ts'
import { machineNow } from '../clock.ts'
import type { Queries } from '../db/connect.ts'
import { audit } from './audit.ts'
import type { Noun, RecordsOf, Row } from './describe.ts'
import { selectRecords } from './select.ts'
import { update } from './write.ts'

interface NewStatus {
  status: 'ACTIVE' | 'DISABLED'
  reason: string
}

/**
 * Enables or disables records, in the transaction that has locked them.
 * @param before the records, ordered by id
 * @returns the records after the change
 */
export async function changeStatus<N extends Noun, Live>(
  sql: Queries,
  records: RecordsOf<N, Live>,
  caller: Caller,
  before: readonly { id: number }[],
  { status, reason }: NewStatus,
): Promise<Row<N, Live>[]> {
  for (const { id } of before) await update(sql, records, id, { status })
  const after = await selectRecords(sql, records, sql`r.id = any(${before.map(({ id }) => id)}::bigint[])`, {
    end: sql`order by r.id`,
  })
  const action = status === 'ACTIVE' ? 'ENABLE' : 'DISABLE'
  for (const [place, was] of before.entries()) {
    await audit(sql, caller, machineNow(), {
      action,
      noun: records.noun,
      nounId: was.id,
      before: was,
      after: after[place] ?? {},
      detail: { reason },
    })
  }
  return after
}
