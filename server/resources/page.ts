import type { Fragment, Queries } from '../db/connect.ts'

interface Sort<Field extends string> {
  field: Field
  order: 'asc' | 'desc'
}

/**
 * `order by … limit … offset …` of a list call; ties go by id, so that pages never share a row.
 * @param columns the column of each field that may be sorted by; `id` has to be among them
 */
export function page<Field extends string>(
  sql: Queries,
  input: { current: number; pageSize: number; sort?: Sort<Field | 'id'> | undefined },
  columns: Record<Field | 'id', string>,
  usual: Sort<Field | 'id'> = { field: 'id', order: 'asc' },
): Fragment {
  const { field, order } = input.sort ?? usual
  const [column, id]: [string, string] = [columns[field], columns.id]
  const direction = order === 'desc' ? sql`desc` : sql`asc`
  return sql`
    order by ${sql(column)} ${direction} nulls last, ${sql(id)} ${direction}
    limit ${input.pageSize} offset ${(input.current - 1) * input.pageSize}`
}

/** Whether a text contains another, without regard to case; always true without one. */
export function contains(sql: Queries, column: string, part: string | undefined): Fragment {
  return part === undefined || part === '' ? sql`true` : sql`strpos(lower(${sql(column)}), lower(${part})) > 0`
}

/** Whether a column has a value; always true without one. */
export function equals(sql: Queries, column: string, value: number | string | undefined): Fragment {
  return value === undefined ? sql`true` : sql`${sql(column)} = ${value}`
}

/** Whether a column has one of some values; always true without any. */
export function among(sql: Queries, column: string, values: readonly string[] | undefined): Fragment {
  return values === undefined || values.length === 0 ? sql`true` : sql`${sql(column)} = any(${[...values]}::text[])`
}

/** Whether a device id contains a part of one as a person types it: in either case, with or without separators. */
export function containsDeviceId(sql: Queries, column: string, part: string | undefined): Fragment {
  const upper = part?.trim().toUpperCase()
  const bare = upper?.replaceAll(/[:\-.]/g, '')
  return contains(sql, column, bare !== undefined && /^[0-9A-F]*$/.test(bare) ? bare : upper)
}

/** The reply of a list call. */
export function listOf<T>(list: T[], total: number, { current, pageSize }: { current: number; pageSize: number }) {
  return { list, total, current, pageSize }
}
