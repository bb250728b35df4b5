import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../auth/sessions.ts'
import type { Sql } from '../../db/connect.ts'
import type { SheetRow } from '../../imports/sheetCell.ts'
import type { SheetReader } from '../../imports/sheetReader.ts'
import type { Language } from '../../languages.ts'
import type { Imported } from './describe.ts'
import { addFaults, ImportEnded, noteProgress, stageRows } from './importRows.ts'
import { createRowCheck } from './rowCheck.ts'
import { knownTitles, layOut } from './titles.ts'

/** Rows checked at a time, some 10 ms of work, and the pause after them. */
const portion = 200
const pauseMs = 2
/** How often it is looked whether somebody has ended it. */
const lookEveryMs = 500

interface Check {
  sql: Sql
  reader: SheetReader
  importId: number
  imported: Imported
  /** Where the sheet lies, as `sheet`. */
  folder: string
  caller: Caller
  language: Language
  /** Aborted when the server stops. */
  signal: AbortSignal
}

/**
 * Reads a sheet and checks its rows: the sound ones are staged, what is wrong with the others is noted. Nothing else is written.
 * @throws ImportEnded when somebody cancels it, or the server stops
 */
export async function checkSheet({ sql, reader, importId, imported, folder, caller, language, signal }: Check): Promise<void> {
  const rowsPath = join(folder, 'rows')
  const answer = await whileOpen({ sql, importId, signal }, (ended) => reader.read(join(folder, 'sheet'), rowsPath, knownTitles(imported), ended))
  if ('refusal' in answer) return noteProgress(sql, importId, { from: 'READING', state: 'FAILED', failure: answer.refusal })
  let check: ReturnType<typeof createRowCheck> | null = null
  let done = 0
  let sound = 0
  for await (const rows of portionsOf(rowsPath)) {
    if (signal.aborted) throw new ImportEnded()
    if (check === null) {
      const layout = layOut(imported, rows.shift()?.[1] ?? [], language)
      if ('failure' in layout) return noteProgress(sql, importId, { from: 'READING', state: 'FAILED', ...layout })
      await noteProgress(sql, importId, { from: 'READING', rows: answer.rows, ignored: layout.ignored })
      check = createRowCheck(imported, layout, { caller, language })
    }
    const checked = await check(sql, rows)
    await stageRows(sql, importId, checked.sound)
    await addFaults(sql, importId, checked.faults)
    done += rows.length
    sound += checked.sound.length
    await noteProgress(sql, importId, { from: 'READING', done, sound, faulty: done - sound })
    await sleep(pauseMs)
  }
  await noteProgress(sql, importId, { from: 'READING', state: 'CHECKED', done: 0 })
}

/** Does work that ends when somebody ends the import. @throws ImportEnded */
async function whileOpen<T>({ sql, importId, signal }: Pick<Check, 'sql' | 'importId' | 'signal'>, work: (ended: AbortSignal) => Promise<T>): Promise<T> {
  const ended = new AbortController()
  const end = () => ended.abort()
  signal.addEventListener('abort', end, { once: true })
  // A database that is away for a moment ends nothing.
  const look = () => noteProgress(sql, importId, { from: 'READING' }).catch((error: unknown) => error instanceof ImportEnded && end())
  const timer = setInterval(() => void look(), lookEveryMs)
  try {
    const result = await work(ended.signal)
    if (ended.signal.aborted) throw new ImportEnded()
    return result
  } finally {
    clearInterval(timer)
    signal.removeEventListener('abort', end)
  }
}

/** The rows of a file with one a line, so many at a time. */
async function* portionsOf(path: string): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = []
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    rows.push(JSON.parse(line) as SheetRow)
    if (rows.length < portion) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
