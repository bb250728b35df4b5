import type { Fragment, Queries } from '../db/connect.ts'

interface Sort<Field extends string> {
  field: Field
  order: 'asc' | 'desc'
}

/** Paging and sorting input of every list call. */
interface Page<Field extends string> {
  current: number
  pageSize: number
  sort?: Sort<Field> | undefined
}

/** A column name, or SQL for a value. */
type Value = string | Fragment

/**
 * Returns `order by …` for a list call. Ties are ordered by id, so that pages never share a row.
 * @param columns column of each sortable field; must include `id`
 */
export function orderBy<Field extends string>(
  sql: Queries,
  { sort }: Pick<Page<Field | 'id'>, 'sort'>,
  columns: Record<Field | 'id', Value>,
  defaultSort: Sort<Field | 'id'> = { field: 'id', order: 'asc' },
): Fragment {
  const { field, order } = sort ?? defaultSort
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  return sql`order by ${valueOf(sql, columns[field])} ${direction} nulls last, ${valueOf(sql, columns.id)} ${direction}`
}

/** Returns `order by … limit … offset …` for a list call; see `ordered`. */
export function page<Field extends string>(
  sql: Queries,
  input: Page<Field | 'id'>,
  columns: Record<Field | 'id', Value>,
  defaultSort?: Sort<Field | 'id'>,
): Fragment {
  return sql`${orderBy(sql, input, columns, defaultSort)} limit ${input.pageSize} offset ${(input.current - 1) * input.pageSize}`
}

function valueOf(sql: Queries, value: Value): Fragment {
  return typeof value === 'string' ? sql`${sql(value)}` : value
}

/** Returns a condition: the text contains `part`, ignoring case. Always true without `part`. */
export function contains(sql: Queries, value: Value, part: string | undefined): Fragment {
  return part === undefined || part === '' ? sql`true` : sql`strpos(lower(${valueOf(sql, value)}), lower(${part})) > 0`
}

/** Returns a condition: the value equals `wanted`. Always true without it. */
export function equals(sql: Queries, value: Value, wanted: number | string | boolean | undefined): Fragment {
  return wanted === undefined ? sql`true` : sql`${valueOf(sql, value)} = ${wanted}`
}

/** Returns a condition: the instant lies between two others, both included (epoch ms). Each bound is optional. */
export function between(sql: Queries, value: Value, from: number | undefined, to: number | undefined): Fragment {
  const first = from === undefined ? sql`true` : sql`${valueOf(sql, value)} >= ${from}`
  return to === undefined ? first : sql`${first} and ${valueOf(sql, value)} <= ${to}`
}

/** Returns a condition: the id is in the list. Always true without a list. */
export function idIn(sql: Queries, value: Value, ids: readonly number[] | undefined): Fragment {
  return ids === undefined ? sql`true` : sql`${valueOf(sql, value)} = any(${[...ids]}::bigint[])`
}

/** Returns a condition: the text is in the list. Always true without a list or with an empty one. */
export function textIn(sql: Queries, value: Value, wanted: readonly string[] | undefined): Fragment {
  return wanted === undefined || wanted.length === 0
    ? sql`true`
    : sql`${valueOf(sql, value)} = any(${[...wanted]}::text[])`
}

/** Returns a condition: the device id contains a part as a person types it, in any case, with or without separators. */
export function containsDeviceId(sql: Queries, value: Value, part: string | undefined): Fragment {
  const upper = part?.trim().toUpperCase()
  const bare = upper?.replaceAll(/[:\-.]/g, '')
  return contains(sql, value, bare !== undefined && /^[0-9A-F]*$/.test(bare) ? bare : upper)
}

/** Returns the reply of a list call. */
export function listOf<T>(list: T[], total: number, { current, pageSize }: { current: number; pageSize: number }) {
  return { list, total, current, pageSize }
}
