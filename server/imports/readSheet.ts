// A process of its own that reads spreadsheets: what a file takes of memory and time, and what breaks it, is not the server's.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { InvalidInputError, readSheet } from 'read-excel-file/node'
import { csvRows, decodeText } from './csvText.ts'
import type { SheetCell, SheetRefusal, SheetRow } from './sheetCell.ts'

/** The server's request, as the argument of the process. */
export interface ReadAsk {
  input: string
  /** Where the rows go, one a line as JSON. */
  output: string
  /** Folded titles. */
  known: string[]
  mostRows: number
  mostBytes: number
}
export type ReadAnswer = { rows: number } | { refusal: SheetRefusal }

/** Below the server, which is not to wait for a file. */
const nicer = 5
const lookEveryMs = 10
const mostColumns = 100
const longestCell = 1000
const pieceLength = 65_536
const zipMark = 'PK'
const oldMark = 'ÐÏ\u0011à'

setPriority(Math.min(19, getPriority() + nicer))
try {
  // Where memory runs out, the system ends this process before any other.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Linux alone has it.
}

async function rowsOf({ input, known }: ReadAsk): Promise<Iterable<SheetCell[]> | SheetRefusal> {
  const bytes = readFileSync(input)
  const mark = bytes.subarray(0, 4).toString('latin1')
  if (mark === oldMark) return 'OLD_SHEET'
  if (mark.startsWith(zipMark)) {
    const rows = await readSheet<{ number: string }>(input, { parseNumber: (number) => ({ number }) })
    return rows.map((row) => row.map((cell) => (cell instanceof Date ? { day: cell.toISOString().slice(0, 10) } : (cell as SheetCell))))
  }
  const text = decodeText(bytes, new Set(known))
  return text === null ? 'NOT_A_SHEET' : csvRows(text)
}

function cleaned(cells: readonly SheetCell[]): SheetCell[] {
  const shown = cells.slice(0, mostColumns).map((cell) => (typeof cell === 'string' ? cell.trim().slice(0, longestCell) || null : cell))
  return shown.slice(0, shown.findLastIndex((cell) => cell !== null) + 1)
}

async function read(ask: ReadAsk): Promise<ReadAnswer> {
  const rows = await rowsOf(ask)
  if (typeof rows === 'string') return { refusal: rows }
  const file = openSync(ask.output, 'wx', 0o600)
  let piece = ''
  let number = 0
  let written = 0
  for (const cells of rows) {
    number++
    const row: SheetRow = [number, cleaned(cells)]
    if (row[1].length === 0) continue
    // The first one has the titles.
    if (++written > ask.mostRows + 1) return { refusal: 'TOO_MANY_ROWS' }
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
  if (process.memoryUsage.rss() > ask.mostBytes) answer({ refusal: 'TOO_LARGE' })
}, lookEveryMs)
read(ask).then(
  (answered) => {
    clearInterval(look)
    answer(answered)
  },
  (error: unknown) => answer({ refusal: refusalOf(error) }),
)
// The server has ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
