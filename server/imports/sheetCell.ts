/**
 * A cell of a sheet: a text, a number by its written digits, a day `2026-05-01`, or a text that its file marks as one, which is taken as it
 * is.
 */
export type SheetCell = string | boolean | null | { number: string } | { day: string } | { literal: string }

/** A non-empty row: its number in the sheet, from 1, and its cells. */
export type SheetRow = [number: number, cells: SheetCell[]]

/** Reasons why a file cannot be read as a sheet. */
export const sheetRefusals = ['NOT_A_SHEET', 'OLD_SHEET', 'TOO_LARGE', 'TOO_MANY_ROWS', 'NO_ROWS'] as const
export type SheetRefusal = (typeof sheetRefusals)[number]

/** Normalises a title for comparison: ignores case, width, spaces, punctuation and symbols. */
export function normaliseTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, '')
}

/** Rows among which the titles are searched: above them, registers have their name, their farm and remarks. */
export const maxTitleRows = 20

/**
 * Finds the row of titles: the first of those with the most known ones.
 * @param known normalised titles
 * @returns its index among the rows, its known titles and its cells; index 0 when no title is known
 */
export function findTitles(
  rows: Iterable<readonly SheetCell[]>,
  known: ReadonlySet<string>,
): { index: number; count: number; width: number } {
  let best = { index: 0, count: 0, width: 0 }
  let index = 0
  for (const cells of rows) {
    const titles = new Set(cells.map((cell) => normaliseTitle(shownCell(cell) ?? '')))
    const count = [...titles].filter((title) => known.has(title)).length
    if (count > best.count) best = { index, count, width: cells.length }
    if (++index === maxTitleRows) break
  }
  return best
}

/** Returns a cell as text. */
export function shownCell(cell: SheetCell | undefined): string | null {
  if (cell === null || cell === undefined) return null
  return typeof cell === 'object' ? Object.values(cell).join() : String(cell)
}
