import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ReadAnswer, ReadAsk } from './readSheet.ts'
import { sheetRefusals } from './sheetCell.ts'

export interface SheetReader {
  /**
   * Reads the first sheet of an XLSX file, or a CSV file, and writes its rows to another file: one a line, as `SheetRow`.
   * @param known folded titles, by which the encoding of a text is told
   * @param signal aborted when nobody wants it any more: the answer is then BROKEN_OFF
   * @returns how many rows there are below the titles, or why it can't be read
   */
  read(input: string, output: string, known: readonly string[], signal: AbortSignal): Promise<ReadAnswer | { refusal: 'BROKEN_OFF' }>
}

interface ReaderOptions {
  log: Pick<Logger, 'warn'>
  mostRows: number
  /** Limits of the process: memory, bytes, and time, which a busy machine may be slow to give, ms. */
  mostBytes?: number
  mostMs?: number
}

const program = new URL('./readSheet.ts', import.meta.url)
const answerSchema = z.union([z.strictObject({ rows: z.int().min(0) }), z.strictObject({ refusal: z.enum(sheetRefusals) })])
/** How often is looked what the process takes, ms. */
const lookEveryMs = 100
/** V8's own share of it; what is unpacked lies beside. */
const heapMegabytes = 384
const processOptions = {
  execArgv: [`--max-old-space-size=${heapMegabytes}`],
  // Nothing of the server's environment, which holds secrets.
  env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ('ignore' | 'ipc')[],
}

/** Reads each file in a process of its own, which ends with it: a file that would take more than a sheet can is TOO_LARGE. */
export function createSheetReader({ log, mostRows, mostBytes = 640 * 1024 ** 2, mostMs = 60_000 }: ReaderOptions): SheetReader {
  return {
    read: (input, output, known, signal) =>
      new Promise((resolve) => {
        const ask: ReadAsk = { input, output, known: [...known], mostRows, mostBytes }
        // Not as a message: one that comes before the program is loaded can be lost.
        const child = fork(program, [JSON.stringify(ask)], processOptions)
        const end = () => void child.kill('SIGKILL')
        const timer = setTimeout(end, mostMs)
        // It looks itself, too, but not while it is taken up with a sheet.
        const look = setInterval(() => void memoryOf(child.pid).then((bytes) => bytes > mostBytes && end()), lookEveryMs)
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
        // Out of memory, out of time, or broken by what it reads.
        child.once('exit', (code, exitSignal) => {
          if (!signal.aborted && code !== 0) log.warn({ code, signal: exitSignal }, 'the process that reads sheets ended')
          settle({ refusal: signal.aborted ? 'BROKEN_OFF' : 'TOO_LARGE' })
        })
        if (signal.aborted) end()
      }),
  }
}

/** The memory of a process, bytes; 0 where the system does not tell, as Linux alone does. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
