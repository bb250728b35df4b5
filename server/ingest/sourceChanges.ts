import type { Logger } from 'pino'
import type { ConnectOptions } from '../db/connect.ts'
import { listenToDatabase } from '../db/listen.ts'
import type { Events } from '../events.ts'

interface FollowParts {
  target: ConnectOptions['target']
  events: Events
  /** Waits until the records are as the last event said. */
  whenCurrent: () => Promise<void>
  /** Ends the connections of sources that may not send any more. */
  endRevoked: () => void
  log: Logger
}

/** Follows the sources in the database, whoever changes them: a new one may send at once, a revoked one has no connection left. */
export function followSources({ target, events, whenCurrent, endRevoked, log }: FollowParts): { close(): Promise<void> } {
  events.on('recordsChanged', async ({ noun }) => {
    if (noun !== 'sources') return
    await whenCurrent()
    endRevoked()
  })
  return listenToDatabase({ target, channel: 'sources_changed', onChange: () => events.emit('recordsChanged', { noun: 'sources', farmIds: [] }), log })
}
