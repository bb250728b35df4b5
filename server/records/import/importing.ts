import type { Import, ImportedNoun } from '#contract/calls/imports.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Language } from '../../languages.ts'

/** The sheet that an upload brings. */
export interface Sheet {
  noun: ImportedNoun
  fileName: string
  language: Language
  /** A file in the data directory, which is taken away. */
  path: string
}

/** Reads, checks and writes spreadsheets, one after the other, beside the calls that ask for it. */
export interface Importer {
  /** Begins to read a sheet. @throws CallError BUSY while the account has another under way, or too many wait */
  begin(caller: Caller, sheet: Sheet): Promise<Import>
  /** Writes the sound rows of an import that was checked. @returns it as it is once it is over, or after a moment @throws CallError NOT_OPEN, CONFLICT */
  commit(caller: Caller, id: number, options: { leavesOutFaulty: boolean; language: Language }): Promise<Import>
  /** Resolves when nothing is under way. */
  close(): Promise<void>
}
