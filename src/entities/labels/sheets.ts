/** Arrangement of labels on a page, mm. */
export interface Sheet {
  columns: number
  rows: number
  /** Size of one label. */
  width: number
  height: number
  /** Size of the page. */
  page: readonly [width: number, height: number]
}

const a4 = [210, 297] as const

/** Common A4 label sheets and rolls of label printers. */
export const sheets = {
  a4x24: { columns: 3, rows: 8, width: 70, height: 37, page: a4 },
  a4x40: { columns: 4, rows: 10, width: 52.5, height: 29.7, page: a4 },
  roll62x29: { columns: 1, rows: 1, width: 62, height: 29, page: [62, 29] },
  roll50x30: { columns: 1, rows: 1, width: 50, height: 30, page: [50, 30] },
} as const satisfies Record<string, Sheet>
export type SheetName = keyof typeof sheets
export const sheetNames = Object.keys(sheets) as SheetName[]

export const placesOn = ({ columns, rows }: Sheet) => columns * rows

/**
 * Returns the labels by page; null is an empty position.
 * @param first first unused position on the first page, from 1
 */
export function pagesOf<T>(labels: readonly T[], sheet: Sheet, first: number): (T | null)[][] {
  const places = placesOn(sheet)
  const all = [...Array.from({ length: Math.min(first, places) - 1 }, () => null), ...labels]
  return Array.from({ length: Math.ceil(all.length / places) }, (_page, page) =>
    all.slice(page * places, (page + 1) * places),
  )
}
