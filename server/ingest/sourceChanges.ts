import type { Logger } from 'pino'
import type { ConnectOptions } from '../db/connect.ts'
import { listenToDatabase } from '../db/listen.ts'
import type { Events } from '../events.ts'

interface FollowParts {
  target: ConnectOptions['target']
  events: Events
  /** Waits until the records reflect the last event. */
  whenCurrent: () => Promise<void>
  /** Closes the connections of revoked sources. */
  endRevoked: () => void
  log: Logger
}

/** Follows changes of sources in the database, also by other processes: a new source may send at once, a revoked one is disconnected. */
export function followSources({ target, events, whenCurrent, endRevoked, log }: FollowParts): {
  close(): Promise<void>
} {
  events.on('recordsChanged', async ({ noun }) => {
    if (noun !== 'sources') return
    await whenCurrent()
    endRevoked()
  })
  return listenToDatabase({
    target,
    channel: 'sources_changed',
    onChange: () => events.emit('recordsChanged', { noun: 'sources', farmIds: [] }),
    log,
  })
}
