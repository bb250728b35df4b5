import type { Caller } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../db/connect.ts'
import { atHerdTime, auditAll, saved } from './audit.ts'
import type { Change, Columns, Noun, Records, RecordsOf, Row, StoredRow } from './describe.ts'
import { lockRecords, selectRecords } from './select.ts'
import { changeWithin, transact, update, updateAll, type Within } from './write.ts'

/** Returns the columns to write: one set for all records of a batch, or a function per record. It may reject them all. */
export type BatchWork<R> = (
  change: Change,
  before: readonly R[],
) => Promise<Columns | ((record: R) => Promise<Columns> | Columns)>

/** Ids of the records, and the reason for the change. */
interface Named {
  ids: readonly number[]
  reason?: string
}

/** Records written and audited per statement; the event loop is free in between. */
const batchSize = 100

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize)
}

/**
 * Changes the given records, all or none, and audits each with the optional reason.
 * @returns number of changed records
 * @throws CallError NOT_FOUND when the caller may not see one of them; CONFLICT for a value that is taken; errors of `work`
 */
export async function changeRecords<N extends Noun, Live>(
  context: Context,
  records: RecordsOf<N, Live>,
  caller: Caller,
  named: Named,
  work: BatchWork<Row<N, Live>>,
): Promise<number>
export async function changeRecords(
  context: Context,
  records: Records,
  caller: Caller,
  named: Named,
  work: BatchWork<StoredRow>,
): Promise<number> {
  const done = await transact(context, (within) => changeEach(within, records, caller, named, work))
  return done.length
}

/** Changes records like `changeRecords`, within an existing transaction. @returns number of changed records */
export async function changeRecordsWithin<N extends Noun, Live>(
  within: Within,
  records: RecordsOf<N, Live>,
  caller: Caller,
  named: Named,
  work: BatchWork<Row<N, Live>>,
): Promise<number>
export async function changeRecordsWithin(
  within: Within,
  records: Records,
  caller: Caller,
  named: Named,
  work: BatchWork<StoredRow>,
): Promise<number> {
  return (await changeEach(within, records, caller, named, work)).length
}

function changeEach(
  within: Within,
  records: Records,
  caller: Caller,
  { ids, reason }: Named,
  work: BatchWork<StoredRow>,
) {
  return changeWithin(within, records, caller, async (change) => {
    const { sql } = change
    const before = (await lockRecords(sql, records, caller, ids)) as StoredRow[]
    const written = await work(change, before)
    for (const batch of inBatches(before)) {
      if (typeof written === 'function') await updateEach(sql, records, batch, written)
      else
        await updateAll(
          sql,
          records,
          batch.map(({ id }) => id),
          written,
        )
    }
    const after = (await selectRecords(sql, records, sql`r.id = any(${before.map(({ id }) => id)}::bigint[])`, {
      end: sql`order by r.id`,
    })) as StoredRow[]
    const pairs = before.map((record, place) => ({ before: record, after: after[place] ?? record }))
    const entryOf = ({ before: was, after: is }: (typeof pairs)[number]) => ({
      ...saved(was, is),
      noun: records.noun,
      nounId: was.id,
      detail: { ...change.note, reason },
    })
    for (const batch of inBatches(pairs)) await auditAll(sql, caller, atHerdTime(change.now), batch.map(entryOf))
    return pairs
  })
}

async function updateEach(
  sql: Queries,
  records: Records,
  some: readonly StoredRow[],
  columnsOf: (record: StoredRow) => Promise<Columns> | Columns,
): Promise<void> {
  const columns: Columns[] = []
  for (const record of some) columns.push(await columnsOf(record))
  await Promise.all(some.map(({ id }, place) => update(sql, records, id, columns[place] ?? {})))
}
