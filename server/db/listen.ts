import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ConnectOptions } from './connect.ts'
import { newPgClient } from './pgClient.ts'

interface ListenParts {
  target: ConnectOptions['target']
  /** The channel that `notify` names. */
  channel: 'sources_changed'
  /** Called with each notification, and each time that there is a connection again: what was said before is not known. */
  onChange: () => void
  log: Logger
}

const retryMs = 1000

/** Hears what the database tells, over a connection of its own that is opened again whenever it breaks. */
export function listenToDatabase({ target, channel, onChange, log }: ListenParts): { close(): Promise<void> } {
  const closing = new AbortController()
  const listen = async () => {
    const client = newPgClient(target, 'drover-listener')
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.on('error', () => resolve())
      closing.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      await client.connect()
      client.on('notification', onChange)
      await client.query(`listen ${channel}`)
      onChange()
      await ended
    } catch (error) {
      log.debug({ error: String(error) }, 'the database can’t be listened to')
    } finally {
      // An end that waits for a server which is gone must not hold anything up.
      client.end().catch(() => {})
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
