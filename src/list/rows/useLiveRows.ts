import type { RecordList, Row } from '../describe.ts'

/** Returns the loaded rows with newer values from the noun's store. */
export function useLiveRows(list: RecordList, rows: readonly Row[]): readonly Row[] {
  const newer = list.useLive(rows.map(list.idOf))
  if (newer.size === 0) return rows
  return rows.map((row) => {
    const change = newer.get(list.idOf(row))
    return change ? { ...row, ...change } : row
  })
}
