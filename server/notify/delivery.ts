import type { Logger } from 'pino'
import { smsCodeSeconds } from '#contract/people/auth.ts'
import { machineNow } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import { failOlder, type MessageKind, noteFailed, noteRetry, noteSent, takeDueMessages, type WaitingMessage } from '../db/messages/outbox.ts'
import { type Transport, Undeliverable } from './transport.ts'

/** How often due messages are looked for, ms of machine time. */
export const deliveryMs = 1000
const perRound = 10
/** Longer than any try takes. */
const leaseMs = 120_000
const firstRetryMs = 5_000
const longestRetryMs = 30 * 60_000
const hourMs = 3_600_000
/** When a message is given up that says nothing else: a mail after a day, an SMS when its code is void, what goes to a channel when it is no news any more. */
const giveUpMs: Record<MessageKind, number> = { MAIL: 24 * hourMs, SMS: smsCodeSeconds * 1000, WEBHOOK: 6 * hourMs, WECOM: 2 * hourMs, DINGTALK: 2 * hourMs, FEISHU: 2 * hourMs }

export type DeliveryResult = 'sent' | 'retried' | 'failed'

interface DeliveryParts {
  sql: Sql
  log: Logger
  transports: readonly Transport[]
  /** Called with what became of messages. */
  onResult: (kind: MessageKind, result: DeliveryResult, count: number) => void
}

export interface Delivery {
  /** Sends what is due and has a transport; calls while one is running share it. */
  deliver(): Promise<void>
  close(): void
}

/**
 * Sends what is in the outbox, again and again until a provider takes it or it is given up. All state is in the database:
 * no restart loses a message, and a crash between the provider's answer and ours sends it twice. Processes share the work.
 */
export function createDelivery({ sql, log, transports, onResult }: DeliveryParts): Delivery {
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
    log.warn({ message: id, kind, tries, reason: result.name }, 'a message was not sent')
  }

  const deliverKind = async (transport: Transport): Promise<void> => {
    const now = machineNow()
    const { kind } = transport
    const given = await failOlder(sql, kind, now - giveUpMs[kind], now, 'too old')
    if (given > 0) onResult(kind, 'failed', given)
    const due = await takeDueMessages(sql, { kind, now, leaseUntil: now + leaseMs, limit: perRound })
    await Promise.all(due.map((message) => send(transport, message)))
  }

  // Where one kind has a provider, nobody can read the other kind in the local outbox: its codes and links must not stay there.
  const people = ['MAIL', 'SMS'] as const
  const carried = people.filter((kind) => transports.some((transport) => transport.kind === kind))
  const orphans = carried.length === 0 ? [] : people.filter((kind) => !carried.includes(kind))
  const giveUp = async (kind: 'MAIL' | 'SMS'): Promise<void> => {
    const now = machineNow()
    const given = await failOlder(sql, kind, now, now, 'no provider')
    if (given === 0) return
    onResult(kind, 'failed', given)
    log.warn({ kind, messages: given }, 'messages of this kind have no provider')
  }

  const deliver = (): Promise<void> => {
    round ??= Promise.all([...transports.map(deliverKind), ...orphans.map(giveUp)])
      .then(() => {})
      .finally(() => {
        round = null
      })
    return round
  }

  return {
    deliver,
    close() {
      for (const transport of transports) transport.close()
    },
  }
}
