import type { Import, ImportedNoun, ImportFailure, ImportState } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Fragment, Queries, Sql } from '../../db/connect.ts'
import { codeOf } from '../../errorCode.ts'
import { commas } from '../select.ts'
import { first } from '../transaction.ts'
import type { RowChange, RowFault, SoundRow } from './rowCheck.ts'

/** Time without progress after which an import counts as abandoned, ms. */
const abandonedMs = 60_000
const retentionMs = 86_400_000
const retryAfterSeconds = 5

type Stored = Omit<Import, 'begunAt'> & { begunAt: number }
const read = (sql: Queries) => sql`
  id, noun, file_name as "fileName", state, failure, titles, ignored, row_count as rows, done, sound, faulty, changed, unchanged, begun_at as "begunAt",
  (select count(distinct f.sheet_row)::int from import_faults f join import_rows r using (import_id, sheet_row) where f.import_id = imports.id) as warned`
const shown = ({ begunAt, ...row }: Stored): Import => ({ ...row, begunAt: toInstant(begunAt) })

/** Creates an import for an account, and cancels its import that waits for a commit. @throws CallError BUSY while another is in progress */
export async function beginImport(
  sql: Sql,
  { userId, organisationId }: Caller,
  noun: ImportedNoun,
  fileName: string,
): Promise<Import> {
  const now = machineNow()
  await endAbandoned(sql, sql`user_id = ${userId}`)
  try {
    return await sql.begin(async (transaction) => {
      await closeImports(transaction, sql`user_id = ${userId} and state = 'CHECKED'`)
      return shown(
        first(
          await transaction<Stored[]>`
        insert into imports (user_id, organisation_id, noun, file_name, state, begun_at, touched_at)
        values (${userId}, ${organisationId}, ${noun}, ${fileName}, 'READING', ${now}, ${now}) returning ${read(sql)}`,
        ),
      )
    })
  } catch (error) {
    throw codeOf(error) === '23505' ? new CallError('BUSY', { retryAfterSeconds, cause: error }) : error
  }
}

/** Returns the newest import of an account; null before its first one. */
export async function currentImport(sql: Sql, { userId }: Caller): Promise<Import | null> {
  await endAbandoned(sql, sql`user_id = ${userId}`)
  const [row] = await sql<Stored[]>`select ${read(sql)} from imports where user_id = ${userId} order by id desc limit 1`
  return row ? shown(row) : null
}

/** @throws CallError NOT_FOUND, also for an import of another user */
export async function findImport(sql: Queries, { userId, organisationId }: Caller, id: number): Promise<Import> {
  return shown(
    first(
      await sql<Stored[]>`
    select ${read(sql)} from imports where id = ${id} and user_id = ${userId} and organisation_id is not distinct from ${organisationId}`,
    ),
  )
}

/** Cancels unfinished imports and deletes their staged rows. @returns how many it cancelled */
async function closeImports(sql: Queries, which: Fragment): Promise<number> {
  const closed = await sql<{ id: number }[]>`
    update imports set state = 'CANCELLED', touched_at = ${machineNow()} where ${which} and state in ('READING', 'CHECKED', 'WRITING') returning id`
  if (closed.length > 0)
    await sql`delete from import_rows where import_id = any(${closed.map(({ id }) => id)}::bigint[])`
  return closed.length
}

export async function cancelImport(sql: Sql, id: number): Promise<void> {
  await closeImports(sql, sql`id = ${id}`)
}

/** Fails imports that an ended server left behind. */
async function endAbandoned(sql: Queries, which: Fragment): Promise<void> {
  await sql`
    update imports set state = 'FAILED', failure = 'BROKEN_OFF' where ${which} and state in ('READING', 'WRITING') and touched_at < ${machineNow() - abandonedMs}`
}

/** Deletes imports a day after their last progress. @param now machine time, epoch ms */
export async function deleteOldImports(sql: Sql, now: number): Promise<void> {
  await sql`delete from imports where touched_at < ${now - retentionMs}`
}

/** Columns that change during an import; `from` is the state required for the update. */
interface Progress {
  from: ImportState
  state?: ImportState
  failure?: ImportFailure | null
  titles?: string[]
  ignored?: string[]
  rows?: number
  done?: number
  sound?: number
  faulty?: number
  changed?: number
  unchanged?: number
}

/** Thrown when a user has ended the import. */
export class ImportEnded extends Error {}

/** Updates an import's progress and its sign of life. @throws ImportEnded */
export async function noteProgress(
  sql: Queries,
  id: number,
  { from, titles, ignored, failure, rows, ...columns }: Progress,
): Promise<void> {
  const lists = { ...(titles && { titles }), ...(ignored && { ignored }) }
  const plain = {
    ...columns,
    ...(rows !== undefined && { row_count: rows }),
    ...(failure !== undefined && { failure }),
  }
  const sets = [
    sql`touched_at = ${machineNow()}`,
    ...Object.entries(plain).map(([name, value]) => sql`${sql(name)} = ${value}`),
    ...Object.entries(lists).map(([name, value]) => sql`${sql(name)} = ${JSON.stringify(value)}::text::jsonb`),
  ]
  const noted = await sql`update imports set ${commas(sql, sets)} where id = ${id} and state = ${from} returning id`
  if (noted.length === 0) throw new ImportEnded()
}

export async function stageRows(sql: Queries, id: number, rows: readonly SoundRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into import_rows (import_id, sheet_row, columns, input)
    select ${id}::bigint, (e ->> 'row')::int, e -> 'columns', e -> 'input' from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) e`
}

export async function addFaults(sql: Queries, id: number, faults: readonly RowFault[]): Promise<void> {
  if (faults.length === 0) return
  await sql`
    insert into import_faults (import_id, sheet_row, title, value, code, possible)
    select ${id}::bigint, (e ->> 'row')::int, e ->> 'title', e ->> 'value', e ->> 'code', e -> 'possible' from jsonb_array_elements(${JSON.stringify(faults)}::text::jsonb) e`
}

export async function addChanges(sql: Queries, id: number, changes: readonly RowChange[]): Promise<void> {
  if (changes.length === 0) return
  await sql`
    insert into import_changes (import_id, sheet_row, title, before, after)
    select ${id}::bigint, (e ->> 'row')::int, e ->> 'title', e ->> 'before', e ->> 'after' from jsonb_array_elements(${JSON.stringify(changes)}::text::jsonb) e`
}

/** Unstages rows that became faulty. */
export async function unstageRows(sql: Queries, id: number, rows: readonly number[]): Promise<void> {
  await sql`delete from import_rows where import_id = ${id} and sheet_row = any(${[...rows]}::int[])`
  await sql`delete from import_changes where import_id = ${id} and sheet_row = any(${[...rows]}::int[])`
}
