import type { Caller } from '../auth/sessions.ts'
import { machineNow } from '../clock.ts'
import type { Context } from '../context.ts'
import { audit, saved } from './audit.ts'
import type { Change, Columns, Noun, Records, RecordsOf, Row, StoredRow } from './describe.ts'
import { holdRecords, selectRecords } from './select.ts'
import { changeAll, update } from './write.ts'

/** What a batch writes to each of its records; it may refuse them all. */
export type BatchWork<R> = (change: Change, before: readonly R[]) => Promise<(record: R) => Promise<Columns> | Columns>

/**
 * Changes records that a caller names, all of them or none, each noted with the reason, if there is one.
 * @returns how many were changed
 * @throws CallError NOT_FOUND when the caller may not see one of them; CONFLICT for a value that is taken; what `work` refuses
 */
export async function changeRecords<N extends Noun, Live>(
  context: Context,
  records: RecordsOf<N, Live>,
  caller: Caller,
  { ids, reason }: { ids: readonly number[]; reason?: string },
  work: BatchWork<Row<N, Live>>,
): Promise<number>
export async function changeRecords(
  context: Context,
  records: Records,
  caller: Caller,
  { ids, reason }: { ids: readonly number[]; reason?: string },
  work: BatchWork<StoredRow>,
): Promise<number> {
  const done = await changeAll(context, records, caller, async (change) => {
    const { sql } = change
    const before = (await holdRecords(sql, records, caller, ids)) as StoredRow[]
    const columnsOf = await work(change, before)
    for (const record of before) await update(sql, records, record.id, await columnsOf(record))
    const after = (await selectRecords(sql, records, sql`r.id = any(${before.map(({ id }) => id)}::bigint[])`, { end: sql`order by r.id` })) as StoredRow[]
    const pairs = before.map((record, place) => ({ before: record, after: after[place] ?? record }))
    for (const { before: was, after: is } of pairs) {
      await audit(sql, caller, machineNow(), { ...saved(was, is), noun: records.noun, nounId: was.id, detail: { ...change.note, reason } })
    }
    return pairs
  })
  return done.length
}
