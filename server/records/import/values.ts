import type { ImportFaultCode } from '#contract/calls/imports.ts'
import { toInstant } from '../../clock.ts'
import { normaliseTitle, type SheetCell } from '../../imports/sheetCell.ts'
import type { ImportColumn } from './describe.ts'
import { wordsOf } from './words.ts'

/** The value of a cell, or its fault. The value of an empty cell is undefined. */
export type CellValue = { value: string | number | undefined } | { fault: ImportFaultCode }

const dayMs = 86_400_000
/** Day 0 of spreadsheet serial numbers, valid after their fictitious 29 February 1900. */
const zeroDay = Date.UTC(1899, 11, 30)
const firstSerial = 61
const lastSerial = 73_050
/** Significant digits that a spreadsheet stores; it replaces further ones with zeros. */
const maxSpreadsheetDigits = 15
/** Scientific notation, which spreadsheets use in CSV files for numbers wider than the column. */
const shortened = /^[+-]?(\d+)(?:[.,](\d+))?E\+?(\d+)$/i
const shortenedText = /^[+-]?\d(?:[.,]\d+)?E\+\d+$/
const dateParts = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T ]\d{1,2}:\d{2}.*)?$/

/** Returns a cell as text, for the report of faults. */
export function shownCell(cell: SheetCell | undefined): string | null {
  if (cell === null || cell === undefined) return null
  return typeof cell === 'object' ? Object.values(cell).join() : String(cell)
}

/** Returns the reader of a column's cells. A name column yields the name itself. */
export function cellReader(column: ImportColumn): (cell: SheetCell | undefined) => CellValue {
  switch (column.kind) {
    case 'text':
    case 'name':
      return textOf
    case 'day':
      return dayOf
    case 'number':
      return numberOf
    case 'code':
      return codeReader(column.codes, column.wordOf)
  }
}

function textOf(cell: SheetCell | undefined): CellValue {
  if (cell === null || cell === undefined) return { value: undefined }
  if (typeof cell !== 'object')
    return shortenedText.test(String(cell)) ? { fault: 'SHORTENED' } : { value: String(cell) }
  if ('day' in cell) return { fault: 'TURNED_INTO_DATE' }
  const digits = wholeNumber(cell.number)
  return digits === null ? { fault: 'SHORTENED' } : { value: digits }
}

/** Returns all digits of a number in a sheet; null when the spreadsheet has not stored all of them. */
function wholeNumber(number: string): string | null {
  const [, whole = '', part = '', exponent] = shortened.exec(number) ?? []
  if (exponent === undefined) return number.replaceAll(/\D/g, '').length > maxSpreadsheetDigits ? null : number
  const zeros = Number(exponent) - part.length
  const digits = `${whole}${part}`
  return zeros !== 0 || digits.length > maxSpreadsheetDigits ? null : digits
}

function numberOf(cell: SheetCell | undefined): CellValue {
  if (cell === null || cell === undefined) return { value: undefined }
  const written =
    typeof cell === 'object' && 'number' in cell
      ? cell.number
      : typeof cell === 'string'
        ? cell.replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
        : ''
  const value = written === '' ? Number.NaN : Number(written)
  return Number.isFinite(value) ? { value } : { fault: 'NOT_A_NUMBER' }
}

function dayOf(cell: SheetCell | undefined): CellValue {
  if (cell === null || cell === undefined) return { value: undefined }
  if (typeof cell === 'object' && 'day' in cell) return { value: cell.day }
  const written = typeof cell === 'object' ? cell.number : String(cell)
  const serial = Math.floor(Number(written))
  if (serial >= firstSerial && serial <= lastSerial) return { value: toInstant(zeroDay + serial * dayMs).slice(0, 10) }
  const [, year = '', month = '', day = ''] = dateParts.exec(written) ?? []
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // A day that its month does not have is parsed as another day.
  const at = Date.parse(iso)
  return year !== '' && !Number.isNaN(at) && toInstant(at).startsWith(iso) ? { value: iso } : { fault: 'NOT_A_DATE' }
}

function codeReader(
  codes: readonly string[],
  wordOf: Extract<ImportColumn, { kind: 'code' }>['wordOf'],
): (cell: SheetCell | undefined) => CellValue {
  const codesByWord = new Map(
    codes.flatMap((code) => [code, ...wordsOf(wordOf(code))].map((word) => [normaliseTitle(word), code])),
  )
  return (cell) => {
    if (cell === null || cell === undefined) return { value: undefined }
    const found = codesByWord.get(normaliseTitle(shownCell(cell) ?? ''))
    return found === undefined ? { fault: 'UNKNOWN_WORD' } : { value: found }
  }
}
