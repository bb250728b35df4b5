import { setTimeout as sleep } from 'node:timers/promises'
import type { Import, ImportedNoun } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries, Sql } from '../../db/connect.ts'
import type { Events } from '../../events.ts'
import type { Language } from '../../languages.ts'
import { audit } from '../audit.ts'
import { commas, readOf, tableOf } from '../select.ts'
import { inTransaction } from '../transaction.ts'
import type { ImportContext, Imported } from './describe.ts'
import { ImportEnded, noteProgress } from './importRows.ts'
import { lockNamed } from './names.ts'
import { type Refusal, refusalOf, saveRow } from './savedRows.ts'

/** Rows written per statement, and the pause after it in ms, so that readings are stored in between. */
const batchSize = 250
const pauseMs = 5

/** Thrown when the noun's own save refuses a row; nothing is written then. */
export class RowRefused extends Error {
  readonly row: number
  readonly refusal: Refusal

  constructor(row: number, refusal: Refusal) {
    super(refusal.code)
    this.row = row
    this.refusal = refusal
  }
}

interface WriteOptions {
  imported: Imported
  context: ImportContext
  /** What the noun's own save needs. */
  wholeContext: () => Context
  caller: Caller
  language: Language
  /** Herd time, epoch ms. */
  now: number
  /** Aborted when the server stops. */
  signal: AbortSignal
}

/** Thrown when the caller may no longer refer to a record that staged rows refer to. */
export class NoLongerAllowed extends Error {}

/**
 * Writes the staged rows of an import as records, all or none. Audits each record with its sheet, and the import once.
 * @returns ids of the affected farms
 * @throws ImportEnded when a user cancels it, or the server stops; NoLongerAllowed; the database's 23505 for a value taken since the check
 */
export async function writeRows(
  sql: Sql,
  { id, noun, fileName, sound }: Import,
  { imported, context, wholeContext, caller, language, now, signal }: WriteOptions,
): Promise<number[]> {
  const { records } = imported
  const { farmIds, changedFarmIds, later } = await inTransaction(sql, async (transaction) => {
    if (!(await lockNamed(transaction, imported, caller, id))) throw new NoLongerAllowed()
    const all = await transaction<
      { row: number; input: Record<string, unknown> | null }[]
    >`select sheet_row as row, input from import_rows where import_id = ${id} order by sheet_row`
    // Cancelling an import deletes its staged rows.
    if (all.length !== sound) throw new ImportEnded()
    const rows = all.filter(({ input }) => input === null)
    const added = await imported.added({ sql: transaction, caller, now })
    const names = await transaction<{ name: string }[]>`
      select distinct jsonb_object_keys(columns || ${JSON.stringify(added)}::text::jsonb) as name from import_rows where import_id = ${id} and input is null order by 1`
    const columns = [...names.map(({ name }) => name), 'updated_at']
    const detail = JSON.stringify({ importId: id, importedFrom: fileName })
    for (let done = 0; done < rows.length; done += batchSize) {
      if (signal.aborted) throw new ImportEnded()
      const ids = await insertBatch(transaction, {
        id,
        table: records.table,
        columns,
        more: JSON.stringify({ ...added, updated_at: toInstant(machineNow()) }),
        from: rows[done]?.row ?? 0,
        to: rows[Math.min(done + batchSize, rows.length) - 1]?.row ?? 0,
      })
      await auditBatch(transaction, imported, caller, ids, detail)
      await noteProgress(sql, id, { from: 'WRITING', done: Math.min(done + batchSize, rows.length) })
      await sleep(pauseMs)
    }
    const left: (() => Promise<void> | void)[] = []
    const afterCommit = (one: () => Promise<void> | void) => void left.push(one)
    const muted = collectChanges(context.events, noun)
    const saver = { imported, caller, language, note: { importId: id, importedFrom: fileName } }
    let done = rows.length
    for (const { row, input } of all) {
      if (input === null) continue
      if (signal.aborted) throw new ImportEnded()
      await saveRow({ sql: transaction, context: { ...wholeContext(), events: muted.events }, afterCommit }, saver, {
        row,
        input,
      }).catch((error: unknown) => {
        throw new RowRefused(row, refusalOf(imported, error))
      })
      if (++done % batchSize > 0) continue
      await noteProgress(sql, id, { from: 'WRITING', done })
      await sleep(pauseMs)
    }
    await audit(transaction, caller, machineNow(), {
      action: 'ADD',
      noun: 'import',
      nounId: id,
      before: null,
      after: { id, noun, fileName, rows: all.length },
    })
    await noteProgress(transaction, id, { from: 'WRITING', state: 'DONE', done: all.length })
    const farms = await transaction<
      { id: number | null }[]
    >`select distinct (columns ->> 'farm_id')::bigint as id from import_rows where import_id = ${id}`
    await imported.written({ sql: transaction, caller, context, afterCommit }, id)
    await transaction`delete from import_rows where import_id = ${id}`
    return { farmIds: farms.flatMap((farm) => farm.id ?? []), changedFarmIds: muted.farmIds, later: left }
  })
  for (const one of later) await one()
  return [...new Set([...farmIds, ...changedFarmIds])]
}

/** Returns events that leave out the changes of each record: the import emits one for all. It collects their farms, also those before the change. */
function collectChanges(events: Events, noun: ImportedNoun): { events: Events; farmIds: Set<number> } {
  const farmIds = new Set<number>()
  return {
    farmIds,
    events: {
      ...events,
      emit(name, payload) {
        if (name !== 'recordsChanged' || !('noun' in payload) || payload.noun !== noun)
          return events.emit(name, payload)
        if ('farmIds' in payload) for (const id of payload.farmIds ?? []) farmIds.add(id)
      },
    },
  }
}

interface Batch {
  id: number
  table: string
  columns: readonly string[]
  /** Default values of each record, as JSON; the row's own values win. */
  more: string
  from: number
  to: number
}

async function insertBatch(sql: Queries, { id, table, columns, more, from, to }: Batch): Promise<number[]> {
  const names = columns.map((name) => sql`${sql(name)}`)
  const values = columns.map((name) => sql`v.${sql(name)}`)
  const made = await sql<{ id: number }[]>`
    insert into ${sql(table)} (${commas(sql, names)})
    select ${commas(sql, values)}
    from import_rows i cross join lateral jsonb_populate_record(null::${sql(table)}, ${more}::text::jsonb || i.columns) v
    where i.import_id = ${id} and i.sheet_row between ${from} and ${to} order by i.sheet_row returning id`
  return made.map((record) => record.id)
}

/** Writes the audit entries of added records, in the shape of answers. */
async function auditBatch(
  sql: Queries,
  { records }: Imported,
  { userId, address }: Caller,
  ids: readonly number[],
  detail: string,
): Promise<void> {
  const fields: Fragment[] = Object.entries(records.fields).flatMap(([name, field]) => [
    sql`${name}::text`,
    sql`${readOf(field)(sql)}`,
  ])
  await sql`
    insert into audit_entries (at, user_id, address, action, noun, noun_id, before, after, detail)
    select ${machineNow()}::timestamptz, ${userId}::bigint, ${address === '' ? null : address}::text, 'ADD', ${records.noun}::text, r.id, null, jsonb_build_object(${commas(sql, fields)}), ${detail}::text::jsonb
    from ${tableOf(sql, records)} where r.id = any(${[...ids]}::bigint[]) order by r.id`
}
