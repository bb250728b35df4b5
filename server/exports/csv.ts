import { PassThrough } from 'node:stream'
import { toInstant } from '../clock.ts'
import type { Cell } from './cells.ts'
import { zoneOffsets } from './zoneOffsets.ts'
import { pieceLength, push, type TableWriter } from './writer.ts'

/** Without it spreadsheets take UTF-8 for the machine's own encoding. */
const byteOrderMark = '\uFEFF'
const lineEnd = '\r\n'

interface CsvOptions {
  titles: readonly string[]
  /** The zone that times are told in. */
  timeZone: string
  signal: AbortSignal
}

/**
 * A table as CSV (RFC 4180, UTF-8 with byte order mark): times as clocks in the zone show them, text that a spreadsheet
 * would run or take for a number defused.
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
    case 'number':
    case 'boolean':
      return String(cell.value)
    case 'instant':
      return toInstant(cell.at + offsetAt(cell.at)).slice(0, 19).replace('T', ' ')
    case 'date':
      return cell.day
  }
}

/** The first characters by which a spreadsheet takes a cell for a formula; the wide forms are the same to some of them. */
const formulaStart = /^\s*[=+\-@＝＋－＠\t\r\n]/u
/** A telephone number, which a spreadsheet would take for a number and shorten. */
const telephone = /^\+\d+$/

/** A text as a field: quoted where it must be, also for spreadsheets that part fields elsewhere, with an apostrophe before what would be run as a formula, and a tab before a telephone. */
export function textField(text: string): string {
  const safe = telephone.test(text) ? `\t${text}` : formulaStart.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
