import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import type { Sql } from '../../db/connect.ts'
import type { SheetRow } from '../../imports/sheetCell.ts'
import type { SheetReader } from '../../imports/sheetReader.ts'
import type { Language } from '../../languages.ts'
import type { Imported } from './describe.ts'
import { addChanges, addFaults, ImportEnded, noteProgress, stageRows } from './importRows.ts'
import { createRowCheck } from './rowCheck.ts'
import { trySaves } from './savedRows.ts'
import { readTitleMap } from './titleMap.ts'
import { knownTitles, parseTitles } from './titles.ts'

/** Rows checked per batch, about 10 ms of work, and the pause after it in ms. */
const batchSize = 200
const pauseMs = 2
/** Interval at which cancellation is checked, ms. */
const cancelCheckIntervalMs = 500

interface Check {
  sql: Sql
  reader: SheetReader
  importId: number
  imported: Imported
  /** Working folder with the uploaded file `sheet`. */
  folder: string
  fileName: string
  caller: Caller
  language: Language
  context: () => Context
  /** Aborted when the server stops. */
  signal: AbortSignal
  /** Herd time, epoch ms. */
  now: number
}

/**
 * Reads a sheet and checks its rows. Stages valid rows and records the faults of the others; writes nothing else.
 * @throws ImportEnded when a user cancels it, or the server stops
 */
export async function checkSheet({
  sql,
  reader,
  importId,
  imported,
  folder,
  fileName,
  caller,
  language,
  context,
  signal,
  now,
}: Check): Promise<void> {
  const rowsPath = join(folder, 'rows')
  const mapped = await readTitleMap(sql, caller, imported.noun)
  const saver = { imported, caller, language, note: { importId, importedFrom: fileName } }
  const answer = await whileOpen({ sql, importId, signal }, (ended) =>
    reader.read(join(folder, 'sheet'), rowsPath, knownTitles(imported, mapped), ended),
  )
  if ('refusal' in answer)
    return noteProgress(sql, importId, { from: 'READING', state: 'FAILED', failure: answer.refusal })
  let check: ReturnType<typeof createRowCheck> | null = null
  let done = 0
  let [sound, changed, unchanged] = [0, 0, 0]
  for await (const rows of readInBatches(rowsPath)) {
    if (signal.aborted) throw new ImportEnded()
    if (check === null) {
      const layout = parseTitles(imported, rows.shift()?.[1] ?? [], language, mapped)
      if ('failure' in layout) return noteProgress(sql, importId, { from: 'READING', state: 'FAILED', ...layout })
      await noteProgress(sql, importId, { from: 'READING', rows: answer.rows, ignored: layout.ignored })
      check = createRowCheck(imported, layout, {
        caller,
        language,
        now,
        fileName,
        attempt: async (some) => (some.length > 0 ? trySaves(sql, context(), saver, some) : new Map()),
      })
    }
    const checked = await check(sql, rows)
    await stageRows(sql, importId, checked.sound)
    await addFaults(sql, importId, checked.faults)
    await addChanges(sql, importId, checked.changes)
    done += rows.length
    sound += checked.sound.length
    changed += checked.changed
    unchanged += checked.unchanged
    const counts = { done, sound, changed, unchanged, faulty: done - sound - unchanged }
    await noteProgress(sql, importId, { from: 'READING', ...counts })
    await sleep(pauseMs)
  }
  await noteProgress(sql, importId, { from: 'READING', state: 'CHECKED', done: 0 })
}

/** Runs work that is aborted when a user cancels the import or the server stops. @throws ImportEnded */
async function whileOpen<T>(
  { sql, importId, signal }: Pick<Check, 'sql' | 'importId' | 'signal'>,
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const end = () => ended.abort()
  signal.addEventListener('abort', end, { once: true })
  // Database errors are ignored here: a short outage must not end the import.
  const look = () =>
    noteProgress(sql, importId, { from: 'READING' }).catch((error: unknown) => error instanceof ImportEnded && end())
  const timer = setInterval(() => void look(), cancelCheckIntervalMs)
  try {
    const result = await work(ended.signal)
    if (ended.signal.aborted) throw new ImportEnded()
    return result
  } finally {
    clearInterval(timer)
    signal.removeEventListener('abort', end)
  }
}

/** Reads a file with one row per line, in batches. */
async function* readInBatches(path: string): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = []
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    rows.push(JSON.parse(line) as SheetRow)
    if (rows.length < batchSize) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}
