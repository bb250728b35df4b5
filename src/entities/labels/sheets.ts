/** How labels lie on what they are printed on, mm. */
export interface Sheet {
  columns: number
  rows: number
  /** Of one label. */
  width: number
  height: number
  /** Of the page. */
  page: readonly [width: number, height: number]
}

const a4 = [210, 297] as const

/** Sheets of A4 as makers of labels cut them, and the rolls of label printers. */
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
 * The labels page by page; null is a place that stays empty.
 * @param first the place on the first page to begin at, from 1: those before it were used already
 */
export function pagesOf<T>(labels: readonly T[], sheet: Sheet, first: number): (T | null)[][] {
  const places = placesOn(sheet)
  const all = [...Array.from({ length: Math.min(first, places) - 1 }, () => null), ...labels]
  return Array.from({ length: Math.ceil(all.length / places) }, (_page, page) => all.slice(page * places, (page + 1) * places))
}
