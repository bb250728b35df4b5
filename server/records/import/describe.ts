import type { z } from 'zod'
import { type ImportedNoun, importedNouns, type ImportFaultCode } from '#contract/calls/imports.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Language } from '../../languages.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { Change, Columns, Records, RecordsOf, Save } from '../describe.ts'
import type { WordId } from './words.ts'

/**
 * Subquery of the records that a caller may refer to: `id`, `name`, `within`, the id of the record that the name belongs to (or null), and
 * their time zone (or null). With a language, records that have names in several have only the one of that language.
 */
export type NamedRecords = (sql: Queries, caller: Caller, language?: Language) => Fragment

interface Titled {
  /** Word of the column's title, as in the list and the form. */
  titleId: WordId
  /** Further titles under which sheets have it. */
  alsoIds?: readonly WordId[]
}
/** A column of a sheet. */
export type ImportColumn = Titled &
  (
    | { kind: 'text' | 'number' }
    | { kind: 'id'; fold?: (id: string) => string }
    | { kind: 'day'; zoneOf: string }
    | { kind: 'code'; codes: readonly string[]; wordOf: (code: string) => WordId }
    | { kind: 'name'; records: NamedRecords; within?: string }
  )

export const text = (titleId: WordId): ImportColumn => ({ kind: 'text', titleId })
/** An id, which spreadsheets and readers write in several forms. @param fold returns the form that is stored */
export const id = (titleId: WordId, fold?: (id: string) => string): ImportColumn => ({
  kind: 'id',
  titleId,
  ...(fold && { fold }),
})
/** A day. @param zoneOf field with the record whose time zone decides the day of an instant */
export const day = (titleId: WordId, zoneOf: string): ImportColumn => ({ kind: 'day', titleId, zoneOf })
export const number = (titleId: WordId): ImportColumn => ({ kind: 'number', titleId })
/** A code, given by its word in any language or as is. */
export function code<const C extends string>(
  titleId: WordId,
  codes: readonly C[],
  wordOf: (code: C) => WordId,
): ImportColumn {
  return { kind: 'code', titleId, codes, wordOf: wordOf as (code: string) => WordId }
}
/** The id of another record, given by its name. @param within field with the id of the record that the name belongs to */
export function named(titleId: WordId, records: NamedRecords, within?: string): ImportColumn {
  return { kind: 'name', titleId, records, ...(within !== undefined && { within }) }
}

/** @param now herd time, epoch ms */
type Added = (change: { sql: Queries; caller: Caller; now: number }) => Promise<Columns>

/** A valid row as columns of the table. */
export interface JudgedRow {
  row: number
  columns: Columns
}
/** A fault, or a warning, of a row that is valid by itself. */
export interface Judgement {
  row: number
  field: string
  code: ImportFaultCode
  possible?: readonly string[]
}
/** Compares valid rows with the herd. @param now herd time, epoch ms */
type Judge = (
  context: { sql: Queries; caller: Caller; now: number },
  rows: readonly JudgedRow[],
) => Promise<readonly Judgement[]>

/** Runs in the transaction that writes an import, while its rows are still staged. */
type Written = (
  change: Pick<Change, 'sql' | 'caller' | 'afterCommit'> & { context: ImportContext },
  importId: number,
) => Promise<void>
export interface ImportContext extends Pick<Context, 'sql' | 'events'> {
  log: Pick<Context['log'], 'error' | 'warn'>
}

/** Fields whose values only the noun's own save can write, and what it needs in addition. */
interface SavedFields {
  fields: readonly string[]
  /** @param fileName name of the sheet */
  input: (fileName: string) => Record<string, unknown>
}

/** Fields that a sheet may lack where the record that a row is about has them. */
interface KnownFields {
  fields: readonly string[]
  /** Adds the values to rows, whose cells are read but not validated yet. */
  add: (context: { sql: Queries; caller: Caller }, rows: readonly Map<string, string | number>[]) => Promise<void>
}

/** A unique part of a record: the field to report, and the columns of its unique index. */
interface Unique {
  field: string
  columns: readonly string[]
  /** Column with the organisation within which it is unique: that of the caller. */
  owner?: string
  /** Whether it is unique across organisations: a conflict says no more than that the value cannot be used. */
  acrossOwners?: true
}

type PartOf<V, K extends string> = NonNullable<V> extends object ? `${K}.${keyof NonNullable<V> & string}` : K
/** The fields of a save, including nested ones: `electronicTag.value`. */
type FieldOf<S> = { [K in keyof S & string]: PartOf<S[K], K> }[keyof S & string]

interface Description<N extends ImportedNoun> {
  /** Columns of a sheet by field, in the order of the template. */
  columns: { [F in FieldOf<Save<N>>]?: ImportColumn }
  unique: readonly Unique[]
  /** Returns default values of new records, with instants as texts. */
  added?: Added
  judge?: Judge
  written?: Written
  saved?: SavedFields
  known?: KnownFields
  /** Two example cells by field, for the template. Columns with choices show the first two. */
  examples?: { [F in FieldOf<Save<N>>]?: readonly [string, string] }
}

interface AnyDescription extends Omit<Description<ImportedNoun>, 'columns' | 'examples'> {
  examples?: Readonly<Record<string, readonly [string, string]>>
  columns: Readonly<Record<string, ImportColumn>>
}

/** How records of a noun are imported from a spreadsheet. */
export interface Imported {
  noun: ImportedNoun
  records: Records
  columns: ReadonlyMap<string, ImportColumn>
  required: ReadonlySet<string>
  unique: readonly Unique[]
  added: Added
  judge: Judge
  written: Written
  saved: SavedFields
  known: KnownFields
  examples: Readonly<Record<string, readonly [string, string]>>
  /** Input schema of the noun's save: an error there is a fault in the sheet. */
  input: z.ZodObject
}

const noKnownFields: KnownFields = { fields: [], add: async () => {} }
const noSavedFields: SavedFields = { fields: [], input: () => ({}) }

/** Describes how the records of a noun are imported. The columns are fields of the noun's save, which also validates them. */
export function describeImport<N extends ImportedNoun, Live>(
  records: RecordsOf<N, Live>,
  description: Description<N>,
): Imported
export function describeImport(
  records: Records,
  {
    columns,
    unique,
    added = async () => ({}),
    judge = async () => [],
    written = async () => {},
    saved = noSavedFields,
    known = noKnownFields,
    examples = {},
  }: AnyDescription,
): Imported {
  const noun = importedNouns.find((name) => name === records.name)
  if (noun === undefined) throw new Error(`${records.name} are not imported`)
  const { input } = endpoints[noun].addOrEdit
  const missing = input.safeParse({}).error?.issues.map(({ path }) => path.join('.')) ?? []
  return {
    noun,
    records,
    columns: new Map(Object.entries(columns)),
    required: new Set(missing.filter((field) => !known.fields.includes(field))),
    unique,
    added,
    judge,
    written,
    saved,
    known,
    examples,
    input,
  }
}
