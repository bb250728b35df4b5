import type { z } from 'zod'
import { type ImportedNoun, importedNouns } from '#contract/calls/imports.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { Change, Columns, Records, RecordsOf, Save } from '../describe.ts'
import type { WordId } from './words.ts'

/** A subquery of the records that a caller may name: `id`, `name`, and `within`, the id of what the name is one of (or null). */
export type NamedRecords = (sql: Queries, caller: Caller) => Fragment

interface Titled {
  /** The word that the column is titled by, as on the list and in the form. */
  titleId: WordId
}
/** A column of a sheet. */
export type ImportColumn = Titled &
  (
    | { kind: 'text' | 'day' | 'number' }
    | { kind: 'code'; codes: readonly string[]; wordOf: (code: string) => WordId }
    | { kind: 'name'; records: NamedRecords; within?: string }
  )

export const text = (titleId: WordId): ImportColumn => ({ kind: 'text', titleId })
export const day = (titleId: WordId): ImportColumn => ({ kind: 'day', titleId })
export const number = (titleId: WordId): ImportColumn => ({ kind: 'number', titleId })
/** A code, said by its word in any language or as it is. */
export function code<const C extends string>(titleId: WordId, codes: readonly C[], wordOf: (code: C) => WordId): ImportColumn {
  return { kind: 'code', titleId, codes, wordOf: wordOf as (code: string) => WordId }
}
/** The id of another record, said by its name. @param within the field with the id of what the name is one of */
export function named(titleId: WordId, records: NamedRecords, within?: string): ImportColumn {
  return { kind: 'name', titleId, records, ...(within !== undefined && { within }) }
}

/** @param now herd time, epoch ms */
type Added = (change: { sql: Queries; caller: Caller; now: number }) => Promise<Columns>

/** Done in the transaction that writes an import, while its rows are still staged. */
type Written = (change: Pick<Change, 'sql' | 'caller' | 'afterCommit'> & { context: ImportContext }, importId: number) => Promise<void>
export interface ImportContext extends Pick<Context, 'sql' | 'events'> {
  log: Pick<Context['log'], 'error' | 'warn'>
}

/** A unique part of a record: the field that is told of, and the columns of its unique index. */
interface Unique {
  field: string
  columns: readonly string[]
}

type PartOf<V, K extends string> = NonNullable<V> extends object ? `${K}.${keyof NonNullable<V> & string}` : K
/** The fields of a save, and those of its parts: `electronicTag.value`. */
type FieldOf<S> = { [K in keyof S & string]: PartOf<S[K], K> }[keyof S & string]

interface Description<N extends ImportedNoun> {
  /** The columns of a sheet by the field that each is, in the order of the template. */
  columns: { [F in FieldOf<Save<N>>]?: ImportColumn }
  unique: readonly Unique[]
  /** Values of a new record where the sheet leaves them out; instants as texts. */
  added?: Added
  written?: Written
}

interface AnyDescription extends Omit<Description<ImportedNoun>, 'columns'> {
  columns: Readonly<Record<string, ImportColumn>>
}

/** How the records of a noun are taken from a spreadsheet. */
export interface Imported {
  noun: ImportedNoun
  records: Records
  columns: ReadonlyMap<string, ImportColumn>
  required: ReadonlySet<string>
  unique: readonly Unique[]
  added: Added
  written: Written
  /** The input of a save of the noun: an error there is an error in a sheet. */
  input: z.ZodObject
}

/** Describes how the records of a noun are taken from a spreadsheet: its columns are fields of the noun's save, which also checks them. */
export function describeImport<N extends ImportedNoun, Live>(records: RecordsOf<N, Live>, description: Description<N>): Imported
export function describeImport(records: Records, { columns, unique, added = async () => ({}), written = async () => {} }: AnyDescription): Imported {
  const noun = importedNouns.find((name) => name === records.name)
  if (noun === undefined) throw new Error(`${records.name} are not imported`)
  const { input } = endpoints[noun].addOrEdit
  const missing = input.safeParse({}).error?.issues.map(({ path }) => path.join('.')) ?? []
  return { noun, records, columns: new Map(Object.entries(columns)), required: new Set(missing), unique, added, written, input }
}
