import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import { machineNow } from '../clock.ts'
import type { Context } from '../context.ts'
import { audit } from './audit.ts'
import type { Records, StoredRow } from './describe.ts'
import { present } from './read.ts'
import { findRecord, tableOf } from './select.ts'
import { changeRecord, requireReferences, update } from './write.ts'

/**
 * Puts a record into the recycle bin: nobody finds it any more, and what is unique of it may be given again.
 * @throws CallError NOT_FOUND; IN_USE while other records need it; what the noun's hooks refuse
 */
export async function removeRecord(context: Context, records: Records, caller: Caller, id: number): Promise<void> {
  await changeRecord(context, records, caller, async (change) => {
    const { sql } = change
    const before = (await findRecord(sql, records, caller, id, { hold: true })) as StoredRow
    if (records.inUse) {
      const needed = await sql`select from ${tableOf(sql, records)} where r.id = ${id} and (${records.inUse(sql)})`
      if (needed.length > 0) throw new CallError('IN_USE')
    }
    const columns = await records.hooks.beforeRemove?.({ ...change, before })
    await update(sql, records, id, { ...columns, deleted_at: machineNow(), deleted_by: caller.userId })
    await audit(sql, caller, machineNow(), { action: 'REMOVE', noun: records.noun, nounId: id, before, after: null, detail: change.note })
    return { before, after: null }
  })
}

interface Restoring {
  id: number
  reason?: string | undefined
}

/**
 * Takes a record out of the recycle bin; the reason, if one is given, is noted.
 * @throws CallError NOT_FOUND; CONFLICT where its name was given again; BAD_SHAPE where what it refers to is gone
 */
export async function restoreRecord(context: Context, records: Records, caller: Caller, { id, reason }: Restoring): Promise<object> {
  const { after } = await changeRecord(context, records, caller, async (change) => {
    const { sql } = change
    const before = (await findRecord(sql, records, caller, id, { where: 'removed', hold: true })) as StoredRow
    await requireReferences(sql, records, caller, null, before, 'again')
    if (reason !== undefined) change.note['reason'] = reason
    const columns = await records.hooks.beforeRestore?.({ ...change, before })
    await update(sql, records, id, { ...columns, deleted_at: null, deleted_by: null })
    const after = (await findRecord(sql, records, caller, id)) as StoredRow
    await audit(sql, caller, machineNow(), { action: 'RESTORE', noun: records.noun, nounId: id, before, after, detail: change.note })
    return { before, after }
  })
  const [item = {}] = await present(context, records, after ? [after] : [])
  return item
}

/** Deletes a record of the recycle bin for good. @throws CallError NOT_FOUND; IN_USE where history needs it */
export async function purgeRecord(context: Context, records: Records, caller: Caller, id: number): Promise<void> {
  await changeRecord(context, records, caller, async (change) => {
    const { sql } = change
    const before = (await findRecord(sql, records, caller, id, { where: 'removed', hold: true })) as StoredRow
    await records.hooks.beforePurge?.({ ...change, before })
    // What still refers to it makes the database refuse: IN_USE.
    await sql`delete from ${sql(records.table)} where id = ${id}`
    await audit(sql, caller, machineNow(), { action: 'PURGE', noun: records.noun, nounId: id, before, after: null, detail: change.note })
    return { before, after: null }
  })
}
