import type { Logger } from 'pino'
import { smsCodeSeconds } from '#contract/auth.ts'
import type { OutboxMessage } from '#contract/outbox.ts'
import { machineNow } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import { failOlder, noteFailed, noteRetry, noteSent, takeDueMessages, type WaitingMessage } from '../db/outbox.ts'
import { type Transport, Undeliverable } from './transport.ts'

const roundMs = 1000
const perRound = 10
/** Longer than any try takes. */
const leaseMs = 120_000
const firstRetryMs = 5_000
const longestRetryMs = 30 * 60_000
/** When a message is given up: a mail after a day, an SMS when its code is void. */
const giveUpMs: Record<OutboxMessage['kind'], number> = { MAIL: 24 * 3_600_000, SMS: smsCodeSeconds * 1000 }

export type DeliveryResult = 'sent' | 'retried' | 'failed'

interface PostParts {
  sql: Sql
  log: Logger
  transports: readonly Transport[]
  /** Told of what came of messages. */
  onResult: (kind: OutboxMessage['kind'], result: DeliveryResult, count: number) => void
}

export interface Delivery {
  /** One round: all that is due and a transport takes. */
  carry(): Promise<void>
  stop(): Promise<void>
}

/**
 * Carries what is in the outbox, again and again until it is taken over or given up. What it knows is in the database: a
 * message is lost by no restart, and in a crash between the provider's word and ours it is sent twice.
 */
export function openDelivery({ sql, log, transports, onResult }: PostParts): Delivery {
  let round: Promise<void> | null = null

  const send = async (transport: Transport, message: WaitingMessage): Promise<void> => {
    const { id, kind, tries } = message
    const result = await transport.send(message).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    const now = machineNow()
    if (result === null) {
      await noteSent(sql, id, now)
      onResult(kind, 'sent', 1)
      return
    }
    const reason = result.message.slice(0, 300)
    if (result instanceof Undeliverable) {
      await noteFailed(sql, id, now, reason)
      onResult(kind, 'failed', 1)
    } else {
      await noteRetry(sql, id, now + Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(tries - 1, 20)), reason)
      onResult(kind, 'retried', 1)
    }
    // Neither whom it was for nor what it said: it carries codes and links.
    log.warn({ message: id, kind, tries, reason: result.name }, 'a message was not taken over')
  }

  const carryOne = async (transport: Transport): Promise<void> => {
    const now = machineNow()
    const { kind } = transport
    const given = await failOlder(sql, kind, now - giveUpMs[kind], now, 'too old')
    if (given > 0) onResult(kind, 'failed', given)
    const due = await takeDueMessages(sql, { kind, now, leaseUntil: now + leaseMs, limit: perRound })
    await Promise.all(due.map((message) => send(transport, message)))
  }

  // Where one kind has a provider there is no outbox to read the other in: its codes and links must not lie about.
  const orphans = transports.length === 0 ? [] : (['MAIL', 'SMS'] as const).filter((kind) => !transports.some((transport) => transport.kind === kind))
  const giveUp = async (kind: OutboxMessage['kind']): Promise<void> => {
    const now = machineNow()
    const given = await failOlder(sql, kind, now, now, 'no provider')
    if (given === 0) return
    onResult(kind, 'failed', given)
    log.warn({ kind, messages: given }, 'messages of this kind have no provider')
  }

  const carry = (): Promise<void> => {
    round ??= Promise.all([...transports.map(carryOne), ...orphans.map(giveUp)])
      .then(() => {})
      .finally(() => {
        round = null
      })
    return round
  }

  const timer = setInterval(() => {
    carry().catch((error: unknown) => log.warn({ err: error }, 'the post waits for the database'))
  }, roundMs)
  if (transports.length === 0) clearInterval(timer)

  return {
    carry,
    async stop() {
      clearInterval(timer)
      await round?.catch(() => {})
      for (const transport of transports) transport.close()
    },
  }
}
