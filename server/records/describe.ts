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

/** A record as a whole: as it comes back from its recycle bin, since lists may leave long texts out. A noun without one lists it whole. */
export type Item<N extends Noun> = Endpoints[N] extends { restore: infer E extends Endpoint } ? Reply<E> : Reply<Endpoints[N]['list']>['list'][number]
type Filters<N extends Noun> = Omit<Parsed<Endpoints[N]['list']>, keyof ListInput | 'ids'>
/** The input of a noun's saves, by whichever of its calls. */
export type Save<N extends Noun> = Endpoints[N] extends { addOrEdit: infer E extends Endpoint }
  ? Parsed<E>
  : Endpoints[N] extends { add: infer E extends Endpoint }
    ? Parsed<E> & { id?: undefined }
    : never
/** The input that takes a record out of the recycle bin. */
type Restore<N extends Noun> = Endpoints[N] extends { restore: infer E extends Endpoint } ? Parsed<E> : never
type Own = 'id' | 'version'
type Keys<T> = keyof T & string
/** A record as it is stored: what memory knows (`live`) is not of it. */
export type Row<N extends Noun, Live = never> = Omit<Item<N>, Live & string>

// Fields --------------------------------------------------------------------------------------------------------------

/** SQL on `r`, the noun's table. */
export type Expression = (sql: Queries) => Fragment
/** A subquery of the ids that a caller may name. */
export type Ids = (sql: Queries, caller: Caller) => Fragment
/** Columns and what is written to them. */
export type Columns = Record<string, unknown>

/** A column with the id of another record, which the caller has to be allowed to name. */
interface Reference {
  column: string
  among: Ids
  again: Ids
}
/** A value read by an expression and written to other columns than one of its name. */
interface Composite<V> {
  read: Expression
  write: (value: V) => Columns
}
export type AnyField = string | Expression | Reference | Composite<never>
type Written<V> = string | Reference | Composite<V>
type Read = string | Expression
type FieldOf<N extends Noun, K extends Keys<Item<N>>> = [Save<N>] extends [never] ? Read : K extends keyof Save<N> ? Written<Item<N>[K]> : Read

/**
 * @param among a subquery of the ids that a caller may name: another id is answered as if there were none
 * @param again those that a record may still name which comes back from the recycle bin; `among` unless told
 */
export function reference(column: string, among: Ids, again = among): Reference {
  return { column, among, again }
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
  /** Notes beside the record before and after, such as a reason. */
  note: Record<string, unknown>
  /** Does something once the change is committed, before the call is answered. */
  afterCommit: (work: () => Promise<void> | void) => void
}
interface Saving<N extends Noun, Live> extends Change {
  input: Save<N>
  /** The record before, held until the end of the transaction; null for a new one. */
  before: Row<N, Live> | null
  /** The caller's language. */
  language: Language
}
interface Removing<N extends Noun, Live> extends Change {
  before: Row<N, Live>
}
/** The special parts of a noun. A hook may refuse the change; the columns that it returns are written with it. */
export interface Hooks<N extends Noun, Live = never> {
  /** Slow work on an input is done before a transaction holds a connection for it. */
  prepare?: (given: { context: Context; input: Save<N> }) => Promise<Save<N> & object>
  beforeSave?: (change: Saving<N, Live>) => Promise<Columns | void>
  /** `after`: the record as it was written. */
  afterSave?: (change: Saving<N, Live> & { after: Row<N, Live> }) => Promise<void>
  beforeRemove?: (change: Removing<N, Live>) => Promise<Columns | void>
  beforeRestore?: (change: Removing<N, Live> & { input: Restore<N> }) => Promise<Columns | void>
  beforePurge?: (change: Removing<N, Live>) => Promise<void>
}

// The noun ------------------------------------------------------------------------------------------------------------

type At<T, K> = K extends keyof T ? T[K] : never
/** @param now herd time, epoch ms */
type FilterOf<V> = (sql: Queries, value: NonNullable<V>, now: number) => Fragment
type FiltersLike<N extends Noun, Live> = { [K in Exclude<Keys<Filters<N>>, Keys<Row<N, Live>>>]: FilterOf<At<Filters<N>, K>> } & {
  [K in Extract<Keys<Filters<N>>, Keys<Row<N, Live>>>]?: FilterOf<At<Filters<N>, K>>
}
/** A noun that is never saved has no input. */
type InputKeys<N extends Noun> = [Save<N>] extends [never] ? never : Exclude<Keys<Save<N>>, Keys<Item<N>> | Own>
type InputsLike<N extends Noun> = { [K in InputKeys<N>]: string | Reference | null }
/** The fields of memory that a list sorts by. */
type LiveSorts<N extends Noun, Live> = Parsed<Endpoints[N]['list']> extends { sort?: { field: infer F } | undefined } ? Extract<F, Live & string> : never
/** A part of the description that may be left out where it would be empty. */
type Part<Name extends string, T> = object extends T ? { [K in Name]?: T } : { [K in Name]: T }

/** A record that lies in a recycle bin for so many days is deleted for good, but for those that history needs: a condition on `r`. */
export interface Bin {
  keptDays: number
  needed: Expression
}

export type Description<N extends Noun, Live> = {
  /** Its name in the audit. */
  noun: string
  table: string
  /** Joined to `r` by one row at the most. */
  joins?: Expression
  /** The column or the SQL of every stored field of the contract's record. */
  fields: { [K in Exclude<Keys<Item<N>>, Own | Live>]: FieldOf<N, K> }
  /** A condition on `r`: which records a caller may see. */
  visible: Ids
  /** Which field a unique index speaks of. */
  unique?: Record<string, Keys<Save<N>>>
  /** A condition on `r`: what is still needed by others is not removed. */
  inUse?: Expression
  /** A condition on `r`: the record that an input without an id means, if it is there. */
  same?: (sql: Queries, input: Save<N>, caller: Caller) => Fragment
  /** Its recycle bin is emptied by itself. */
  bin?: Bin
  /** Every edit has to say which version it was made on. */
  needsVersion?: boolean
  /** The field with the id of the farm that a change concerns, or of the organisation whose record it is. */
  farm?: Keys<Row<N, Live>>
  organisation?: Keys<Row<N, Live>>
  /** The organisations whose record it is, where there are several; null: none yet. */
  organisations?: (record: Row<N, Live>) => readonly (number | null)[]
  /** The farms that a change concerns, where there are several. */
  farms?: (record: Row<N, Live>) => readonly number[]
  /** The order of the list where none is asked for; by id unless told. */
  sort?: { field: Keys<Row<N, Live>>; order: 'asc' | 'desc' }
  hooks?: Hooks<N, Live>
} & Part<'filters', FiltersLike<N, Live>> &
  /** Fields of the input that the record does not have: the column of each, or null where a hook reads it. */
  Part<'inputs', InputsLike<N>> &
  /** Sort columns for fields that memory knows: the database's own copy of them. */
  Part<'sorts', { [K in LiveSorts<N, Live>]: Expression }> &
  ([Live] extends [never] ? { live?: LiveFields<N, Live> } : { live: LiveFields<N, Live> })

/** Fields that memory knows and the record does not hold, for records on their way to a caller. */
interface LiveFields<N extends Noun, Live> {
  fields: readonly (Live & Keys<Item<N>>)[]
  read: (context: Context, rows: readonly Row<N, Live>[]) => Promise<Item<N>[]>
}

/** A record as it is stored, whatever its noun is. */
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

/** A described noun, whatever it is. */
export interface Records {
  /** As the endpoint table calls it. */
  name: Noun
  noun: string
  table: string
  joins?: Expression
  fields: Record<string, AnyField>
  filters: Record<string, (sql: Queries, value: never, now: number) => Fragment>
  inputs: Record<string, string | Reference | null>
  live?: { fields: readonly string[]; read: (context: Context, rows: readonly StoredRow[]) => Promise<object[]> }
  visible: Ids
  unique: Record<string, string>
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
  /** The contract's shape of the list, and of the record as a whole. */
  shape: ListShape
  item: z.ZodObject
  /** The fields of a record that lists have, and those of the whole that are instants. */
  listed: ReadonlySet<string>
  instants: readonly string[]
}

/** A described noun, and for the compiler which one. */
export interface RecordsOf<N extends Noun, Live = never> extends Records {
  readonly of?: { name: N; live: Live }
}

/** The parts that every description has, and those that it may have. */
type AnyDescription = Pick<Records, 'noun' | 'table' | 'fields' | 'visible'> & Partial<Omit<Records, 'name' | 'shape' | 'item' | 'listed' | 'instants'>>

/**
 * Describes how the records of a noun are stored, seen and changed. The fields are those of the contract's record: one
 * without a column, or a column without a field, does not compile; nor does an input or a filter that leads nowhere.
 * @param name the noun's name in the endpoint table
 */
export function describeRecords<N extends Noun, const Live extends Keys<Item<N>> = never>(name: N, description: Description<N, Live>): RecordsOf<N, Live>
export function describeRecords(name: Noun, description: AnyDescription): Records {
  const shape = listShape(endpoints[name].list)
  if (shape === null) throw new Error(`${name} has no list`)
  const fields = { id: 'id', version: 'version', ...description.fields }
  const calls: Partial<Record<string, Endpoint>> = endpoints[name]
  const item = (calls['restore']?.reply ?? shape.item) as z.ZodObject
  const listed = new Set(Object.keys((shape.item as z.ZodObject).shape))
  const instants = [...fieldKinds(item)].flatMap(([field, kind]) => (kind === 'instant' ? [field] : []))
  return { filters: {}, inputs: {}, sorts: {}, unique: {}, needsVersion: false, hooks: {}, ...description, fields, name, shape, item, listed, instants }
}
