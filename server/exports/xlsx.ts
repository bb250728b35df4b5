import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Cell } from './cells.ts'
import { pieceLength, push, type TableWriter } from './writer.ts'
import { columnName, packageParts, sheetEnd, sheetStart, style } from './xlsxParts.ts'
import { zoneOffsets } from './zoneOffsets.ts'

/** A sheet has room for 1,048,576 rows, the titles among them. */
const rowsPerSheet = 1_048_575
/** A cell has room for so many characters. */
const longestText = 32_767
const dayMs = 86_400_000
/** The first of January 1970 as spreadsheets count days. */
const epochDay = 25_569

interface XlsxOptions {
  titles: readonly string[]
  /** How many rows there will be: more than fit on one sheet go on to the next. */
  total: number
  /** The zone that times are shown in; a cell has none itself. */
  timeZone: string
  signal: AbortSignal
  rowsPerSheet?: number
  /** The places of columns whose empty cells are texts, too: what is typed into them stays as it is. */
  textColumns?: readonly number[]
}

/**
 * A table as XLSX, written while it is read: the sheets go through deflate straight into the archive. Texts are texts,
 * never formulas; times are cells with a date.
 */
export function xlsxWriter({ titles, total, timeZone, signal, rowsPerSheet: most = rowsPerSheet, textColumns = [] }: XlsxOptions): TableWriter {
  const zip = new ZipFile()
  const stream = new PassThrough()
  zip.on('error', (error: Error) => void stream.destroy(error))
  const output = new Readable().wrap(zip.outputStream)
  output.pipe(stream)
  const sheetCount = Math.max(1, Math.ceil(total / most))
  for (const [path, text] of packageParts(sheetCount)) zip.addBuffer(Buffer.from(text), path)

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
  const closeSheet = () => void sheet.end(sheetEnd(titles.length, rowsOnSheet + 1))
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
      // Fewer rows than were announced: the sheets that the workbook names are still there.
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

/** A cell from its type on: what comes after its place. */
function content(cell: NonNullable<Cell>, offsetAt: (at: number) => number): string {
  switch (cell.kind) {
    case 'text':
      return textCell(cell.text)
    case 'number':
      return `><v>${cell.value}</v></c>`
    case 'boolean':
      return ` t="b"><v>${cell.value ? 1 : 0}</v></c>`
    case 'instant':
      return dayCell((cell.at + offsetAt(cell.at)) / dayMs + epochDay, style.instant, cell.iso)
    case 'date':
      return dayCell(Date.parse(cell.day) / dayMs + epochDay, style.date, cell.day)
  }
}

/** Before March 1900 spreadsheets count a day that never was: such a day is a text. */
function dayCell(day: number, styleNumber: number, text: string): string {
  return day > 60 ? ` s="${styleNumber}"><v>${day}</v></c>` : textCell(text)
}

const wouldRun = /^[=+\-@]/

/** A text that looks like a formula stays a text when somebody edits its cell later, too. */
function textCell(value: string, styleNumber = wouldRun.test(value) ? style.quoted : 0): string {
  return ` t="inlineStr" s="${styleNumber}"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`
}

/** Characters that XML 1.0 has no place for, and halves of pairs. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g
const special = /[&<>\r]|_x[0-9A-Fa-f]{4}_/g

/** A text between tags; what spreadsheets would read as an escape of their own is escaped itself. */
export function xmlText(text: string): string {
  return text.slice(0, longestText).replace(unwritable, '').replace(special, (found) => {
    if (found === '&') return '&amp;'
    if (found === '<') return '&lt;'
    if (found === '>') return '&gt;'
    return found === '\r' ? '&#13;' : `_x005F${found}`
  })
}
