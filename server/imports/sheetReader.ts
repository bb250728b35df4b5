import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ReadAnswer, ReadAsk } from './readSheet.ts'
import { sheetRefusals } from './sheetCell.ts'

export interface SheetReader {
  /**
   * Reads the first sheet of an XLSX file, or a CSV file, and writes its rows to another file: one `SheetRow` per line.
   * @param known normalised titles, used to detect the encoding of a text
   * @param signal aborted when nobody waits for it any more: the answer is then BROKEN_OFF
   * @returns number of rows below the titles, or why the file cannot be read
   */
  read(
    input: string,
    output: string,
    known: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadAnswer | { refusal: 'BROKEN_OFF' }>
}

interface ReaderOptions {
  log: Pick<Logger, 'warn'>
  maxRows: number
  /** Limits of the process: memory in bytes, and time in ms, which allows for a busy machine. */
  maxBytes?: number
  maxMs?: number
}

const program = new URL('./readSheet.ts', import.meta.url)
const answerSchema = z.union([
  z.strictObject({ rows: z.int().min(0) }),
  z.strictObject({ refusal: z.enum(sheetRefusals) }),
])
/** Interval at which the memory of the process is checked, ms. */
const checkIntervalMs = 100
/** V8's share of the memory; unpacked data is outside its heap. */
const heapMegabytes = 384
const processOptions = {
  execArgv: [`--max-old-space-size=${heapMegabytes}`],
  // Nothing from the server's environment, which contains secrets.
  env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ('ignore' | 'ipc')[],
}

/** Creates a reader with a separate process per file. A file that needs more than the limits is TOO_LARGE. */
export function createSheetReader({
  log,
  maxRows: mostRows,
  maxBytes: mostBytes = 640 * 1024 ** 2,
  maxMs: mostMs = 60_000,
}: ReaderOptions): SheetReader {
  return {
    read: (input, output, known, signal) =>
      new Promise((resolve) => {
        const ask: ReadAsk = { input, output, known: [...known], maxRows: mostRows, maxBytes: mostBytes }
        // Passed as an argument, because a message sent before the program has loaded can be lost.
        const child = fork(program, [JSON.stringify(ask)], processOptions)
        const end = () => void child.kill('SIGKILL')
        const timer = setTimeout(end, mostMs)
        // The process checks its memory itself, but not while it parses a sheet.
        const look = setInterval(
          () => void memoryOf(child.pid).then((bytes) => bytes > mostBytes && end()),
          checkIntervalMs,
        )
        signal.addEventListener('abort', end, { once: true })
        const settle = (answer: ReadAnswer | { refusal: 'BROKEN_OFF' }) => {
          clearTimeout(timer)
          clearInterval(look)
          signal.removeEventListener('abort', end)
          resolve(answer)
        }
        child.once('message', (message) => {
          const answer = answerSchema.safeParse(message)
          settle(answer.success ? answer.data : { refusal: 'NOT_A_SHEET' })
        })
        child.once('error', (err) => {
          log.warn({ err }, 'the process that reads sheets did not start')
          settle({ refusal: 'BROKEN_OFF' })
        })
        // Out of memory or time, or crashed by the file.
        child.once('exit', (code, exitSignal) => {
          if (!signal.aborted && code !== 0)
            log.warn({ code, signal: exitSignal }, 'the process that reads sheets ended')
          settle({ refusal: signal.aborted ? 'BROKEN_OFF' : 'TOO_LARGE' })
        })
        if (signal.aborted) end()
      }),
  }
}

/** Returns the memory of a process, bytes; 0 on systems other than Linux. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
