import type { ImportFaultCode } from '#contract/calls/imports.ts'
import { cleanId, cleanTag } from '#contract/values/writtenIds.ts'
import { toInstant } from '../../clock.ts'
import { normaliseTitle, shownCell, type SheetCell } from '../../imports/sheetCell.ts'
import type { ImportColumn } from './describe.ts'
import { wordsOf } from './words.ts'

/** The value of a cell, or its fault. The value of an empty cell is undefined. */
export type CellValue =
  /** `at`: the instant (epoch ms) that the cell states; its day is in the farm's time zone, `value` is in UTC. */
  { value: string | number | undefined; at?: number } | { fault: ImportFaultCode }

const dayMs = 86_400_000
/** Day 0 of spreadsheet serial numbers, valid after their fictitious 29 February 1900. */
const zeroDay = Date.UTC(1899, 11, 30)
/** Smaller numbers are years: as days, those would be in 1905. */
const firstSerial = 2200
const lastSerial = 73_050
/** Significant digits that a spreadsheet stores; it replaces further ones with zeros. */
const maxSpreadsheetDigits = 15
/** Scientific notation, which spreadsheets use in CSV files for numbers wider than the column, and programs for large numbers. */
const scientific = /^([+-]?\d+)(?:[.,](\d+))?E\+?(\d+)$/i
const scientificText = /^[+-]?(?:\d+[.,]\d+E[+-]?|\d+E[+-])\d+$/i
/** A whole number with the decimal of programs that know no other numbers. Of few digits only `.0`, because `1.00` may be meant. */
const wholeText = /^(\d+)[.,]0$|^(\d{6,})[.,]0+$/
/** A day as spreadsheets show it without a year, or with two digits of it: what was typed as `3-6`. */
const monthText =
  /^(?:\d{1,2}[-/. ](?:de )?[a-z]{3,4}\.?|[a-z]{3,4}\.?[-/ ]\d{1,4}|\d{1,2}[-/ ][a-z]{3}[-/ ]\d{2,4}|\d{1,2}月\d{1,2}日|\d{4}年\d{1,2}月)$/i
const monthNames = /jan|feb|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez|月/i
const sheetError = /^#(?:N\/A|REF!|VALUE!|NAME\?|NULL!|DIV\/0!|NUM!|#+)$/i
const dateParts = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T ]\d{1,2}:\d{2}.*)?$/
const compactDate = /^(19|20)(\d{2})(\d{2})(\d{2})$/
/** An instant: a date and time with `Z` or an offset. */
const instantParts = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})$/i

/** Returns the reader of a column's cells. A name column yields the name itself. */
export function cellReader(column: ImportColumn): (cell: SheetCell | undefined) => CellValue {
  switch (column.kind) {
    case 'text':
      return textOf
    case 'name':
      return (cell) => (typeof cell === 'string' ? textOf(withoutDecimal(cell)) : textOf(cell))
    case 'id':
      return column.fold ? foldedBy(column.fold) : idOf
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
  if (typeof cell === 'object') {
    if ('literal' in cell) return { value: cell.literal }
    if ('day' in cell) return { fault: 'TURNED_INTO_DATE' }
    const digits = wholeNumber(cell.number)
    return digits === null ? { fault: 'SHORTENED' } : { value: digits }
  }
  const written = String(cell)
  if (sheetError.test(written)) return { fault: 'SHEET_ERROR' }
  if (!scientificText.test(written)) return { value: written }
  const digits = wholeNumber(written)
  return digits === null ? { fault: 'SHORTENED' } : { value: digits }
}

/** Reads an id, which a spreadsheet may have stored as a number or a day. */
function idOf(cell: SheetCell | undefined): CellValue {
  if (typeof cell !== 'string') return textOf(cell)
  const id = cleanTag(cell)
  if (monthText.test(id) && monthNames.test(id)) return { fault: 'TURNED_INTO_DATE' }
  return textOf(withoutDecimal(id))
}

const foldedBy =
  (fold: (id: string) => string) =>
  (cell: SheetCell | undefined): CellValue => {
    const read = idOf(cell)
    return 'value' in read && read.value !== undefined ? { value: fold(String(read.value)) } : read
  }

function withoutDecimal(text: string): string {
  const [, few, many] = wholeText.exec(text) ?? []
  return few ?? many ?? text
}

/** Returns all digits of a number in a sheet; null when the spreadsheet has not stored all of them. */
function wholeNumber(number: string): string | null {
  const [, whole = '', part = '', exponent] = scientific.exec(number) ?? []
  if (exponent === undefined)
    return scientificText.test(number) || number.replaceAll(/\D/g, '').length > maxSpreadsheetDigits
      ? null
      : number.replace(/^(\d+)\.0+$/, '$1')
  const zeros = Number(exponent) - part.length
  const digits = `${whole}${part}`
  return zeros !== 0 || digits.length > maxSpreadsheetDigits ? null : digits
}

function numberOf(cell: SheetCell | undefined): CellValue {
  if (cell === null || cell === undefined) return { value: undefined }
  const text = typeof cell === 'object' && 'literal' in cell ? cell.literal : cell
  const written =
    typeof text === 'object' && 'number' in text
      ? text.number
      : typeof text === 'string'
        ? cleanId(text)
            .replaceAll('−', '-')
            .replace(/^([+-]?\d+),(\d+)$/, '$1.$2')
        : ''
  const value = written === '' ? Number.NaN : Number(written)
  return Number.isFinite(value) ? { value } : { fault: 'NOT_A_NUMBER' }
}

function dayOf(cell: SheetCell | undefined): CellValue {
  if (cell === null || cell === undefined) return { value: undefined }
  if (typeof cell === 'object' && 'day' in cell) return { value: cell.day }
  const written = cleanId(shownCell(cell) ?? '')
  if (instantParts.test(written)) {
    const at = Date.parse(written.replace(' ', 'T').replaceAll(' ', ''))
    return Number.isNaN(at) ? { fault: 'NOT_A_DATE' } : { value: toInstant(at).slice(0, 10), at }
  }
  const [, century, decade, compactMonth, compactDay] = compactDate.exec(written) ?? []
  if (century !== undefined) return dayOfParts(`${century}${decade}`, compactMonth, compactDay)
  const serial = Math.floor(Number(written))
  if (serial >= firstSerial && serial <= lastSerial) return { value: toInstant(zeroDay + serial * dayMs).slice(0, 10) }
  const [, year, month, day] = dateParts.exec(written) ?? []
  return dayOfParts(year, month, day)
}

function dayOfParts(year = '', month = '', day = ''): CellValue {
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
