import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { ConnectOptions } from './connect.ts'
import { openClient } from './client.ts'

interface ListenParts {
  target: ConnectOptions['target']
  /** The channel that `notify` uses. */
  channel: 'sources_changed'
  /** Called with each notification and after each reconnect, because notifications may have been missed before it. */
  onChange: () => void
  log: Logger
}

const retryMs = 1000

/** Listens for database notifications on its own connection, which reopens whenever it breaks. */
export function listenToDatabase({ target, channel, onChange, log }: ListenParts): { close(): Promise<void> } {
  const closing = new AbortController()
  /** Whether the present failure was logged. */
  let isReported = false
  const listen = async () => {
    let client: pg.Client | undefined
    try {
      client = await openClient(target, { name: 'drover-listener' })
      const opened = client
      const ended = new Promise<void>((resolve) => {
        opened.once('end', resolve)
        opened.on('error', () => resolve())
        closing.signal.addEventListener('abort', () => resolve(), { once: true })
      })
      client.on('notification', onChange)
      await client.query(`listen ${channel}`)
      isReported = false
      onChange()
      if (!closing.signal.aborted) await ended
    } catch (error) {
      if (!isReported && !closing.signal.aborted)
        log.warn({ error: String(error) }, 'the database can’t be listened to; it is tried again')
      isReported = true
    } finally {
      // Do not await: ending a connection to a dead server may hang.
      client?.end().catch(() => {})
    }
  }
  const listening = (async () => {
    while (!closing.signal.aborted) {
      await listen()
      await wait(retryMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  })()
  return {
    close() {
      closing.abort()
      return listening
    },
  }
}
