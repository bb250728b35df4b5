import type { z } from 'zod'
import { type ImportFaultCode, importFaultCodes } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import type { SheetRow } from '../../imports/sheetCell.ts'
import type { Language } from '../../languages.ts'
import type { Columns } from '../describe.ts'
import { columnsOf } from '../write.ts'
import type { Imported } from './describe.ts'
import { createNameBook } from './names.ts'
import { findTakenRows } from './taken.ts'
import { type Layout, titleOf } from './titles.ts'
import { cellReader, shownCell, type CellValue } from './values.ts'

export interface SoundRow {
  row: number
  columns: Columns
}
export interface RowFault {
  row: number
  title: string
  value: string | null
  code: ImportFaultCode
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
}

/** Separator between the parts of a key; sheet texts never contain it. */
const separator = '\u0000'

/** Creates the check of a sheet's rows. It runs in batches and remembers the unique values of earlier rows. */
export function createRowCheck(
  imported: Imported,
  layout: Layout,
  { caller, language }: { caller: Caller; language: Language },
) {
  const readers = [...layout.fields].flatMap(([field, { place }]) => {
    const column = imported.columns.get(field)
    return column ? [{ field, place, read: cellReader(column) }] : []
  })
  const names = createNameBook(imported, caller)
  const seen = imported.unique.map(() => new Set<string>())

  function draftOf([row, cells]: SheetRow): Draft {
    const draft: Draft = { row, cells, values: new Map(), faults: new Map() }
    for (const { field, place, read } of readers) {
      const cellValue: CellValue = read(cells[place])
      if ('fault' in cellValue) draft.faults.set(field, cellValue.fault)
      else if (cellValue.value !== undefined) draft.values.set(field, cellValue.value)
    }
    return draft
  }

  /** Returns the row as columns of the table; null when it has a fault. */
  function finish(draft: Draft): SoundRow | null {
    names.resolve(draft)
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

  function faultsOf({ row, cells, faults }: Draft): RowFault[] {
    const placeOf = (field: string) => layout.fields.get(field)?.place ?? Number.POSITIVE_INFINITY
    const inOrder = [...faults].toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    return inOrder.map(([field, code]) => {
      const at = layout.fields.get(field)
      return {
        row,
        title: at?.title ?? titleOf(imported, field, language),
        value: at ? shownCell(cells[at.place]) : null,
        code,
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
    for (const { field, row } of await findTakenRows(sql, imported, finished))
      byRow.get(row)?.faults.set(field, 'TAKEN')
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
