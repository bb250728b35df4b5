import { fork } from 'node:child_process'
import type { Logger } from 'pino'
import { z } from 'zod'
import { rehearsalFailures, rehearsalResultSchema } from '#contract/alerts/rehearsals.ts'
import type { ConnectOptions, Sql } from '../db/connect.ts'
import { endRehearsal, reportProgress, touchWaiting } from '../db/rehearsal/rehearsalRows.ts'
import type { RehearsalAsk, RehearsalNews } from './ask.ts'
import type { RehearsalTask } from './rehearse.ts'

/** Runs rehearsals one after another, each in its own process. */
export interface Rehearser {
  /** Queues a rehearsal that is stored as waiting. */
  begin(id: number, ask: RehearsalAsk): void
  /** Ends the rehearsal's process, if it runs here. */
  cancel(id: number): void
  /** Resolves when nothing is in progress. */
  close(): Promise<void>
}

interface RehearserParts {
  sql: Sql
  /** Database with the readings. */
  target: ConnectOptions['target']
  log: Pick<Logger, 'warn' | 'error'>
  /** Maximum time per rehearsal, ms. */
  maxMs?: number
}

const program = new URL('./rehearse.ts', import.meta.url)
const newsSchema: z.ZodType<RehearsalNews> = z.union([
  z.strictObject({ share: z.number().min(0).max(1) }),
  z.strictObject({ result: rehearsalResultSchema }),
  z.strictObject({ failure: z.enum(rehearsalFailures) }),
])
const heapMegabytes = 768
/** Interval at which the progress is stored and cancellation is checked, ms. */
const reportIntervalMs = 1000

export function createRehearser({ sql, target, log, maxMs: mostMs = 15 * 60_000 }: RehearserParts): Rehearser {
  const ending = new AbortController()
  const ends = new Map<number, AbortController>()
  let last: Promise<unknown> = Promise.resolve()

  async function play(id: number, ask: RehearsalAsk, signal: AbortSignal): Promise<void> {
    if (signal.aborted || !(await reportProgress(sql, id, 0))) return
    let share = 0
    const cancelled = new AbortController()
    const note = setInterval(
      () =>
        void reportProgress(sql, id, share).then(
          (isWanted) => !isWanted && cancelled.abort(),
          () => {},
        ),
      reportIntervalMs,
    )
    try {
      const news = await run({ ask, target }, AbortSignal.any([signal, cancelled.signal]), (now) => (share = now))
      if ('result' in news) await endRehearsal(sql, id, 'DONE', news)
      else if ('failure' in news) await endRehearsal(sql, id, 'FAILED', news)
    } finally {
      clearInterval(note)
    }
  }

  const run = (task: RehearsalTask, signal: AbortSignal, onShare: (share: number) => void) =>
    new Promise<Exclude<RehearsalNews, { share: number }>>((resolve) => {
      const child = fork(program, [], {
        execArgv: [`--max-old-space-size=${heapMegabytes}`],
        // Nothing from the server's environment, which contains secrets, except the database's address: arguments would be visible to other accounts.
        env: { DROVER_REHEARSAL: JSON.stringify(task), MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      let said = ''
      child.stderr?.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-2000)))
      const end = () => void child.kill('SIGKILL')
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        end()
      }, mostMs)
      signal.addEventListener('abort', end, { once: true })
      const settle = (news: Exclude<RehearsalNews, { share: number }>) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        resolve(news)
      }
      child.on('message', (message) => {
        const news = newsSchema.safeParse(message)
        if (!news.success) {
          log.error({ err: news.error }, 'a rehearsal told what it should not')
          end()
        } else if ('share' in news.data) onShare(news.data.share)
        else settle(news.data)
      })
      child.once('error', (err) => {
        log.warn({ err }, 'the process that rehearses did not start')
        settle({ failure: 'BROKEN_OFF' })
      })
      child.once('exit', (code, exitSignal) => {
        if (code !== 0 && !signal.aborted && !isLate)
          log.warn({ code, signal: exitSignal, said }, 'the process that rehearses ended')
        settle({ failure: isLate ? 'TOO_LONG' : 'BROKEN_OFF' })
      })
      if (signal.aborted) end()
    })

  return {
    begin(id, ask) {
      const cancelled = new AbortController()
      ends.set(id, cancelled)
      const touchTimer = setInterval(() => void touchWaiting(sql, id).catch(() => {}), 10_000)
      last = last
        .then(() => play(id, ask, AbortSignal.any([ending.signal, cancelled.signal])))
        .catch((err: unknown) => log.error({ err, rehearsalId: id }, 'a rehearsal failed'))
        .finally(() => {
          clearInterval(touchTimer)
          ends.delete(id)
        })
    },
    cancel(id) {
      ends.get(id)?.abort()
    },
    async close() {
      ending.abort()
      await last
    },
  }
}
