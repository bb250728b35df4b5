import type { Import, ImportedNoun } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Language } from '../../languages.ts'

/** An uploaded sheet. */
export interface Sheet {
  noun: ImportedNoun
  fileName: string
  language: Language
  /** Uploaded file in the data directory; the importer moves it away. */
  path: string
}

/** Reads, checks and writes spreadsheets one after another, in the background of the calls that start it. */
export interface Importer {
  /** Starts to read a sheet. @throws CallError BUSY while the account has another import in progress, or too many wait */
  begin(caller: Caller, sheet: Sheet): Promise<Import>
  /** Writes the valid rows of a checked import. @returns the finished import, or its progress after 2 s @throws CallError NOT_OPEN, CONFLICT */
  commit(caller: Caller, id: number, options: { leavesOutFaulty: boolean; language: Language }): Promise<Import>
  /** Stops, and resolves when nothing is in progress. */
  close(): Promise<void>
}
