import type { Fragment, Queries } from '../connect.ts'

/**
 * Returns an aggregate that packs numbers of many rows into one byte string: an object per row would cost more than the query itself.
 * @param columns numeric expressions; null becomes NaN
 * @param order order of the rows; without it the order is undefined
 */
export function pack(sql: Queries, columns: readonly Fragment[], order?: Fragment): Fragment {
  const bytes = columns.map((column) => sql`float8send(coalesce((${column})::float8, 'NaN'))`)
  return sql`coalesce(string_agg(${bytes.reduce((row, column) => sql`${row} || ${column}`)}, '' ${order ? sql`order by ${order}` : sql``}), '')`
}

/** Yields the rows of packed numbers. Each array is reused for the next row. */
export function* unpack(packed: Buffer, columns: number): Generator<Float64Array> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const row = new Float64Array(columns)
  for (let at = 0; at < packed.byteLength;) {
    for (let column = 0; column < columns; column++, at += 8) row[column] = view.getFloat64(at)
    yield row
  }
}
