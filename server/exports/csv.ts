import { PassThrough } from 'node:stream'
import type { Cell } from './cells.ts'
import { pieceLength, push, type TableWriter } from './writer.ts'

/** Without it spreadsheets take UTF-8 for the machine's own encoding. */
const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n'

/** A table as CSV (RFC 4180, UTF-8 with byte order mark): times ISO 8601 UTC, text that a spreadsheet would run defused. */
export function csvWriter(titles: readonly string[], signal: AbortSignal): TableWriter {
  const stream = new PassThrough()
  stream.write(byteOrderMark + titles.map((title) => textField(title)).join(',') + lineEnd)
  return {
    stream,
    async write(rows) {
      let piece = ''
      for (const row of rows) {
        piece += row.map(field).join(',') + lineEnd
        if (piece.length < pieceLength) continue
        await push(stream, piece, signal)
        piece = ''
      }
      await push(stream, piece, signal)
    },
    end: () => void stream.end(),
    fail: (error) => void stream.destroy(error),
  }
}

function field(cell: Cell): string {
  if (cell === null) return ''
  switch (cell.kind) {
    case 'text':
      return textField(cell.text)
    case 'number':
    case 'boolean':
      return String(cell.value)
    case 'instant':
      return cell.iso
    case 'date':
      return cell.day
  }
}

/** What a spreadsheet runs when a cell begins with it; the wide forms are the same to some of them. */
const formulaStart = /^\s*[=+\-@＝＋－＠\t\r\n]/u
/** A telephone number begins with a plus and does nothing. */
const harmless = /^\+\d+$/

/** A text as a field: quoted where it must be, also for spreadsheets that part fields elsewhere, with an apostrophe before what would be run as a formula. */
export function textField(text: string): string {
  const safe = formulaStart.test(text) && !harmless.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
