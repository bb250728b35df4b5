import type { Fragment, Queries } from '../connect.ts'

/**
 * Numbers of many rows as one value of bytes, an aggregate: an object a row would cost more than the query itself.
 * @param columns numeric expressions; null is read as NaN
 * @param order what the rows are ordered by; else they come in no order
 */
export function pack(sql: Queries, columns: readonly Fragment[], order?: Fragment): Fragment {
  const bytes = columns.map((column) => sql`float8send(coalesce((${column})::float8, 'NaN'))`)
  return sql`coalesce(string_agg(${bytes.reduce((row, column) => sql`${row} || ${column}`)}, '' ${order ? sql`order by ${order}` : sql``}), '')`
}

/** The rows of packed numbers, one after the other; each is good until the next one. */
export function* unpack(packed: Buffer, columns: number): Generator<Float64Array> {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const row = new Float64Array(columns)
  for (let at = 0; at < packed.byteLength; ) {
    for (let column = 0; column < columns; column++, at += 8) row[column] = view.getFloat64(at)
    yield row
  }
}
