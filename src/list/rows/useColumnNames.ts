import { valueAt } from '#contract/calls/lists.ts'
import type { AnyColumn, RecordList, Row } from '../describe.ts'
import { useNamesOf } from '../../api/references.ts'

/** Loads the names behind the ids in the shown columns. */
export function useColumnNames(
  list: RecordList,
  shown: readonly AnyColumn[],
  rows: readonly Row[],
): (column: AnyColumn) => ReadonlyMap<number, string> {
  const lookups = list.columns.flatMap((column) => {
    if (!column.of || !shown.includes(column)) return []
    const ids = rows.flatMap((row) => valueAt(row, column.field)).filter((id) => typeof id === 'number')
    return [{ reference: column.of, ids }]
  })
  const names = useNamesOf(lookups)
  return (column) => (column.of && names.get(column.of.noun)) ?? new Map()
}
