import type { ReactNode } from 'react'
import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import {
  fieldOptions,
  filterShape,
  type FilterShape,
  type ListEndpoint,
  type ListInput,
  listShape,
  type ListShape,
} from '#contract/calls/lists.ts'
import type { MessageId } from '../locale/languages.ts'
import type { Reference } from '../api/references.ts'
import type { IntlShape } from 'react-intl'
import type { NextStep } from './rows/nextSteps.ts'

/** Meaning of a value, shown by colour and shape. */
export type Tone = 'neutral' | 'live' | 'minor' | 'major' | 'critical' | 'unverified'

type RowOf<E extends ListEndpoint> = Reply<E>['list'][number]
type Words<V> = (value: V) => MessageId

// Columns -------------------------------------------------------------------------------------------------------------

type PartsOf<R, K extends keyof R & string> =
  NonNullable<R[K]> extends readonly unknown[]
    ? K
    : NonNullable<R[K]> extends object
      ? K | `${K}.${keyof NonNullable<R[K]> & string}`
      : K
/** Fields of a record, and fields of its parts: `name`, `headcount.ledger`. */
type FieldOf<R> = { [K in keyof R & string]: PartsOf<R, K> }[keyof R & string]
type ValueAt<R, P> = P extends keyof R
  ? NonNullable<R[P]>
  : P extends `${infer K}.${infer L}`
    ? K extends keyof R
      ? L extends keyof NonNullable<R[K]>
        ? NonNullable<NonNullable<R[K]>[L]>
        : never
      : never
    : never
/** Codes need translations; texts and numbers are displayed as they are. */
type WordsFor<V> = [V] extends [string]
  ? string extends V
    ? { words?: never }
    : { words: Words<V> }
  : [V] extends [boolean]
    ? { words?: Words<'true' | 'false'> }
    : [V] extends [readonly (infer O extends string)[]]
      ? { words?: Words<O> }
      : { words?: never }

export interface ColumnOptions<R, V> {
  titleId: MessageId
  /** Minimum width, px; spare room is shared in proportion to it. */
  width?: number
  /** Order of hiding when room is short: the column with the smallest number hides first. Columns without it always stay. */
  hideOrder?: number
  /** Hidden until the user adds it. */
  hidden?: boolean
  /** Role on a card: heading instead of the first column, left out, or a tag drawn by its cell, which needs no label. */
  onCard?: 'head' | 'never' | 'tag'
  /** Meaning of the value; displays it as a tag. */
  tone?: (value: V, row: R) => Tone
  /** The noun whose id the value is. */
  of?: Reference
  /** Time zone of an instant when it is the record's own, such as a farm's; the viewer's zone by default. */
  zone?: (row: R) => string | null
  /** Unit after a number: `%`, `dBm`. */
  unit?: string
  /** The value holds only for the present. It is marked as past while newer data cannot arrive. */
  isLive?: true
  /** Custom cell. Exported files contain the plain field. */
  cell?: (row: R) => ReactNode
}

/** Columns by field, in order. By field, because a union of all columns would take the compiler seconds. */
type ColumnsOf<R> = { readonly [P in FieldOf<R>]?: ColumnOptions<R, ValueAt<R, P>> & WordsFor<ValueAt<R, P>> }

// Filters -------------------------------------------------------------------------------------------------------------

type FiltersOf<E extends ListEndpoint> = Omit<Input<E>, keyof ListInput>
type OptionsFor<V> = [V] extends [readonly (infer O extends string)[]]
  ? { words: Words<O>; only?: readonly O[] }
  : [V] extends [boolean]
    ? { words: Words<'true' | 'false'> }
    : [V] extends [number | readonly number[]]
      ? { of: Reference }
      : [V] extends [string]
        ? string extends V
          ? object
          : { words: Words<V>; only?: readonly V[] }
        : never
/** Instants, and days as texts. */
type TimesOf<F> = { [K in keyof F & string]-?: [string] extends [NonNullable<F[K]>] ? K : never }[keyof F & string]
type Filter<F> =
  | { [K in keyof F & string]-?: { field: K; titleId: MessageId } & OptionsFor<NonNullable<F[K]>> }[keyof F & string]
  | { from: TimesOf<F>; to: TimesOf<F>; titleId: MessageId }

// Actions -------------------------------------------------------------------------------------------------------------

/** Makes a call whose refusal is displayed next to its row. */
export type Ask = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Reply<E>>

interface AnyAction<R> {
  key: string
  titleId: MessageId
  /** The call that the action makes. Users whose role may not make it are not offered the action. */
  call?: Endpoint
  /** Returns whether the action applies to a row; by default it applies to all. */
  appliesTo?: (row: R) => boolean
  /** Works only on one row at a time. */
  isSingle?: boolean
  /** Works only on a selection; a single row has another way, in its details. */
  isSelectionOnly?: boolean
  /** Returns whether the action applies to several rows together; by default to any. */
  appliesToAll?: (rows: readonly R[]) => boolean
  danger?: boolean
}

/** Action that runs row by row, after a confirmation. */
export interface RowAction<R> extends AnyAction<R> {
  /** Question before the action: with `{count}` rows, `{names}`. Without it the action runs immediately. */
  confirmId?: MessageId
  /** The action requires a reason, asked for with this label. */
  reasonId?: MessageId
  /** The reason may be left empty. */
  isReasonOptional?: boolean
  /** Message afterwards: with `{count}`, `{names}`. */
  doneId: MessageId
  run: (row: R, ask: Ask, reason: string) => Promise<unknown>
  /** Action that requests an approval when this one is refused for lack of it. */
  approval?: RowAction<R>
  Dialog?: undefined
}

export interface DialogProps<R> {
  rows: readonly R[]
  /** The rows in words: the name of one, the number of several. */
  about?: string
  onClose: () => void
  /** The action was done with all rows. */
  onDone: () => void
}

/** Action on all rows by one call, with a dialog for its input. */
export interface DialogAction<R> extends AnyAction<R> {
  Dialog: (props: DialogProps<R>) => ReactNode
}

/** Action on a row, or on all selected rows. */
export type Action<R> = RowAction<R> | DialogAction<R>

export interface DetailsProps<R> {
  id: number
  /** The row, if it is on the current page. */
  row: R | null
  close: () => void
  /** Opens the details of another row instead. */
  open: (id: number) => void
}

export interface ToolbarProps {
  open: (id: number) => void
}

// The list ------------------------------------------------------------------------------------------------------------

export interface ListDescription<E extends ListEndpoint> {
  /** Identifies the list in stored preferences. */
  noun: string
  /** Plural of the noun, the title of the screen. */
  titleId: MessageId
  /** Number of records: with `{count}`. */
  countId: MessageId
  /** Display name of a row. */
  nameOf: (row: RowOf<E>, intl: IntlShape) => string
  /** Field with the row's id. */
  idField?: keyof RowOf<E> & string
  columns: ColumnsOf<RowOf<E>>
  /** The first text filter becomes the search field, which `/` focuses. */
  filters: readonly Filter<FiltersOf<E>>[]
  sort?: { field: NonNullable<Input<E>['sort']>['field']; order: 'asc' | 'desc' }
  /** Fixed input of the call, such as parameters of the path. */
  fixed?: Partial<Input<E>>
  actions?: readonly Action<RowOf<E>>[]
  /** Panel that a click on a row opens. */
  Details?: (props: DetailsProps<RowOf<E>>) => ReactNode
  /** Buttons of the page, such as the one that adds a record. */
  Toolbar?: (props: ToolbarProps) => ReactNode
  /** Message of an empty list: the reason, and how to add the first record. */
  emptyId: MessageId
  /** Next steps offered in an empty list; each user sees those that the role may take. */
  next?: readonly NextStep[]
  /** Hook that returns newer values from a store for loaded rows, by id. */
  useLive?: (ids: readonly number[]) => ReadonlyMap<number, Partial<RowOf<E>>>
  /** Reload interval, ms, for rows that change without anyone saving them. */
  intervalMs?: number
}

/** Row of any noun. */
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
  /** The value is a text that reads well alone; other values need their title. */
  isText: boolean
}
export interface AnyFilter {
  /** Name in the URL; a range has one name for both ends. */
  field: string
  titleId: MessageId
  shape: FilterShape
  words?: (value: string) => MessageId
  of?: Reference
  /** Range of days: the two fields of the call. */
  range?: { from: string; to: string }
}

/** Description of a list, with defaults applied. */
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
  intervalMs?: number
}

type GivenColumn = Omit<AnyColumn, 'field' | 'isNumber' | 'isMoney' | 'isInstant' | 'isDate' | 'isFlag' | 'isText'>
interface GivenFilter extends Omit<AnyFilter, 'field' | 'shape' | 'range'> {
  field?: string
  only?: readonly string[]
  from?: string
  to?: string
}
/** List description of any noun. */
export interface AnyDescription
  extends
    Pick<RecordList, 'noun' | 'titleId' | 'countId' | 'emptyId' | 'nameOf'>,
    Partial<Pick<RecordList, 'fixed' | 'actions' | 'next' | 'useLive' | 'intervalMs'>> {
  idField?: string
  /** `GivenColumn`s by field. */
  columns: object
  filters: readonly GivenFilter[]
  sort?: { field: string; order: 'asc' | 'desc' }
  Details?: (props: DetailsProps<Row>) => ReactNode
  Toolbar?: (props: ToolbarProps) => ReactNode
}

const nothingNewer: ReadonlyMap<number, Partial<Row>> = new Map()

/**
 * Describes the list of a noun. Columns are fields of the reply's rows; filters and sort are fields of the input.
 * A name missing from the schemas, or a code without translations, does not compile.
 * The schemas decide which columns sort, and how each kind of value is displayed, filtered and exported.
 * The description is an argument of its own, so that the compiler checks it once, with the endpoint's types known.
 */
export function describeList<const E extends ListEndpoint>(endpoint: E): (description: ListDescription<E>) => RecordList
export function describeList(endpoint: ListEndpoint) {
  return (description: never) => buildList(endpoint, description)
}

/** Builds the list of any noun. */
export function buildList(endpoint: ListEndpoint, description: AnyDescription): RecordList {
  const {
    idField = 'id',
    sort = null,
    fixed = {},
    actions = [],
    next = [],
    Details = null,
    Toolbar = null,
    useLive,
  } = description
  const shape = listShape(endpoint)
  if (shape === null) throw new Error(`${endpoint.path} is no list`)
  return {
    ...description,
    endpoint,
    shape,
    idOf: (row) => Number(Reflect.get(row, idField)),
    columns: Object.entries<GivenColumn>({ ...description.columns }).map(([field, column]) => {
      const kind = shape.fields.get(field)
      return {
        ...column,
        field,
        isNumber: (kind === 'number' || kind === 'money' || kind === 'decimal') && !column.of,
        isMoney: kind === 'money',
        isInstant: kind === 'instant',
        isDate: kind === 'date',
        isFlag: kind === 'boolean',
        isText: kind === 'text' || column.of !== undefined,
      }
    }),
    optionsOf: ({ field }) => fieldOptions(shape.item, field),
    filters: description.filters.map(({ from, to, field = from ?? '', only, ...filter }): AnyFilter => {
      const found = filterShape(shape, field)
      const range = from !== undefined && to !== undefined ? { range: { from, to } } : {}
      if (found === null || ('range' in range && found.kind !== 'instant' && found.kind !== 'day'))
        throw new Error(`${endpoint.path} has no filter ${field}`)
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
