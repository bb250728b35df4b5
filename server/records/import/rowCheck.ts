import type { z } from 'zod'
import { type ImportFaultCode, importFaultCodes, importWarningCodes } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import { dayAt } from '../../farmDays.ts'
import { normaliseTitle, shownCell, type SheetRow } from '../../imports/sheetCell.ts'
import type { Language } from '../../languages.ts'
import type { Columns } from '../describe.ts'
import { columnsOf } from '../write.ts'
import type { Imported } from './describe.ts'
import { createNameBook } from './names.ts'
import { findTakenRows } from './taken.ts'
import { type Layout, titleOf } from './titles.ts'
import { cellReader, type CellValue } from './values.ts'
import { wordIn } from './words.ts'

export interface SoundRow {
  row: number
  columns: Columns
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

/** Creates the check of a sheet's rows. It runs in batches and remembers the unique values of earlier rows. */
export function createRowCheck(
  imported: Imported,
  layout: Layout,
  { caller, language, now }: { caller: Caller; language: Language; now: number },
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
  function finish(draft: Draft): SoundRow | null {
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
    return draft.faults.size > 0 ? null : { row: draft.row, columns }
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
    const finished = drafts.flatMap((draft) => finish(draft) ?? [])
    const byRow = new Map(drafts.map((draft) => [draft.row, draft]))
    for (const { field, row, code } of await findTakenRows(sql, imported, caller, finished))
      byRow.get(row)?.faults.set(field, code)
    for (const { row, field, code, possible } of await imported.judge({ sql, caller, now }, finished)) {
      const draft = byRow.get(row)
      const isWarning = importWarningCodes.some((warning) => warning === code)
      if (draft?.faults.has(field)) continue
      draft?.[isWarning ? 'warnings' : 'faults'].set(field, code)
      if (possible) draft?.possible.set(field, possible)
    }
    return { sound: finished.filter(({ row }) => byRow.get(row)?.faults.size === 0), faults: drafts.flatMap(faultsOf) }
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
