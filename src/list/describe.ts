import type { ReactNode } from 'react'
import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import { fieldOptions, filterShape, type FilterShape, type ListEndpoint, type ListInput, listShape, type ListShape } from '#contract/calls/lists.ts'
import type { MessageId } from '../locale/languages.ts'
import type { Reference } from '../api/references.ts'
import type { IntlShape } from 'react-intl'
import type { NextStep } from './rows/nextSteps.ts'

/** The meaning of a value, told by colour and shape. */
export type Tone = 'neutral' | 'live' | 'minor' | 'major' | 'critical' | 'unverified'

type RowOf<E extends ListEndpoint> = Reply<E>['list'][number]
type Words<V> = (value: V) => MessageId

// Columns -------------------------------------------------------------------------------------------------------------

type PartsOf<R, K extends keyof R & string> =
  NonNullable<R[K]> extends readonly unknown[] ? K
  : NonNullable<R[K]> extends object ? K | `${K}.${keyof NonNullable<R[K]> & string}`
  : K
/** The fields of a record, and those of its parts: `name`, `headcount.ledger`. */
type FieldOf<R> = { [K in keyof R & string]: PartsOf<R, K> }[keyof R & string]
type ValueAt<R, P> =
  P extends keyof R ? NonNullable<R[P]>
  : P extends `${infer K}.${infer L}` ?
    K extends keyof R ? L extends keyof NonNullable<R[K]> ? NonNullable<NonNullable<R[K]>[L]> : never : never
  : never
/** Codes need words; texts and numbers are their own. */
type WordsFor<V> =
  [V] extends [string] ? (string extends V ? { words?: never } : { words: Words<V> })
  : [V] extends [boolean] ? { words?: Words<'true' | 'false'> }
  : [V] extends [readonly (infer O extends string)[]] ? { words?: Words<O> }
  : { words?: never }

export interface ColumnOptions<R, V> {
  titleId: MessageId
  /** Its share of the width, px; it grows with the others and never gets smaller. */
  width?: number
  /** Gives way where there is no room for all: the one with the smallest number first. Others stay in sight. */
  yields?: number
  /** Not there until somebody wants it. */
  hidden?: boolean
  /** Where a row is a card: it heads the card instead of the first column, is left out of it, or is a tag that its cell draws, which says all. */
  onCard?: 'head' | 'never' | 'tag'
  /** The meaning of the value: shown as a tag. */
  tone?: (value: V, row: R) => Tone
  /** The noun whose id the value is. */
  of?: Reference
  /** The zone that an instant is told in, where that is the record's own: a farm's. Otherwise the viewer's. */
  zone?: (row: R) => string | null
  /** The unit behind a number: `%`, `dBm`. */
  unit?: string
  /** It holds for now alone: while nothing newer can come it is shown as the past. */
  isLive?: true
  /** The cell as the noun draws it itself. Files get the field. */
  cell?: (row: R) => ReactNode
}

type Column<R> = { [P in FieldOf<R>]: { field: P } & ColumnOptions<R, ValueAt<R, P>> & WordsFor<ValueAt<R, P>> }[FieldOf<R>]

// Filters -------------------------------------------------------------------------------------------------------------

type FiltersOf<E extends ListEndpoint> = Omit<Input<E>, keyof ListInput>
type OptionsFor<V> =
  [V] extends [readonly (infer O extends string)[]] ? { words: Words<O>; only?: readonly O[] }
  : [V] extends [boolean] ? { words: Words<'true' | 'false'> }
  : [V] extends [number | readonly number[]] ? { of: Reference }
  : [V] extends [string] ? (string extends V ? object : { words: Words<V>; only?: readonly V[] })
  : never
/** Instants, and days as texts. */
type TimesOf<F> = { [K in keyof F & string]-?: [string] extends [NonNullable<F[K]>] ? K : never }[keyof F & string]
type Filter<F> =
  | { [K in keyof F & string]-?: { field: K; titleId: MessageId } & OptionsFor<NonNullable<F[K]>> }[keyof F & string]
  | { from: TimesOf<F>; to: TimesOf<F>; titleId: MessageId }

// Actions -------------------------------------------------------------------------------------------------------------

/** Makes a call whose refusal is shown beside its row. */
export type Ask = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Reply<E>>

interface AnyAction<R> {
  key: string
  titleId: MessageId
  /** The call that it makes, where not all who read the list may make it: it is not offered to the others. */
  call?: Endpoint
  /** The rows it can be done with; all, unless told. */
  fits?: (row: R) => boolean
  /** Can't be done with many at once. */
  single?: boolean
  /** Done with those that are selected alone: one by itself has another way, in its details. */
  isBatch?: boolean
  /** Whether it can be done with some rows together; with any, unless told. */
  fitsTogether?: (rows: readonly R[]) => boolean
  danger?: boolean
}

/** Done row by row, once it is said what it will do. */
export interface RowAction<R> extends AnyAction<R> {
  /** The question before it acts: of `{count}` rows, `{names}`. Without it, it acts at once. */
  askId?: MessageId
  /** It needs a reason, asked for by this name. */
  reasonId?: MessageId
  /** The reason may be left out. */
  isReasonOptional?: boolean
  /** The message afterwards: with `{count}`, `{names}`. */
  doneId: MessageId
  run: (row: R, ask: Ask, reason: string) => Promise<unknown>
  /** The action that asks for it, where it is refused as needing an approval. */
  approval?: RowAction<R>
  Dialog?: undefined
}

export interface DialogProps<R> {
  rows: readonly R[]
  /** Which rows, in words: the name of one, the number of several. */
  about?: string
  onClose: () => void
  /** It was done with all of them. */
  onDone: () => void
}

/** Done with all rows by one call, whose input is asked for by a dialog of its own. */
export interface DialogAction<R> extends AnyAction<R> {
  Dialog: (props: DialogProps<R>) => ReactNode
}

/** Something to do with a row, or with all that are selected. */
export type Action<R> = RowAction<R> | DialogAction<R>

export interface DetailsProps<R> {
  id: number
  /** The row, if it is on the page that is shown. */
  row: R | null
  close: () => void
  /** Opens the details of another row in place of these. */
  open: (id: number) => void
}

export interface ToolbarProps {
  open: (id: number) => void
}

// The list ------------------------------------------------------------------------------------------------------------

export interface ListDescription<E extends ListEndpoint> {
  /** Names the list where something is kept for it. */
  noun: string
  /** The plural of the noun: the screen's title. */
  titleId: MessageId
  /** How many there are: with `{count}`. */
  countId: MessageId
  /** The name of a row. */
  nameOf: (row: RowOf<E>, intl: IntlShape) => string
  /** The field with the row's id. */
  idField?: keyof RowOf<E> & string
  columns: readonly Column<RowOf<E>>[]
  /** The first text among them is the search field, which `/` reaches. */
  filters: readonly Filter<FiltersOf<E>>[]
  sort?: { field: NonNullable<Input<E>['sort']>['field']; order: 'asc' | 'desc' }
  /** Fixed input of the call, such as the path's own parameters. */
  fixed?: Partial<Input<E>>
  actions?: readonly Action<RowOf<E>>[]
  /** The panel that a click on a row opens. */
  Details?: (props: DetailsProps<RowOf<E>>) => ReactNode
  /** Buttons of the page, such as the one that adds a record. */
  Toolbar?: (props: ToolbarProps) => ReactNode
  /** The message of an empty list: why, and how the first record comes. */
  emptyId: MessageId
  /** Next steps there: each person is offered those that they may take. */
  next?: readonly NextStep[]
  /** A hook: what is newer in a store than in the loaded rows, by id. */
  useLive?: (ids: readonly number[]) => ReadonlyMap<number, Partial<RowOf<E>>>
  /** Rows that change without anybody saving them are loaded again at this pause. */
  everyMs?: number
}

/** A row, whatever the noun is. */
export type Row = object
export interface AnyColumn extends ColumnOptions<Row, never> {
  field: string
  words?: (value: string) => MessageId
  isNumber: boolean
  isMoney: boolean
  isInstant: boolean
  isDate: boolean
  /** Yes or no. */
  isFlag: boolean
  /** Says what it is by itself; anything else needs its title beside it. */
  isText: boolean
}
export interface AnyFilter {
  /** Names it in the address; a range has one name for both of its ends there. */
  field: string
  titleId: MessageId
  shape: FilterShape
  words?: (value: string) => MessageId
  of?: Reference
  /** A range of days: the two fields of the call. */
  range?: { from: string; to: string }
}

/** A list, described. */
export interface RecordList {
  noun: string
  endpoint: ListEndpoint
  shape: ListShape
  titleId: MessageId
  countId: MessageId
  emptyId: MessageId
  next: readonly NextStep[]
  nameOf: (row: Row, intl: IntlShape) => string
  idOf: (row: Row) => number
  columns: AnyColumn[]
  optionsOf: (column: AnyColumn) => readonly string[]
  filters: AnyFilter[]
  sort: { field: string; order: 'asc' | 'desc' } | null
  fixed: object
  actions: readonly Action<Row>[]
  Details: ((props: DetailsProps<Row>) => ReactNode) | null
  Toolbar: ((props: ToolbarProps) => ReactNode) | null
  useLive: (ids: readonly number[]) => ReadonlyMap<number, Partial<Row>>
  everyMs?: number
}

type GivenColumn = Omit<AnyColumn, 'isNumber' | 'isMoney' | 'isInstant' | 'isDate' | 'isFlag' | 'isText'>
interface GivenFilter extends Omit<AnyFilter, 'field' | 'shape' | 'range'> {
  field?: string
  only?: readonly string[]
  from?: string
  to?: string
}
/** A description, whatever the noun is. */
export interface AnyDescription extends Pick<RecordList, 'noun' | 'titleId' | 'countId' | 'emptyId' | 'nameOf'>, Partial<Pick<RecordList, 'fixed' | 'actions' | 'next' | 'useLive' | 'everyMs'>> {
  idField?: string
  columns: readonly GivenColumn[]
  filters: readonly GivenFilter[]
  sort?: { field: string; order: 'asc' | 'desc' }
  Details?: (props: DetailsProps<Row>) => ReactNode
  Toolbar?: (props: ToolbarProps) => ReactNode
}

const nothingNewer: ReadonlyMap<number, Partial<Row>> = new Map()

/**
 * Describes the list of a noun. Columns are fields of the reply's rows, filters and sort those of the input: a name that
 * the schemas don't have, or a code without words, does not compile. Which columns sort, and how each kind of value is
 * shown, filtered and written to a file, follows from the schemas.
 */
export function describeList<const E extends ListEndpoint>(endpoint: E, description: ListDescription<E>): RecordList
export function describeList(endpoint: ListEndpoint, description: AnyDescription): RecordList {
  const { idField = 'id', sort = null, fixed = {}, actions = [], next = [], Details = null, Toolbar = null, useLive } = description
  const shape = listShape(endpoint)
  if (shape === null) throw new Error(`${endpoint.path} is no list`)
  return {
    ...description,
    endpoint,
    shape,
    idOf: (row) => Number(Reflect.get(row, idField)),
    columns: description.columns.map((column) => {
      const kind = shape.fields.get(column.field)
      return { ...column, isNumber: (kind === 'number' || kind === 'money' || kind === 'decimal') && !column.of, isMoney: kind === 'money', isInstant: kind === 'instant', isDate: kind === 'date', isFlag: kind === 'boolean', isText: kind === 'text' || column.of !== undefined }
    }),
    optionsOf: ({ field }) => fieldOptions(shape.item, field),
    filters: description.filters.map(({ from, to, field = from ?? '', only, ...filter }): AnyFilter => {
      const found = filterShape(shape, field)
      const range = from !== undefined && to !== undefined ? { range: { from, to } } : {}
      if (found === null || ('range' in range && found.kind !== 'instant' && found.kind !== 'day')) throw new Error(`${endpoint.path} has no filter ${field}`)
      return { ...filter, ...range, field, shape: only ? { ...found, options: only } : found }
    }),
    sort,
    fixed,
    actions,
    next,
    Details,
    Toolbar,
    useLive: useLive ?? (() => nothingNewer),
  }
}
