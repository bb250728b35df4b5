/** A cell of a sheet: a text, a number by its written digits, or a day `2026-05-01`. */
export type SheetCell = string | boolean | null | { number: string } | { day: string }

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
