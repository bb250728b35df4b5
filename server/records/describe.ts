import type { z } from 'zod'
import type { Endpoint, Parsed, Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { fieldKinds, type ListEndpoint, type ListInput, listShape, type ListShape } from '#contract/calls/lists.ts'
import type { Caller } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import type { Language } from '../languages.ts'

type Endpoints = typeof endpoints
/** The nouns that have a list. */
export type Noun = { [N in keyof Endpoints]: Endpoints[N] extends { list: ListEndpoint } ? N : never }[keyof Endpoints]

/** A complete record, as restored from the recycle bin, because lists may omit long texts. Without a bin, the list's record is complete. */
export type Item<N extends Noun> = Endpoints[N] extends { restore: infer E extends Endpoint }
  ? Reply<E>
  : Reply<Endpoints[N]['list']>['list'][number]
type Filters<N extends Noun> = Omit<Parsed<Endpoints[N]['list']>, keyof ListInput | 'ids'>
/** The input of a noun's save, from the call that saves it. */
export type Save<N extends Noun> = Endpoints[N] extends { addOrEdit: infer E extends Endpoint }
  ? Parsed<E>
  : Endpoints[N] extends { add: infer E extends Endpoint }
    ? Parsed<E> & { id?: undefined }
    : never
/** The input of the call that restores a record from the recycle bin. */
type Restore<N extends Noun> = Endpoints[N] extends { restore: infer E extends Endpoint } ? Parsed<E> : never
type Own = 'id' | 'version'
type Keys<T> = keyof T & string
/** A record as stored, without the fields that come from memory (`live`). */
export type Row<N extends Noun, Live = never> = Omit<Item<N>, Live & string>

// Fields --------------------------------------------------------------------------------------------------------------

/** Builds SQL on `r`, the noun's table. */
export type Expression = (sql: Queries) => Fragment
/** Builds a subquery of the ids that a caller may refer to. */
export type Ids = (sql: Queries, caller: Caller) => Fragment
/** Column names and values to write. */
export type Columns = Record<string, unknown>

/** A column with the id of another record that the caller must be allowed to refer to. */
interface Reference {
  column: string
  among: Ids
  onRestore: Ids
}
/** A value that an expression reads, and that is written to columns with other names. */
interface Composite<V> {
  read: Expression
  write: (value: V) => Columns
}
export type AnyField = string | Expression | Reference | Composite<never>
type Written<V> = string | Reference | Composite<V>
type Read = string | Expression
type FieldOf<N extends Noun, K extends Keys<Item<N>>> = [Save<N>] extends [never]
  ? Read
  : K extends keyof Save<N>
    ? Written<Item<N>[K]>
    : Read

/**
 * @param among subquery of the ids that a caller may refer to; any other id gets the answer of an unknown one
 * @param again ids allowed when a record is restored from the recycle bin; default: `among`
 */
export function reference(column: string, among: Ids, again = among): Reference {
  return { column, among, onRestore: again }
}

/** A value that an expression reads and a hook of the noun writes. */
export function writtenByHook(read: Expression): Composite<unknown> {
  return { read, write: () => ({}) }
}

// Changes -------------------------------------------------------------------------------------------------------------

/** A change of one record, in its transaction. */
export interface Change {
  sql: Queries
  caller: Caller
  context: Context
  /** Herd time, epoch ms. */
  now: number
  /** Additional audit detail, such as a reason. */
  note: Record<string, unknown>
  /** Runs work once the change is committed, before the call is answered. */
  afterCommit: (work: () => Promise<void> | void) => void
}
interface Saving<N extends Noun, Live> extends Change {
  input: Save<N>
  /** The record before, locked until the end of the transaction; null for a new one. */
  before: Row<N, Live> | null
  /** The caller's language. */
  language: Language
}
interface Removing<N extends Noun, Live> extends Change {
  before: Row<N, Live>
}
/** Special behaviour of a noun. A hook may reject the change; returned columns are written with it. */
export interface Hooks<N extends Noun, Live = never> {
  /** Slow work on an input, done before a transaction occupies a connection. */
  prepare?: (given: { context: Context; input: Save<N> }) => Promise<Save<N> & object>
  beforeSave?: (change: Saving<N, Live>) => Promise<Columns | void>
  /** `after`: the record as written. */
  afterSave?: (change: Saving<N, Live> & { after: Row<N, Live> }) => Promise<void>
  beforeRemove?: (change: Removing<N, Live>) => Promise<Columns | void>
  beforeRestore?: (change: Removing<N, Live> & { input: Restore<N> }) => Promise<Columns | void>
  beforePurge?: (change: Removing<N, Live>) => Promise<void>
}

// The noun ------------------------------------------------------------------------------------------------------------

type At<T, K> = K extends keyof T ? T[K] : never
/** @param now herd time, epoch ms */
type FilterOf<V> = (sql: Queries, value: NonNullable<V>, now: number) => Fragment
type FiltersLike<N extends Noun, Live> = {
  [K in Exclude<Keys<Filters<N>>, Keys<Row<N, Live>>>]: FilterOf<At<Filters<N>, K>>
} & {
  [K in Extract<Keys<Filters<N>>, Keys<Row<N, Live>>>]?: FilterOf<At<Filters<N>, K>>
}
type Stored<N extends Noun, Live> = Exclude<Keys<Item<N>>, Own | Live>
/**
 * Columns or SQL of stored fields. A field that is not here has the column of its name: `weighedOn` is in `weighed_on`.
 * Ids that a save takes must be here, because each needs a decision: a reference, or a plain column.
 */
type FieldsLike<N extends Noun, Live> = {
  [K in Exclude<Stored<N, Live>, SavedIds<N>>]?: FieldOf<N, K>
} & { [K in Extract<Stored<N, Live>, SavedIds<N>>]: FieldOf<N, K> }
type SavedIds<N extends Noun> = [Save<N>] extends [never]
  ? never
  : Extract<Keys<Save<N>>, `${string}Id` | `${string}Ids`>
/** A noun that is never saved has no input. */
type InputKeys<N extends Noun> = [Save<N>] extends [never] ? never : Exclude<Keys<Save<N>>, Keys<Item<N>> | Own>
type InputsLike<N extends Noun> = { [K in InputKeys<N>]: string | Reference | null }
/** Fields from memory that a list can sort by. */
type LiveSorts<N extends Noun, Live> =
  Parsed<Endpoints[N]['list']> extends { sort?: { field: infer F } | undefined } ? Extract<F, Live & string> : never
/** Makes a part of the description optional where it may be empty. */
type Part<Name extends string, T> = object extends T ? { [K in Name]?: T } : { [K in Name]: T }

/** Records are purged after this many days in the recycle bin, except those that history needs: `needed` is a condition on `r`. */
export interface Bin {
  retentionDays: number
  needed: Expression
}

/** A unique index across organisations. A conflict is always reported as `unusable`, which reveals no holder. */
interface AcrossOwners<F extends string> {
  acrossOwners: F
}

export type Description<N extends Noun, Live> = {
  /** Audit noun. */
  noun: string
  table: string
  /** Joins on `r`, each with at most one row. */
  joins?: Expression
  /** Condition on `r`: records that the caller may see. */
  visible: Ids
  /** Field for each unique index, to report a conflict. */
  unique?: Record<string, Keys<Save<N>> | AcrossOwners<Keys<Save<N>>>>
  /** Condition on `r`: records that others still need and that cannot be removed. */
  inUse?: Expression
  /** Condition on `r`: the existing record that an input without an id refers to. */
  same?: (sql: Queries, input: Save<N>, caller: Caller) => Fragment
  /** Purges its recycle bin automatically. */
  bin?: Bin
  /** Every edit must state the version that it is based on. */
  needsVersion?: boolean
  /** Field with the id of the farm that a change concerns, or of the organisation that owns the record. */
  farm?: Keys<Row<N, Live>>
  organisation?: Keys<Row<N, Live>>
  /** Organisations that own the record, where several can; null: not assigned yet. */
  organisations?: (record: Row<N, Live>) => readonly (number | null)[]
  /** Farms that a change concerns, where there can be several. */
  farms?: (record: Row<N, Live>) => readonly number[]
  /** Default order of the list; without it, by id. */
  sort?: { field: Keys<Row<N, Live>>; order: 'asc' | 'desc' }
  hooks?: Hooks<N, Live>
} & Part<'fields', FieldsLike<N, Live>> &
  Part<'filters', FiltersLike<N, Live>> &
  /** Fields of the input that the record lacks: the column of each, or null where a hook reads it. */
  Part<'inputs', InputsLike<N>> &
  /** Sort expressions for fields from memory, on the copy that the database has. */
  Part<'sorts', { [K in LiveSorts<N, Live>]: Expression }> &
  ([Live] extends [never] ? { live?: LiveFields<N, Live> } : { live: LiveFields<N, Live> })

/** Fields from memory, added to records before they are returned. */
interface LiveFields<N extends Noun, Live> {
  fields: readonly (Live & Keys<Item<N>>)[]
  read: (context: Context, rows: readonly Row<N, Live>[]) => Promise<Item<N>[]>
}

/** A stored record of any noun. */
export interface StoredRow extends Record<string, unknown> {
  id: number
  version: number
}
interface AnySaving extends Change {
  input: object
  before: StoredRow | null
  language: Language
}
interface AnyHooks {
  prepare?: (given: { context: Context; input: object }) => Promise<object>
  beforeSave?: (change: AnySaving) => Promise<Columns | void>
  afterSave?: (change: AnySaving & { after: StoredRow }) => Promise<void>
  beforeRemove?: (change: Change & { before: StoredRow }) => Promise<Columns | void>
  beforeRestore?: (change: Change & { before: StoredRow; input: object }) => Promise<Columns | void>
  beforePurge?: (change: Change & { before: StoredRow }) => Promise<void>
}

/** The description of any noun. */
export interface Records {
  /** Name in the endpoint table. */
  name: Noun
  noun: string
  table: string
  joins?: Expression
  fields: Record<string, AnyField>
  filters: Record<string, (sql: Queries, value: never, now: number) => Fragment>
  inputs: Record<string, string | Reference | null>
  live?: { fields: readonly string[]; read: (context: Context, rows: readonly StoredRow[]) => Promise<object[]> }
  visible: Ids
  unique: Record<string, string | AcrossOwners<string>>
  inUse?: Expression
  bin?: Bin
  same?: (sql: Queries, input: object, caller: Caller) => Fragment
  needsVersion: boolean
  farm?: string
  organisation?: string
  organisations?: (record: never) => readonly (number | null)[]
  farms?: (record: never) => readonly number[]
  sort?: { field: string; order: 'asc' | 'desc' }
  sorts: Record<string, Expression>
  hooks: AnyHooks
  /** The contract's schema of the list, and of the complete record. */
  shape: ListShape
  item: z.ZodObject
  /** Fields that lists contain, and instant fields of the complete record. */
  listed: ReadonlySet<string>
  instants: readonly string[]
}

/** A described noun, with its type for the compiler. */
export interface RecordsOf<N extends Noun, Live = never> extends Records {
  readonly of?: { name: N; live: Live }
}

/** The required parts of a description, and the optional ones. */
type AnyDescription = Pick<Records, 'noun' | 'table' | 'visible'> &
  Partial<Omit<Records, 'name' | 'shape' | 'item' | 'listed' | 'instants'>>

/**
 * Describes how the records of a noun are stored, shown and changed. Fields are in the columns of their names unless it says otherwise.
 * The compiler rejects an id that is not described, a column without a field, and an input or filter without a target.
 * @param name the noun's name in the endpoint table
 */
export function describeRecords<N extends Noun, const Live extends Keys<Item<N>> = never>(
  name: N,
  description: Description<N, Live>,
): RecordsOf<N, Live>
export function describeRecords(name: Noun, description: AnyDescription): Records {
  const shape = listShape(endpoints[name].list)
  if (shape === null) throw new Error(`${name} has no list`)
  const calls: Partial<Record<string, Endpoint>> = endpoints[name]
  const item = (calls['restore']?.reply ?? shape.item) as z.ZodObject
  const listed = new Set(Object.keys((shape.item as z.ZodObject).shape))
  const stored = Object.keys(item.shape).filter((field) => description.live?.fields.includes(field) !== true)
  const fields = { ...Object.fromEntries(stored.map((field) => [field, columnNamed(field)])), ...description.fields }
  const instants = [...fieldKinds(item)].flatMap(([field, kind]) => (kind === 'instant' ? [field] : []))
  return {
    filters: {},
    inputs: {},
    sorts: {},
    unique: {},
    needsVersion: false,
    hooks: {},
    ...description,
    fields,
    name,
    shape,
    item,
    listed,
    instants,
  }
}

/** Returns the column of a field: `weighed_on` of `weighedOn`. */
function columnNamed(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
