import type { Fragment, Queries } from '../db/connect.ts'

interface Sort<Field extends string> {
  field: Field
  order: 'asc' | 'desc'
}

/** The input of every list call. */
interface Page<Field extends string> {
  current: number
  pageSize: number
  sort?: Sort<Field> | undefined
}

/** A column by its name, or a piece of SQL that gives a value. */
type Value = string | Fragment

/**
 * `order by …` of a list call; ties go by id, so that pages never share a row.
 * @param columns the column of each field that may be sorted by; `id` has to be among them
 */
export function ordered<Field extends string>(
  sql: Queries,
  { sort }: Pick<Page<Field | 'id'>, 'sort'>,
  columns: Record<Field | 'id', Value>,
  usual: Sort<Field | 'id'> = { field: 'id', order: 'asc' },
): Fragment {
  const { field, order } = sort ?? usual
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  return sql`order by ${valueOf(sql, columns[field])} ${direction} nulls last, ${valueOf(sql, columns.id)} ${direction}`
}

/** `order by … limit … offset …` of a list call, see `ordered`. */
export function page<Field extends string>(sql: Queries, input: Page<Field | 'id'>, columns: Record<Field | 'id', Value>, usual?: Sort<Field | 'id'>): Fragment {
  return sql`${ordered(sql, input, columns, usual)} limit ${input.pageSize} offset ${(input.current - 1) * input.pageSize}`
}

function valueOf(sql: Queries, value: Value): Fragment {
  return typeof value === 'string' ? sql`${sql(value)}` : value
}

/** Whether a text contains another, without regard to case; always true without one. */
export function contains(sql: Queries, value: Value, part: string | undefined): Fragment {
  return part === undefined || part === '' ? sql`true` : sql`strpos(lower(${valueOf(sql, value)}), lower(${part})) > 0`
}

/** Whether a value is another; always true without one. */
export function equals(sql: Queries, value: Value, wanted: number | string | boolean | undefined): Fragment {
  return wanted === undefined ? sql`true` : sql`${valueOf(sql, value)} = ${wanted}`
}

/** Whether an instant is not before one and not after another (epoch ms); always true without either. */
export function between(sql: Queries, value: Value, from: number | undefined, to: number | undefined): Fragment {
  const first = from === undefined ? sql`true` : sql`${valueOf(sql, value)} >= ${from}`
  return to === undefined ? first : sql`${first} and ${valueOf(sql, value)} <= ${to}`
}

/** Whether an id is one of some; always true where none are named. */
export function isOneOf(sql: Queries, value: Value, ids: readonly number[] | undefined): Fragment {
  return ids === undefined ? sql`true` : sql`${valueOf(sql, value)} = any(${[...ids]}::bigint[])`
}

/** Whether a text is one of some; always true without any. */
export function among(sql: Queries, value: Value, wanted: readonly string[] | undefined): Fragment {
  return wanted === undefined || wanted.length === 0 ? sql`true` : sql`${valueOf(sql, value)} = any(${[...wanted]}::text[])`
}

/** Whether a device id contains a part of one as a person types it: in either case, with or without separators. */
export function containsDeviceId(sql: Queries, value: Value, part: string | undefined): Fragment {
  const upper = part?.trim().toUpperCase()
  const bare = upper?.replaceAll(/[:\-.]/g, '')
  return contains(sql, value, bare !== undefined && /^[0-9A-F]*$/.test(bare) ? bare : upper)
}

/** The reply of a list call. */
export function listOf<T>(list: T[], total: number, { current, pageSize }: { current: number; pageSize: number }) {
  return { list, total, current, pageSize }
}
