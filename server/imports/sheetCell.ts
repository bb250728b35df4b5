/** A cell as it stands in a sheet: a text, a number by its digits as they are written there, a day `2026-05-01`. */
export type SheetCell = string | boolean | null | { number: string } | { day: string }

/** A row that is not empty: its number as the sheet counts, from 1, and its cells. */
export type SheetRow = [number: number, cells: SheetCell[]]

/** Why a file is no sheet that can be read. */
export const sheetRefusals = ['NOT_A_SHEET', 'OLD_SHEET', 'TOO_LARGE', 'TOO_MANY_ROWS', 'NO_ROWS'] as const
export type SheetRefusal = (typeof sheetRefusals)[number]

/** A title as it is compared: without regard to case, width, blanks and what stands between words. */
export function foldTitle(title: string): string {
  return title.normalize('NFKC').toLowerCase().replaceAll(/[\s\p{P}\p{S}]+/gu, '')
}
