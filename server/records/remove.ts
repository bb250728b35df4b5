import { type Caller, nobody } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import { machineNow } from '../clock.ts'
import type { Context } from '../context.ts'
import { atHerdTime, audit } from './audit.ts'
import type { Queries } from '../db/connect.ts'
import type { Change, Records, StoredRow } from './describe.ts'
import { present } from './read.ts'
import { findRecord, selectRecords, tableOf } from './select.ts'
import { requireVersion } from './transaction.ts'
import { changeRecord, changeWithin, requireReferences, update, type Within } from './write.ts'

/**
 * Moves a record to the recycle bin: it is no longer found, and its unique values may be used again.
 * @throws CallError NOT_FOUND; IN_USE while other records need it; errors of the noun's hooks
 */
export async function removeRecord(context: Context, records: Records, caller: Caller, id: number): Promise<void> {
  await changeRecord(context, records, caller, (change) => remove(change, records, id))
}

interface Removal {
  id: number
  version: number
  /** Additional audit detail. */
  note: Record<string, unknown>
}

/** Removes a record like `removeRecord`, within an existing transaction. @throws CallError CONFLICT when its version has changed */
export async function removeWithin(
  within: Within,
  records: Records,
  caller: Caller,
  { id, version, note }: Removal,
): Promise<void> {
  await changeWithin(within, records, caller, async (change) => {
    requireVersion((await findRecord(change.sql, records, caller, id, { lock: true })) as StoredRow, version)
    return [await remove({ ...change, note }, records, id)]
  })
}

async function remove(change: Change, records: Records, id: number): Promise<{ before: StoredRow; after: null }> {
  const { sql, caller } = change
  const before = (await findRecord(sql, records, caller, id, { lock: true })) as StoredRow
  if (records.inUse) {
    const needed = await sql`select from ${tableOf(sql, records)} where r.id = ${id} and (${records.inUse(sql)})`
    if (needed.length > 0) throw new CallError('IN_USE')
  }
  const columns = await records.hooks.beforeRemove?.({ ...change, before })
  await update(sql, records, id, { ...columns, deleted_at: machineNow(), deleted_by: caller.userId })
  await audit(sql, caller, atHerdTime(change.now), {
    action: 'REMOVE',
    noun: records.noun,
    nounId: id,
    before,
    after: null,
    detail: change.note,
  })
  return { before, after: null }
}

interface Restoring {
  id: number
  reason?: string | undefined
}

/**
 * Restores a record from the recycle bin, and audits the optional reason.
 * @throws CallError NOT_FOUND; CONFLICT when its name was used again; BAD_SHAPE when a record that it refers to was removed
 */
export async function restoreRecord(
  context: Context,
  records: Records,
  caller: Caller,
  input: Restoring,
): Promise<object> {
  const { id, reason } = input
  const { after } = await changeRecord(context, records, caller, async (change) => {
    const { sql } = change
    const before = (await findRecord(sql, records, caller, id, { where: 'removed', lock: true })) as StoredRow
    await requireReferences(sql, records, caller, null, before, 'onRestore')
    if (reason !== undefined) change.note['reason'] = reason
    const columns = await records.hooks.beforeRestore?.({ ...change, before, input })
    await update(sql, records, id, { ...columns, deleted_at: null, deleted_by: null })
    const after = (await findRecord(sql, records, caller, id)) as StoredRow
    await audit(sql, caller, atHerdTime(change.now), {
      action: 'RESTORE',
      noun: records.noun,
      nounId: id,
      before,
      after,
      detail: change.note,
    })
    return { before, after }
  })
  const [item = {}] = await present(context, records, after ? [after] : [])
  return item
}

/** Purges a record from the recycle bin. @throws CallError NOT_FOUND; IN_USE when history needs it */
export async function purgeRecord(context: Context, records: Records, caller: Caller, id: number): Promise<void> {
  await changeRecord(context, records, caller, async (change) => {
    const before = (await findRecord(change.sql, records, caller, id, { where: 'removed', lock: true })) as StoredRow
    return purge(change, records, before)
  })
}

async function purge(change: Change, records: Records, before: StoredRow) {
  const { sql, caller } = change
  await records.hooks.beforePurge?.({ ...change, before })
  // The database rejects the deletion while other records refer to it: IN_USE.
  await sql`delete from ${sql(records.table)} where id = ${before.id}`
  await audit(sql, caller, atHerdTime(change.now), {
    action: 'PURGE',
    noun: records.noun,
    nounId: before.id,
    before,
    after: null,
    detail: change.note,
  })
  return { before, after: null }
}

const dayMs = 86_400_000
/** Maximum records purged per run; the others wait for the next run. */
const purgeBatchSize = 1000

/**
 * Purges a noun's records whose time in the recycle bin is over, each in its own transaction. The audit names the system as author.
 * @param now machine time, epoch ms
 */
export async function purgeOld(context: Context, records: Records, now: number): Promise<void> {
  if (!records.bin) return
  const { retentionDays: keptDays, needed } = records.bin
  const old = (sql: Queries) => sql`r.deleted_at < ${now - keptDays * dayMs} and not (${needed(sql)})`
  const { sql } = context
  const ids = await sql<
    { id: number }[]
  >`select r.id from ${tableOf(sql, records)} where ${old(sql)} order by r.deleted_at limit ${purgeBatchSize}`
  for (const { id } of ids) {
    await changeRecord(context, records, nobody, async (change) => {
      const [record] = await selectRecords(change.sql, records, change.sql`r.id = ${id} and ${old(change.sql)}`, {
        end: change.sql`for update of r`,
      })
      // A user has restored it in the meantime.
      return record ? purge(change, records, record as StoredRow) : { before: null, after: null }
    })
  }
}
