import { fork } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { CallError } from '../../callError.ts'
import type { Report } from './blocks.ts'
import type { DrawAsk } from './drawReport.ts'

const program = new URL('./drawReport.ts', import.meta.url)
/** Maximum time to draw a report, ms; it allows for a busy machine. */
const maxMs = 60_000
const heapMegabytes = 384
const retryAfterSeconds = 30
const processOptions = {
  execArgv: [`--max-old-space-size=${heapMegabytes}`],
  // Nothing from the server's environment, which contains secrets.
  env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
  stdio: ['ignore', 'ignore', 'pipe', 'ipc'] as ('ignore' | 'pipe' | 'ipc')[],
}
const maxErrorText = 4000

/**
 * Draws a report as a PDF in a separate process that ends afterwards.
 * @param path of the new PDF; its input is written next to it
 * @param signal aborted when nobody waits for it any more
 * @throws CallError UNAVAILABLE when it could not be drawn; the reason is in the log
 */
export async function drawReportFile(
  report: Report,
  path: string,
  log: Pick<Logger, 'error'>,
  signal: AbortSignal,
): Promise<void> {
  const ask: DrawAsk = { input: `${path}.json`, output: path }
  await writeFile(ask.input, JSON.stringify(report), { flag: 'wx', mode: 0o600 })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const child = fork(program, [JSON.stringify(ask)], processOptions)
  const end = () => void child.kill('SIGKILL')
  const timer = setTimeout(end, maxMs)
  signal.addEventListener('abort', end, { once: true })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (said = `${said}${piece}`.slice(-maxErrorText)))
  child.once('message', () => resolve())
  child.once('error', reject)
  child.once('close', (code, exitSignal) =>
    reject(new Error(`the report was not drawn: ${said || `exit ${code ?? exitSignal}`}`)),
  )
  if (signal.aborted) end()
  try {
    await promise
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'a report could not be drawn')
    throw new CallError('UNAVAILABLE', { retryAfterSeconds, cause: error })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
