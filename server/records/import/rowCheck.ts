import type { z } from 'zod'
import { type ImportFaultCode, importFaultCodes, importWarningCodes } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import { dayAt } from '../../farmDays.ts'
import { normaliseTitle, shownCell, type SheetRow } from '../../imports/sheetCell.ts'
import type { Language } from '../../languages.ts'
import type { Columns, StoredRow } from '../describe.ts'
import { columnsOf } from '../write.ts'
import type { Imported } from './describe.ts'
import { createNameBook } from './names.ts'
import { changesOf, type FieldChange, findMatches, wordsOfChanges } from './existing.ts'
import type { Refusal, SavedRow } from './savedRows.ts'
import { type Layout, titleOf } from './titles.ts'
import { cellReader, type CellValue } from './values.ts'
import { wordIn } from './words.ts'

export interface SoundRow {
  row: number
  columns: Columns
  /** For the noun's own save, of a row that changes a record or that its table's columns cannot hold. */
  input?: Record<string, unknown>
}
/** A cell that would change a record, in words. */
export interface RowChange {
  row: number
  title: string
  before: string | null
  after: string | null
}
export interface RowFault {
  row: number
  title: string
  value: string | null
  code: ImportFaultCode
  possible: readonly string[]
}
interface Checked {
  sound: SoundRow[]
  faults: RowFault[]
  changes: RowChange[]
  /** Rows that change a record, and those whose record has all their values already. */
  changed: number
  unchanged: number
}
/** A row in progress: cell values and faults by field. */
interface Draft {
  row: number
  cells: SheetRow[1]
  values: Map<string, string | number>
  faults: Map<string, ImportFaultCode>
  /** Faults that do not keep the row from being imported. */
  warnings: Map<string, ImportFaultCode>
  possible: Map<string, readonly string[]>
  /** Time zones of the records that the row refers to, by field. */
  zones: Map<string, string>
  /** Instants of days, epoch ms. */
  instants: Map<string, number>
}

/** A valid row: columns of the table, and the input of the noun's save. */
interface FinishedRow extends SoundRow {
  input: Record<string, unknown>
}
interface Staged {
  sound: SoundRow
  changes: FieldChange[]
}

/** First cells of rows that sum up a register. */
const totals = new Set([
  '合计',
  '合計',
  '总计',
  '總計',
  '小计',
  '小計',
  'total',
  'sum',
  'subtotal',
  'totals',
  'soma',
  'totalgeral',
])

/** Separator between the parts of a key; sheet texts never contain it. */
const separator = '\u0000'

interface RowCheckOptions {
  caller: Caller
  language: Language
  /** Herd time, epoch ms. */
  now: number
  fileName: string
  /** Tries the noun's own save, and undoes it. Returns by row why it is refused. */
  attempt: (rows: readonly SavedRow[]) => Promise<ReadonlyMap<number, Refusal>>
}

/** Creates the check of a sheet's rows. It runs in batches and remembers the unique values of earlier rows. */
export function createRowCheck(
  imported: Imported,
  layout: Layout,
  { caller, language, now, fileName, attempt }: RowCheckOptions,
) {
  const readers = [...layout.fields].flatMap(([field, { place }]) => {
    const column = imported.columns.get(field)
    const words = column?.kind === 'code' ? column.codes.map((code) => wordIn(language, column.wordOf(code))) : []
    return column ? [{ field, place, read: cellReader(column), words }] : []
  })
  const names = createNameBook(imported, caller)
  const seen = imported.unique.map(() => new Set<string>())

  function draftOf([row, cells]: SheetRow): Draft {
    const draft: Draft = {
      row,
      cells,
      values: new Map(),
      faults: new Map(),
      warnings: new Map(),
      possible: new Map(),
      zones: new Map(),
      instants: new Map(),
    }
    const total = cells.findIndex((cell) => cell !== null)
    if (totals.has(normaliseTitle(shownCell(cells[total]) ?? ''))) {
      const field = readers.find(({ place }) => place === total)?.field ?? readers[0]?.field
      if (field !== undefined) draft.faults.set(field, 'TOTAL_ROW')
      return draft
    }
    for (const { field, place, read, words } of readers) {
      const cellValue: CellValue = read(cells[place])
      if ('fault' in cellValue) {
        draft.faults.set(field, cellValue.fault)
        if (cellValue.fault === 'UNKNOWN_WORD') draft.possible.set(field, words)
      } else if (cellValue.value !== undefined) draft.values.set(field, cellValue.value)
      if ('at' in cellValue && cellValue.at !== undefined) draft.instants.set(field, cellValue.at)
    }
    return draft
  }

  /** Returns the row as columns of the table; null when it has a fault. */
  function finish(draft: Draft): FinishedRow | null {
    // A total is nothing else, so that its other cells have no faults.
    if ([...draft.faults.values()].includes('TOTAL_ROW')) return null
    names.resolve(draft)
    for (const [field, at] of draft.instants) {
      const column = imported.columns.get(field)
      const zone = column?.kind === 'day' ? draft.zones.get(column.zoneOf) : undefined
      if (zone !== undefined) draft.values.set(field, dayAt(at, zone))
    }
    const record = recordOf(draft.values)
    const parsed = imported.input.safeParse(record)
    for (const issue of parsed.error?.issues ?? []) {
      const field = fieldOf(imported, issue.path)
      if (!draft.faults.has(field)) draft.faults.set(field, faultOf(issue, draft.values.has(field)))
    }
    if (!parsed.success || draft.faults.size > 0) return null
    const columns = columnsOf(imported.records, parsed.data)
    for (const [place, { field, columns: unique }] of imported.unique.entries()) {
      const key = keyOf(columns, unique)
      if (key === null) continue
      if (seen[place]?.has(key)) draft.faults.set(field, 'TWICE')
      seen[place]?.add(key)
    }
    // A default of the schema must not overwrite a value that the sheet does not have.
    const input = Object.fromEntries(Object.entries(parsed.data).filter(([name]) => name in record))
    return draft.faults.size > 0 ? null : { row: draft.row, columns, input }
  }

  /** Compares a row with its record. Returns null when nothing changes. */
  function stage({ row, columns, input }: FinishedRow, record: StoredRow | undefined): Staged | null {
    const { saved } = imported
    const changes = record ? changesOf(record, input, layout.fields.keys()) : []
    if (record && changes.length === 0) return null
    const needsSave = saved.fields.some((field) => input[field] !== undefined)
    const whole = { ...input, ...(needsSave && saved.input(fileName)) }
    return {
      changes,
      sound: {
        row,
        columns,
        ...(record ? { input: { ...whole, id: record.id, version: record.version } } : needsSave && { input: whole }),
      },
    }
  }

  function faultsOf({ row, cells, faults, warnings, possible }: Draft): RowFault[] {
    const placeOf = (field: string) => layout.fields.get(field)?.place ?? Number.POSITIVE_INFINITY
    const inOrder = [...faults, ...warnings].toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    return inOrder.map(([field, code]) => {
      const at = layout.fields.get(field)
      return {
        row,
        title: at?.title ?? titleOf(imported, field, language),
        value: at ? shownCell(cells[at.place]) : null,
        code,
        possible: possible.get(field) ?? [],
      }
    })
  }

  return async (sql: Queries, rows: readonly SheetRow[]): Promise<Checked> => {
    const drafts = rows.map(draftOf)
    await names.learn(
      sql,
      drafts.map(({ values: told }) => told),
    )
    await imported.known.add(
      { sql, caller },
      drafts.map(({ values }) => values),
    )
    const finished = drafts.flatMap((draft) => finish(draft) ?? [])
    const byRow = new Map(drafts.map((draft) => [draft.row, draft]))
    const { matches, taken } = await findMatches(sql, imported, caller, finished)
    for (const [row, { field, code }] of taken) byRow.get(row)?.faults.set(field, code)
    const open = finished.filter(({ row }) => !taken.has(row))
    const staged = open.flatMap((one) => stage(one, matches.get(one.row)) ?? [])
    const rowsToJudge = staged.map(({ sound }) => sound)
    for (const { row, field, code, possible } of await imported.judge({ sql, caller, now }, rowsToJudge)) {
      const draft = byRow.get(row)
      const isWarning = importWarningCodes.some((warning) => warning === code)
      if (draft?.faults.has(field)) continue
      draft?.[isWarning ? 'warnings' : 'faults'].set(field, code)
      if (possible) draft?.possible.set(field, possible)
    }
    const isSound = ({ sound: { row } }: Staged) => byRow.get(row)?.faults.size === 0
    const toSave = staged.filter(isSound).flatMap(({ sound: { row, input } }) => (input ? [{ row, input }] : []))
    for (const [row, { field, code }] of await attempt(toSave)) byRow.get(row)?.faults.set(field, code)
    for (const { changes, sound } of staged) {
      const moved = changes.find(({ field, before }) => imported.saved.fields.includes(field) && before !== null)
      if (moved) byRow.get(sound.row)?.warnings.set(moved.field, 'MOVES')
    }
    const whole = staged.filter(isSound)
    const words = await wordsOfChanges(
      sql,
      imported,
      caller,
      language,
      whole.flatMap(({ changes }) => changes),
    )
    return {
      sound: whole.map(({ sound }) => sound),
      faults: drafts.flatMap(faultsOf),
      changes: whole.flatMap(({ sound: { row }, changes }) =>
        changes.map(({ field, before, after }) => ({
          row,
          title: layout.fields.get(field)?.title ?? titleOf(imported, field, language),
          before: words(before, field),
          after: words(after, field),
        })),
      ),
      changed: whole.filter(({ changes }) => changes.length > 0).length,
      unchanged: open.length - staged.length,
    }
  }
}

/** Nests fields: `electronicTag.value` becomes a property of `electronicTag`. */
function recordOf(told: ReadonlyMap<string, string | number>): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const [field, value] of told) {
    const [whole = '', part] = field.split('.')
    record[whole] = part === undefined ? value : { ...(record[whole] as object | undefined), [part]: value }
  }
  return record
}

/** Returns the column that a validation issue concerns. */
function fieldOf({ columns }: Imported, path: z.core.$ZodIssue['path']): string {
  const whole = path.join('.')
  return columns.has(whole)
    ? whole
    : ([...columns.keys()].find((field) => field.startsWith(`${whole}.`)) ?? String(path[0] ?? ''))
}

function faultOf(issue: z.core.$ZodIssue, isThere: boolean): ImportFaultCode {
  if (!isThere) return 'REQUIRED'
  if (issue.code === 'custom') return importFaultCodes.find((code) => code === issue.message.toUpperCase()) ?? 'INVALID'
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return 'INVALID'
  return issue.origin === 'string' ? 'TOO_LONG' : 'OUT_OF_RANGE'
}

/** Returns the unique part of a record as one text; null when one of its columns is missing. */
function keyOf(columns: Columns, unique: readonly string[]): string | null {
  const parts = unique.map((column) => columns[column])
  return parts.some((part) => part === null || part === undefined) ? null : parts.map(String).join(separator)
}
