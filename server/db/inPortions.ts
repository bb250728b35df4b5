import type { Fragment, Queries } from './connect.ts'

/**
 * Yields the rows of a query in portions, so that few of them are in memory at a time.
 * @param transaction holds the cursor; one query of a transaction is read at a time
 * @param query a `select`
 * @param size maximum rows of a portion
 */
export async function* inPortions<Row extends object>(
  transaction: Queries,
  query: Fragment,
  size: number,
): AsyncGenerator<readonly Row[]> {
  await transaction`${transaction.unsafe('declare portions no scroll cursor for')} ${query}`
  for (;;) {
    const rows = await transaction.unsafe<Row[]>(`fetch ${size} from portions`)
    if (rows.length > 0) yield rows
    if (rows.length < size) break
  }
  await transaction.unsafe('close portions')
}
