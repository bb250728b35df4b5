import type { AnyFilter, RecordList } from '../describe.ts'
import { endOfDay, startOfDay, toDay } from './days.ts'

/** Value of a filter: a text, one or several codes or ids, or a range of days. */
export type FilterValue =
  | { kind: 'text'; text: string }
  | { kind: 'one'; code: string }
  | { kind: 'many'; codes: string[] }
  | { kind: 'number'; id: number }
  | { kind: 'ids'; ids: number[] }
  | { kind: 'days'; from: string | null; to: string | null }

export type Sort = { field: string; order: 'asc' | 'desc' }

/** State of a list as stored in its URL. */
export interface ListAddress {
  page: number
  /** Rows per page; null: the user's preference. */
  size: number | null
  /** Null: the list's default order. */
  sort: Sort | null
  filters: ReadonlyMap<string, FilterValue>
  /** Row whose details are open. */
  open: number | null
}

export const pageSizes = [20, 50, 100, 200, 500, 1000] as const
const maxTextLength = 100
/** Maximum codes per filter, limited by the size of a saved view's query. */
const maxCodes = 100

type Described = Pick<RecordList, 'filters' | 'shape'>

/** Reads a URL query. Ignores parts that the list does not accept: the query may be typed by hand or come from an older version. */
export function readAddress({ filters, shape }: Described, query: URLSearchParams): ListAddress {
  const values = new Map<string, FilterValue>()
  for (const filter of filters) {
    const value = readFilter(filter, query.getAll(filter.field))
    if (value !== null) values.set(filter.field, value)
  }
  const sort = query.get('sort') ?? ''
  const field = sort.replace(/^-/, '')
  const size = wholeNumber(query.get('size'))
  return {
    page: wholeNumber(query.get('page')) ?? 1,
    size: size !== null && size <= 1000 ? size : null,
    sort: shape.sortable.includes(field) ? { field, order: sort.startsWith('-') ? 'desc' : 'asc' } : null,
    filters: values,
    open: wholeNumber(query.get('open')),
  }
}

/** Writes the URL query without default values, always in the same order. */
export function writeAddress({ filters }: Described, address: ListAddress): URLSearchParams {
  const query = new URLSearchParams()
  for (const { field } of filters) {
    const value = address.filters.get(field)
    const text = value && writeFilter(value)
    if (text) query.set(field, text)
  }
  if (address.sort) query.set('sort', (address.sort.order === 'desc' ? '-' : '') + address.sort.field)
  if (address.page > 1) query.set('page', String(address.page))
  if (address.size !== null) query.set('size', String(address.size))
  if (address.open !== null) query.set('open', String(address.open))
  return query
}

/** Returns the input of a list call or its export: the filters, and the sort if there is one. */
export function queryOf(
  { filters, sort, fixed }: Pick<RecordList, 'filters' | 'sort' | 'fixed'>,
  address: ListAddress,
): Record<string, unknown> {
  const input: Record<string, unknown> = { ...fixed }
  for (const { field, range, shape } of filters) {
    const value = address.filters.get(field)
    if (!value) continue
    switch (value.kind) {
      case 'text':
        input[field] = value.text
        break
      case 'one':
        input[field] = shape.kind === 'flag' ? value.code === 'true' : value.code
        break
      case 'many':
        input[field] = value.codes
        break
      case 'number':
        input[field] = value.id
        break
      case 'ids':
        input[field] = value.ids
        break
      case 'days':
        // A day is independent of time zones; an instant uses the viewer's zone.
        if (range && value.from) input[range.from] = shape.kind === 'day' ? value.from : startOfDay(value.from)
        if (range && value.to) input[range.to] = shape.kind === 'day' ? value.to : endOfDay(value.to)
        break
    }
  }
  const order = address.sort ?? sort
  return order ? { ...input, sort: order } : input
}

/** Returns the URL parameters that belong to the surrounding page, such as the tab with the list. */
export function paramsOutsideList({ filters }: Pick<RecordList, 'filters'>, query: URLSearchParams): URLSearchParams {
  const own = new Set(['sort', 'page', 'size', 'open', ...filters.map(({ field }) => field)])
  return new URLSearchParams([...query].filter(([name]) => !own.has(name)))
}

function readFilter({ shape }: AnyFilter, texts: readonly string[]): FilterValue | null {
  const text = texts[0]?.trim() ?? ''
  if (text === '') return null
  switch (shape.kind) {
    case 'text':
      return { kind: 'text', text: text.slice(0, maxTextLength) }
    case 'flag':
    case 'one':
      return shape.options.includes(text) ? { kind: 'one', code: text } : null
    case 'many': {
      const requestedCodes = new Set(text.split(',').slice(0, maxCodes))
      const codes = shape.options.filter((code) => requestedCodes.has(code))
      return codes.length > 0 ? { kind: 'many', codes } : null
    }
    case 'number': {
      const id = wholeNumber(text)
      return id === null ? null : { kind: 'number', id }
    }
    case 'ids': {
      const ids = [...new Set(text.split(','))].slice(0, maxCodes).flatMap((one) => wholeNumber(one) ?? [])
      return ids.length > 0 ? { kind: 'ids', ids } : null
    }
    case 'instant':
    case 'day': {
      const [from = null, to = null] = text.split('~')
      const [first, last] = [toDay(from), toDay(to)]
      if (first === null && last === null) return null
      return first !== null && last !== null && first > last
        ? { kind: 'days', from: last, to: first }
        : { kind: 'days', from: first, to: last }
    }
  }
}

function writeFilter(value: FilterValue): string {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'one':
      return value.code
    case 'many':
      return value.codes.join(',')
    case 'number':
      return String(value.id)
    case 'ids':
      return value.ids.join(',')
    case 'days':
      return `${value.from ?? ''}~${value.to ?? ''}`
  }
}

function wholeNumber(text: string | null): number | null {
  if (text === null || !/^[1-9]\d{0,15}$/.test(text)) return null
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : null
}
