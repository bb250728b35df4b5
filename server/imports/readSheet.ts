// A separate process that reads spreadsheets, so that memory, time and crashes caused by a file do not affect the server.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { InvalidInputError, readSheet, SheetNotFoundError } from 'read-excel-file/node'
import { exportedSheetName, isMonthAndNumber } from '../spreadsheetText.ts'
import { csvRows, decodeText } from './csvText.ts'
import { findTitles, maxTitleRows, type SheetCell, type SheetRefusal, type SheetRow } from './sheetCell.ts'

/** The server's request, passed as the argument of the process. */
export interface ReadAsk {
  input: string
  /** Output file for the rows, one JSON text per line. */
  output: string
  /** Normalised titles. */
  known: string[]
  maxRows: number
  maxBytes: number
}
export type ReadAnswer = { rows: number } | { refusal: SheetRefusal }

/** Priority below the server, which must not wait for a file. */
const niceIncrement = 5
const checkIntervalMs = 10
const maxColumns = 100
const maxCellCharacters = 1000
const pieceLength = 65_536
const zipMark = 'PK'
const oldMark = 'ÐÏ\u0011à'

setPriority(Math.min(19, getPriority() + niceIncrement))
try {
  // When memory runs out, the system kills this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // This exists on Linux only.
}

async function rowsOf({ input, known }: ReadAsk): Promise<Iterable<SheetCell[]> | SheetRefusal> {
  const bytes = readFileSync(input)
  const mark = bytes.subarray(0, 4).toString('latin1')
  if (mark === oldMark) return 'OLD_SHEET'
  if (mark.startsWith(zipMark)) {
    const options = { parseNumber: (number: string) => ({ number }) }
    const exported = await readSheet<{ number: string }>(input, `${exportedSheetName}1`, options).catch(
      (error: unknown) => {
        if (error instanceof SheetNotFoundError) return null
        throw error
      },
    )
    const rows = exported ?? (await readSheet<{ number: string }>(input, options))
    const isMeant = (text: string) => exported !== null || isMonthAndNumber(text)
    return rows.map((row) =>
      row.map((cell): SheetCell => {
        if (cell instanceof Date) return { day: cell.toISOString().slice(0, 10) }
        return typeof cell === 'string' && isMeant(cell) ? { literal: cell.trim() } : (cell as SheetCell)
      }),
    )
  }
  const text = decodeText(bytes, new Set(known))
  return text === null ? 'NOT_A_SHEET' : csvRows(text, new Set(known))
}

function cleaned(cells: readonly SheetCell[]): SheetCell[] {
  const shown = cells.slice(0, maxColumns).map((cell) => {
    if (typeof cell === 'string') return cell.trim().slice(0, maxCellCharacters) || null
    if (typeof cell !== 'object' || cell === null || !('literal' in cell)) return cell
    const literal = cell.literal.slice(0, maxCellCharacters)
    return literal === '' ? null : { literal }
  })
  return shown.slice(0, shown.findLastIndex((cell) => cell !== null) + 1)
}

/** Numbers the rows, drops the empty ones and those above the titles. */
function* belowTitles(rows: Iterable<SheetCell[]>, known: ReadonlySet<string>): Generator<SheetRow> {
  let head: SheetRow[] | null = []
  let number = 0
  for (const cells of rows) {
    const row: SheetRow = [++number, cleaned(cells)]
    if (row[1].length === 0) continue
    if (head === null) {
      yield row
      continue
    }
    head.push(row)
    if (head.length < maxTitleRows) continue
    yield* fromTitles(head, known)
    head = null
  }
  if (head !== null) yield* fromTitles(head, known)
}

const fromTitles = (head: SheetRow[], known: ReadonlySet<string>): SheetRow[] =>
  head.slice(
    findTitles(
      head.map(([, cells]) => cells),
      known,
    ).index,
  )

async function read(ask: ReadAsk): Promise<ReadAnswer> {
  const rows = await rowsOf(ask)
  if (typeof rows === 'string') return { refusal: rows }
  const file = openSync(ask.output, 'wx', 0o600)
  let piece = ''
  let written = 0
  for (const row of belowTitles(rows, new Set(ask.known))) {
    // The first row contains the titles.
    if (++written > ask.maxRows + 1) return { refusal: 'TOO_MANY_ROWS' }
    piece += `${JSON.stringify(row)}\n`
    if (piece.length < pieceLength) continue
    writeSync(file, piece)
    piece = ''
  }
  writeSync(file, piece)
  closeSync(file)
  return written < 2 ? { refusal: 'NO_ROWS' } : { rows: written - 1 }
}

function refusalOf(error: unknown): SheetRefusal {
  return error instanceof InvalidInputError && error.code === 'XLS_FILE_NOT_SUPPORTED' ? 'OLD_SHEET' : 'NOT_A_SHEET'
}

const answer = (answered: ReadAnswer) => process.send?.(answered, undefined, undefined, () => process.exit())

const ask = JSON.parse(process.argv[2] ?? '') as ReadAsk
const look = setInterval(() => {
  if (process.memoryUsage.rss() > ask.maxBytes) answer({ refusal: 'TOO_LARGE' })
}, checkIntervalMs)
read(ask).then(
  (answered) => {
    clearInterval(look)
    answer(answered)
  },
  (error: unknown) => answer({ refusal: refusalOf(error) }),
)
// The server has ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
