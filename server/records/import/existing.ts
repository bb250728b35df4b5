import type { Caller } from '../../auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import type { Language } from '../../languages.ts'
import type { Columns, StoredRow } from '../describe.ts'
import { selectRecords, visibleTo } from '../select.ts'
import type { Imported } from './describe.ts'
import { findTakenRows, type Taken } from './taken.ts'
import { wordIn } from './words.ts'

/** A cell that would change a record: its field, and the values before and after in the record's form. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

/**
 * Finds the records that rows are about: those that have the row's unique values.
 * @returns a record by row, and by row the field whose value another record has: one of two, or one that the caller may not see
 */
export async function findMatches(
  sql: Queries,
  imported: Imported,
  caller: Caller,
  rows: readonly { row: number; columns: Columns }[],
): Promise<{ matches: Map<number, StoredRow>; taken: Map<number, Pick<Taken, 'field' | 'code'>> }> {
  const found = await findTakenRows(sql, imported, caller, rows)
  const ids = [...new Set(found.map(({ id }) => id))]
  const { records } = imported
  const visible =
    ids.length === 0
      ? []
      : await selectRecords(sql, records, sql`r.id = any(${ids}::bigint[]) and ${visibleTo(sql, records, caller)}`, {
          only: new Set([
            'id',
            'version',
            ...[...imported.columns.keys()].map((field) => field.split('.')[0] ?? field),
          ]),
        })
  const byId = new Map(visible.flatMap((record) => (isStored(record) ? [[record.id, record] as const] : [])))
  const matches = new Map<number, StoredRow>()
  const taken = new Map<number, Pick<Taken, 'field' | 'code'>>()
  for (const { row, field, code, id } of found) {
    const record = byId.get(id)
    const other = matches.get(row)
    if (record === undefined || (other !== undefined && other !== record))
      taken.set(row, { field, code: record === undefined ? code : 'TAKEN' })
    else matches.set(row, record)
  }
  return { matches, taken }
}

const isStored = (record: object): record is StoredRow => 'id' in record && 'version' in record

/** Returns a possibly nested value: `electronicTag.value`. */
export function valueIn(record: object, field: string): unknown {
  let value: unknown = record
  for (const key of field.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return value ?? null
}

/** Compares the cells of a row with its record. An empty cell changes nothing. */
export function changesOf(record: object, input: object, fields: Iterable<string>): FieldChange[] {
  const changes: FieldChange[] = []
  for (const field of fields) {
    const [before, after] = [valueIn(record, field), valueIn(input, field)]
    if (after !== null && String(before) !== String(after)) changes.push({ field, before, after })
  }
  return changes
}

/** Returns the values of changes in words: names in place of ids, and words in place of codes. */
export async function wordsOfChanges(
  sql: Queries,
  { columns }: Imported,
  caller: Caller,
  language: Language,
  changes: readonly FieldChange[],
): Promise<(value: unknown, field: string) => string | null> {
  const names = new Map<string, Map<number, string>>()
  for (const [field, column] of columns) {
    if (column.kind !== 'name') continue
    const ids = changes.flatMap((one) => (one.field === field ? [one.before, one.after] : [])).filter(isNumber)
    if (ids.length === 0) continue
    const rows = await sql<{ id: number; name: string }[]>`
      select id, max(name) as name from (${column.records(sql, caller, language)}) as named (id, name, within, zone) where id = any(${ids}::bigint[]) group by id`
    names.set(field, new Map(rows.map(({ id, name }) => [id, name])))
  }
  return (value, field) => {
    if (value === null) return null
    const column = columns.get(field)
    if (column?.kind === 'name') return names.get(field)?.get(Number(value)) ?? `#${String(value)}`
    return column?.kind === 'code' ? wordIn(language, column.wordOf(String(value))) : String(value)
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
