import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { wouldChange } from '../spreadsheetText.ts'
import type { Cell } from './cells.ts'
import { pieceLength, push, type TableWriter } from './writer.ts'
import { choicesMarkup, columnName, packageParts, sheetEnd, sheetStart, style } from './xlsxParts.ts'
import { localTime, offsetIfTwice, zoneOffsets } from './zoneOffsets.ts'

/** Maximum rows per sheet: 1,048,576 including the titles. */
const rowsPerSheet = 1_048_575
/** Maximum characters in a cell. */
const maxCellCharacters = 32_767
const dayMs = 86_400_000
/** 1970-01-01 as a spreadsheet serial number. */
const epochDay = 25_569

interface XlsxOptions {
  titles: readonly string[]
  /** Number of rows; those that do not fit on one sheet continue on the next. */
  total: number
  /** Time zone of instants; cells themselves have no zone. */
  timeZone: string
  signal: AbortSignal
  rowsPerSheet?: number
  /** Columns whose empty cells are formatted as text too, so that typed values stay unchanged. */
  textColumns?: readonly number[]
  /** Start of the sheets' names; default: `Sheet`. */
  sheetName?: string
  /** Texts that cells of a column offer to choose from. */
  choices?: readonly ColumnChoices[]
  /** Rows of a further sheet, `Examples`. */
  examples?: readonly (readonly string[])[]
}

export interface ColumnChoices {
  /** Index of the column. */
  place: number
  texts: readonly string[]
}

/** Names of the further sheets. */
const [choicesSheet, examplesSheet] = ['Choices', 'Examples']

/**
 * Creates a writer of XLSX that streams: sheets are compressed directly into the archive. Texts never become
 * formulas; instants become date cells.
 */
export function xlsxWriter({
  titles,
  total,
  timeZone,
  signal,
  rowsPerSheet: most = rowsPerSheet,
  textColumns = [],
  sheetName = 'Sheet',
  choices = [],
  examples = [],
}: XlsxOptions): TableWriter {
  const zip = new ZipFile()
  const stream = new PassThrough()
  zip.on('error', (error: Error) => void stream.destroy(error))
  const output = new Readable().wrap(zip.outputStream)
  output.pipe(stream)
  const sheetCount = Math.max(1, Math.ceil(total / most))
  const offered = choices.filter(({ texts }) => texts.length > 0)
  const height = Math.max(0, ...offered.map(({ texts }) => texts.length))
  const columnsOfChoices = Array.from({ length: height }, (_, row) => offered.map(({ texts }) => texts[row] ?? ''))
  const further: [name: string, rows: readonly (readonly string[])[]][] = [
    [examplesSheet, examples],
    [choicesSheet, columnsOfChoices],
  ]
  const extra = further.filter(([, rows]) => rows.length > 0)
  const sheetNames = [
    ...Array.from({ length: sheetCount }, (_, index) => `${sheetName}${index + 1}`),
    ...extra.map(([name]) => name),
  ]
  for (const [path, text] of packageParts(sheetNames)) zip.addBuffer(Buffer.from(text), path)
  for (const [index, [, rows]] of extra.entries())
    zip.addBuffer(Buffer.from(textSheet(rows)), `xl/worksheets/sheet${sheetCount + index + 1}.xml`)
  const validations = choicesMarkup(
    offered.map(({ place, texts }) => ({ place, count: texts.length })),
    choicesSheet,
  )

  const offsetAt = zoneOffsets(timeZone)
  const names = titles.map((_, index) => columnName(index + 1))
  const start = `${sheetStart(titles.length, textColumns)}<row r="1">${titles.map((text, index) => `<c r="${names[index]}1"${textCell(text, style.title)}`).join('')}</row>`
  const rowOf = (cells: readonly Cell[], number: number) => {
    let row = `<row r="${number}">`
    for (const [index, cell] of cells.entries()) {
      if (cell !== null) row += `<c r="${names[index]}${number}"${content(cell, offsetAt)}`
    }
    return `${row}</row>`
  }
  let sheet = new PassThrough()
  let sheetNumber = 0
  let rowsOnSheet = 0

  const nextSheet = () => {
    sheet = new PassThrough()
    sheetNumber++
    rowsOnSheet = 0
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheetNumber}.xml`)
    sheet.write(start)
  }
  const closeSheet = () => void sheet.end(sheetEnd(titles.length, rowsOnSheet + 1, validations))
  nextSheet()

  return {
    stream,
    async write(rows) {
      let piece = ''
      for (const row of rows) {
        if (rowsOnSheet === most && sheetNumber < sheetCount) {
          await push(sheet, piece, signal)
          piece = ''
          closeSheet()
          nextSheet()
        }
        rowsOnSheet++
        piece += rowOf(row, rowsOnSheet + 1)
        if (piece.length < pieceLength) continue
        await push(sheet, piece, signal)
        piece = ''
      }
      await push(sheet, piece, signal)
    },
    end() {
      closeSheet()
      // Adds the remaining announced sheets when there were fewer rows than announced.
      while (sheetNumber < sheetCount) {
        nextSheet()
        closeSheet()
      }
      zip.end()
    },
    fail(error) {
      sheet.destroy()
      output.unpipe(stream)
      stream.destroy(error)
    },
  }
}

/** Returns a sheet of texts. */
function textSheet(rows: readonly (readonly string[])[]): string {
  const width = Math.max(1, ...rows.map((row) => row.length))
  const lines = rows.map((row, index) => {
    const cells = row.map((text, place) =>
      text === '' ? '' : `<c r="${columnName(place + 1)}${index + 1}"${textCell(text)}`,
    )
    return `<row r="${index + 1}">${cells.join('')}</row>`
  })
  return `${sheetStart(width)}${lines.join('')}</sheetData></worksheet>`
}

/** Returns a cell's markup after its position. */
function content(cell: NonNullable<Cell>, offsetAt: (at: number) => number): string {
  switch (cell.kind) {
    case 'text':
    case 'decimal':
      return textCell(cell.text)
    case 'number':
      return `><v>${cell.value}</v></c>`
    case 'boolean':
      return ` t="b"><v>${cell.value ? 1 : 0}</v></c>`
    case 'instant':
      // A date cell has no offset.
      if (offsetIfTwice(cell.at, offsetAt) !== '') return textCell(localTime(cell.at, offsetAt))
      return dayCell((cell.at + offsetAt(cell.at)) / dayMs + epochDay, style.instant, cell.iso)
    case 'date':
      return dayCell(Date.parse(cell.day) / dayMs + epochDay, style.date, cell.day)
  }
}

/** Spreadsheets count a fictitious day before March 1900, so such a day is written as text. */
function dayCell(day: number, styleNumber: number, text: string): string {
  return day > 60 ? ` s="${styleNumber}"><v>${day}</v></c>` : textCell(text)
}

const wouldRun = /^[=+\-@]/

/** A text that looks like a formula, number or date stays a text even when its cell is edited later. */
function textCell(
  value: string,
  styleNumber = wouldRun.test(value) ? style.quoted : wouldChange(value) ? style.text : 0,
): string {
  return ` t="inlineStr" s="${styleNumber}"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`
}

/** Characters that XML 1.0 does not allow, and unpaired surrogates. */
const unwritable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const special = /[&<>\r]|_x[0-9A-Fa-f]{4}_/g

/** Escapes a text between tags, including sequences that spreadsheets would read as their own escapes. */
export function xmlText(text: string): string {
  return text
    .slice(0, maxCellCharacters)
    .replace(unwritable, '')
    .replace(special, (found) => {
      if (found === '&') return '&amp;'
      if (found === '<') return '&lt;'
      if (found === '>') return '&gt;'
      return found === '\r' ? '&#13;' : `_x005F${found}`
    })
}
