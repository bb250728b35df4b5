import type { ImportFaultCode } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/connect.ts'
import type { Language } from '../../languages.ts'
import { saveAnyWithin, type Within } from '../write.ts'
import type { Imported } from './describe.ts'

/** Who imports, and by which rules. */
export interface Saver {
  imported: Imported
  caller: Caller
  language: Language
  /** Additional audit detail. */
  note: Record<string, unknown>
}

export interface SavedRow {
  row: number
  input: Record<string, unknown>
}
/** Why the noun's own save refuses a row. */
export interface Refusal {
  field: string
  code: ImportFaultCode
}

/** Saves a row by the noun's own rules: hooks, notices, history and audit. @throws CallError */
export function saveRow(
  within: Within,
  { imported, caller, language, note }: Saver,
  { input }: SavedRow,
): Promise<void> {
  return saveAnyWithin(within, imported.records, caller, input, { language, note })
}

class Undo extends Error {}

/** Saves rows in a transaction that is always rolled back. @returns by row why its save is refused */
export async function trySaves(
  sql: Sql,
  context: Context,
  saver: Saver,
  rows: readonly SavedRow[],
): Promise<Map<number, Refusal>> {
  const refusals = new Map<number, Refusal>()
  await sql
    .begin(async (transaction) => {
      for (const row of rows) {
        try {
          await transaction.savepoint((part) => saveRow({ sql: part, context, afterCommit: () => {} }, saver, row))
        } catch (error) {
          refusals.set(row.row, refusalOf(saver.imported, error))
        }
      }
      throw new Undo()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error
    })
  return refusals
}

/** Turns the error of a save into a row's fault. @throws the error, when it is no refusal */
export function refusalOf({ columns, unique }: Imported, error: unknown): Refusal {
  if (!(error instanceof CallError)) throw error
  const [name, code] = Object.entries(error.fields ?? {})[0] ?? []
  const whole = name === 'electronicTag' ? `${name}.value` : name
  const field = whole !== undefined && columns.has(whole) ? whole : (unique[0]?.field ?? '')
  if (error.code === 'PLEDGED' || error.code === 'APPROVAL_REQUIRED' || code === 'pledged')
    return { field, code: 'NEEDS_APPROVAL' }
  return { field, code: code === 'taken' ? 'TAKEN' : code === 'unknown' ? 'UNKNOWN_NAME' : 'REFUSED' }
}
