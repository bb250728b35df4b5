import type { Logger } from 'pino'
import type { SecurityEventKind } from '#contract/people/securityEvents.ts'
import { machineNow } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import { insertSecurityEvents, type NewSecurityEvent } from '../db/auth/securityEvents.ts'
import { createRateLimiter, networkOf } from '../rateLimiter.ts'

interface Noted {
  kind: SecurityEventKind
  userId?: number | null
  userName?: string | null
  address?: string
  agent?: string | undefined
  what?: string
}

export interface SecurityLog {
  /** Logs an event independently of its call's transaction. Repeated events of unauthenticated callers are counted instead of written. */
  note(event: Noted): void
  /** Resolves when all events so far have been written, or could not be. */
  settled(): Promise<void>
}

/** Events that anybody can cause at will. Their logging is limited per network and in total. */
const limitedKinds: ReadonlySet<SecurityEventKind> = new Set([
  'SIGN_IN_FAILED',
  'PROOF_FAILED',
  'REFUSED',
  'THROTTLED',
  'API_KEY_REFUSED',
])
const networkLimit = { capacity: 60, refillMs: 60_000 }
const totalLimit = { capacity: 5_000, refillMs: 100 }
const maxWaiting = 10_000
const maxBatchSize = 500
const maxCountedKeys = 10_000
const retryMs = 1_000
const maxTextLength = 300

/** Returns an event as a row. */
export function securityEvent(
  { kind, userId = null, userName = null, address = '', agent, what = '' }: Noted,
  skipped = 0,
): NewSecurityEvent {
  return {
    kind,
    at: machineNow(),
    // The caller of a public call has user id 0.
    userId: userId === 0 ? null : userId,
    userName: userName === null || userName === '' ? null : clean(userName),
    address: address === '' ? null : address,
    network: address === '' ? null : networkOf(address),
    agent: agent === undefined ? null : clean(agent),
    what: clean(what),
    skipped,
  }
}

/** PostgreSQL cannot store a NUL. */
function clean(text: string): string {
  return text.replaceAll('\0', '').slice(0, maxTextLength)
}

export function createSecurityLog({ sql, log }: { sql: Sql; log: Logger }): SecurityLog {
  const byNetwork = createRateLimiter(networkLimit)
  const together = createRateLimiter(totalLimit)
  const skipped = new Map<string, number>()
  const waiting: NewSecurityEvent[] = []
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatchSize)
      try {
        await insertSecurityEvents(sql, batch)
      } catch (error) {
        log.warn({ err: error, events: batch.length }, 'security events wait for the database')
        waiting.unshift(...batch)
        timer ??= setTimeout(() => {
          timer = undefined
          begin()
        }, retryMs).unref()
        return
      }
    }
  }
  const begin = () => {
    writing ??= write().finally(() => {
      writing = null
    })
  }

  return {
    note(event) {
      const key = `${event.kind} ${networkOf(event.address ?? '')}`
      const isLeftOut = limitedKinds.has(event.kind) && !(byNetwork.take(key) && together.take(''))
      if (isLeftOut || waiting.length >= maxWaiting) {
        if (skipped.size < maxCountedKeys) skipped.set(key, (skipped.get(key) ?? 0) + 1)
        return
      }
      waiting.push(securityEvent(event, skipped.get(key)))
      skipped.delete(key)
      begin()
    },
    async settled() {
      await writing
    },
  }
}
