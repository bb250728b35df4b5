import type { RecordList, Row } from '../describe.ts'

/** The loaded rows with what the noun's store knows better by now. */
export function useLiveRows(list: RecordList, rows: readonly Row[]): readonly Row[] {
  const newer = list.useLive(rows.map(list.idOf))
  if (newer.size === 0) return rows
  return rows.map((row) => {
    const change = newer.get(list.idOf(row))
    return change ? { ...row, ...change } : row
  })
}
