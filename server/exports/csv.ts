import { PassThrough } from 'node:stream'
import { defuse } from '../spreadsheetText.ts'
import type { Cell } from './cells.ts'
import { localTime, zoneOffsets } from './zoneOffsets.ts'
import { pieceLength, push, type TableWriter } from './writer.ts'

/** Without it, spreadsheets assume the machine's own encoding instead of UTF-8. */
const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n'

interface CsvOptions {
  titles: readonly string[]
  /** Time zone of instants. */
  timeZone: string
  signal: AbortSignal
}

/**
 * Creates a writer of CSV (RFC 4180, UTF-8 with byte order mark). Instants are in local time of the zone, with their offset in an hour that occurs twice; text that a spreadsheet
 * would run as a formula or convert to a number is escaped.
 */
export function csvWriter({ titles, timeZone, signal }: CsvOptions): TableWriter {
  const offsetAt = zoneOffsets(timeZone)
  const stream = new PassThrough()
  stream.write(byteOrderMark + titles.map((title) => textField(title)).join(',') + lineEnd)
  return {
    stream,
    async write(rows) {
      let piece = ''
      for (const row of rows) {
        piece += row.map((cell) => field(cell, offsetAt)).join(',') + lineEnd
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

function field(cell: Cell, offsetAt: (at: number) => number): string {
  if (cell === null) return ''
  switch (cell.kind) {
    case 'text':
      return textField(cell.text)
    case 'decimal':
      return cell.text
    case 'number':
    case 'boolean':
      return String(cell.value)
    case 'instant':
      return localTime(cell.at, offsetAt)
    case 'date':
      return cell.day
  }
}

/** Escapes a text as a field, so that a spreadsheet neither runs nor changes it. Quotes it where needed, also for other delimiters. */
export function textField(text: string): string {
  const safe = defuse(text)
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
