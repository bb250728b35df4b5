import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { smsCodeSeconds } from '#contract/people/auth.ts'
import { machineNow } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import {
  failUndeliverable,
  failOlder,
  type MessageKind,
  noteFailed,
  noteRetry,
  noteSent,
  leaseDueMessages,
  type WaitingMessage,
} from '../db/messages/outbox.ts'
import { type Transport, Undeliverable } from './transport.ts'

/** Interval at which due messages are looked for, ms of machine time. */
export const deliveryIntervalMs = 1000
/** Maximum concurrent messages per kind. */
const maxConcurrent = 32
/** Pause of a recipient after its first failure, ms, and its maximum multiple. */
const firstPauseMs = 5_000
const maxPauseFactor = 64
const firstRetryMs = 5_000
const maxRetryMs = 30 * 60_000
const hourMs = 3_600_000
/**
 * Age at which a message without its own deadline is given up, ms: a mail after a day, an SMS with its code, a channel's message when it is outdated.
 */
const giveUpMs: Record<MessageKind, number> = {
  MAIL: 24 * hourMs,
  SMS: smsCodeSeconds * 1000,
  WEBHOOK: 6 * hourMs,
  WECOM: 2 * hourMs,
  DINGTALK: 2 * hourMs,
  FEISHU: 2 * hourMs,
}

export type DeliveryResult = 'sent' | 'retried' | 'failed'

interface DeliveryParts {
  sql: Sql
  log: Logger
  transports: readonly Transport[]
  /** Called with the results of messages. */
  onResult: (kind: MessageKind, result: DeliveryResult, count: number) => void
  /** Called occasionally with the organisations of alert messages that were handled. */
  onAlertsDelivered?: (organisationIds: number[]) => void
  /** Pause of a recipient that did not answer, ms; it grows with each failure. */
  pauseMs?: number
  /** Epoch ms; default: the machine's clock. */
  machineTime?: () => number
}

export interface Delivery {
  /** The message kinds it delivers. Each runs separately, so that a slow provider does not delay the others. */
  kinds: readonly MessageKind[]
  /**
   * Sends due messages of one kind or all kinds until none is left; concurrent calls share one run.
   * @param isStopping returns whether to start no further messages
   */
  deliver(kind?: MessageKind, isStopping?: () => boolean): Promise<void>
  close(): void
}

/** Recipients of a transport with separate limits: messages in progress per recipient, and recipients paused after a failure. */
class Recipients {
  private readonly under = new Map<string, number>()
  private readonly failed = new Map<string, { times: number; restsUntil: number }>()
  private readonly perRecipient: number
  private readonly pauseMs: number

  constructor(each: number, pauseMs: number) {
    this.perRecipient = each
    this.pauseMs = pauseMs
  }

  begin(recipient: string): void {
    this.under.set(recipient, (this.under.get(recipient) ?? 0) + 1)
  }

  end(recipient: string, isSent: boolean, now: number): void {
    const left = (this.under.get(recipient) ?? 1) - 1
    if (left > 0) this.under.set(recipient, left)
    else this.under.delete(recipient)
    if (isSent) return void this.failed.delete(recipient)
    const { times = 1, restsUntil = 0 } = this.failed.get(recipient) ?? {}
    // Concurrent messages fail together and count as one failure.
    if (restsUntil <= now)
      this.failed.set(recipient, { times: Math.min(maxPauseFactor, 2 * times), restsUntil: now + times * this.pauseMs })
  }

  /** Returns the recipients that get nothing now. */
  busy(now: number): string[] {
    const resting = [...this.failed].flatMap(([recipient, { restsUntil }]) => (restsUntil > now ? [recipient] : []))
    return [
      ...resting,
      ...[...this.under].flatMap(([recipient, count]) => (count >= this.perRecipient ? [recipient] : [])),
    ]
  }
}

/**
 * Sends the messages of the outbox, with retries until a provider accepts them or they are given up. All relevant state is in the database:
 * no restart loses a message. A crash after the provider's answer sends a message twice, with one id. Processes share the work.
 */
export function createDelivery({
  sql,
  log,
  transports,
  onResult,
  onAlertsDelivered: onTold = () => {},
  pauseMs = firstPauseMs,
  machineTime = machineNow,
}: DeliveryParts): Delivery {
  let isClosed = false
  const rounds = new Map<Transport, Promise<void>>()
  const recipientsOf = new Map(
    transports.map((transport) => [
      transport,
      transport.maxPerRecipient === undefined ? null : new Recipients(transport.maxPerRecipient, pauseMs),
    ]),
  )

  /** @returns whether it was accepted or failed for good: a recipient's rejection of one message must not delay others */
  const send = async (transport: Transport, message: WaitingMessage): Promise<boolean> => {
    const { id, kind, tries } = message
    const result = await transport.send(message).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
    const now = machineTime()
    if (result === null) {
      await noteSent(sql, id, now)
      onResult(kind, 'sent', 1)
      return true
    }
    const reason = result.message.slice(0, 300)
    const isForGood = result instanceof Undeliverable
    if (isForGood) {
      await noteFailed(sql, id, now, reason)
      onResult(kind, 'failed', 1)
    } else {
      await noteRetry(sql, id, now + Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(tries - 1, 20)), reason)
      onResult(kind, 'retried', 1)
    }
    // Logs neither recipient nor text, which may contain codes and links.
    log.warn({ message: id, kind, tries, reason: result.name }, 'a message was not sent')
    return isForGood
  }

  const giveUpOld = async (kind: MessageKind): Promise<void> => {
    const now = machineTime()
    const given =
      (await failOlder(sql, kind, now - giveUpMs[kind], now, 'too old')) + (await failUndeliverable(sql, kind, now))
    if (given > 0) onResult(kind, 'failed', given)
  }

  /** Keeps the maximum number of messages in progress until none is due; a slow one does not block the others. */
  const deliverKind = async (transport: Transport, isStopping: () => boolean): Promise<void> => {
    const { kind, leaseMs, maxPerRecipient: each = maxConcurrent } = transport
    const recipients = recipientsOf.get(transport) ?? null
    const inProgress = new Set<Promise<void>>()
    const handledOrganisations = new Set<number>()
    const faults: unknown[] = []
    let reportedAt = machineTime()
    await giveUpOld(kind)
    for (;;) {
      const now = machineTime()
      if (handledOrganisations.size > 0 && (inProgress.size === 0 || now - reportedAt >= deliveryIntervalMs)) {
        onTold([...handledOrganisations])
        handledOrganisations.clear()
        reportedAt = now
      }
      const room = isClosed || isStopping() || faults.length > 0 ? 0 : maxConcurrent - inProgress.size
      const due =
        room === 0
          ? []
          : await leaseDueMessages(sql, {
              kind,
              now,
              leaseUntil: now + leaseMs,
              limit: room,
              perRecipient: each,
              excludedRecipients: recipients?.busy(now) ?? [],
            })
      for (const message of due) {
        const { recipient, organisationId } = message
        recipients?.begin(recipient)
        const sending = send(transport, message)
          .then(
            (isDone) => recipients?.end(recipient, isDone, machineTime()),
            (error: unknown) => {
              recipients?.end(recipient, false, machineTime())
              faults.push(error)
            },
          )
          .finally(() => {
            inProgress.delete(sending)
            if (organisationId !== null) handledOrganisations.add(organisationId)
          })
        inProgress.add(sending)
      }
      if (inProgress.size === 0 && handledOrganisations.size === 0) break
      // Checks for newly due messages without waiting for the slowest one.
      if (inProgress.size > 0) await Promise.race([...inProgress, sleep(deliveryIntervalMs, undefined, { ref: false })])
    }
    if (faults.length > 0) throw faults[0]
  }

  // When only one of the two kinds has a provider, nobody can read the other kind in the local outbox.
  // Its codes and links must not stay there.
  const people = ['MAIL', 'SMS'] as const
  const carried = people.filter((kind) => transports.some((transport) => transport.kind === kind))
  const orphans = carried.length === 0 ? [] : people.filter((kind) => !carried.includes(kind))
  const giveUp = async (kind: 'MAIL' | 'SMS'): Promise<void> => {
    const now = machineTime()
    const given = await failOlder(sql, kind, now, now, 'no provider')
    if (given === 0) return
    onResult(kind, 'failed', given)
    log.warn({ kind, messages: given }, 'messages of this kind have no provider')
  }

  const begin = (transport: Transport, isStopping: () => boolean): Promise<void> => {
    const running = rounds.get(transport)
    if (running !== undefined) return running
    const round = deliverKind(transport, isStopping).finally(() => rounds.delete(transport))
    rounds.set(transport, round)
    return round
  }

  return {
    kinds: transports.map(({ kind }) => kind),
    async deliver(kind, isStopping = () => false) {
      const selectedTransports = transports.filter((transport) => kind === undefined || transport.kind === kind)
      await Promise.all([
        ...selectedTransports.map((transport) => begin(transport, isStopping)),
        ...orphans.map(giveUp),
      ])
    },
    close() {
      isClosed = true
      for (const transport of transports) transport.close()
    },
  }
}
