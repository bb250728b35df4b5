import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { smsCodeSeconds } from '#contract/people/auth.ts'
import { machineNow } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import { failGone, failOlder, type MessageKind, noteFailed, noteRetry, noteSent, takeDueMessages, type WaitingMessage } from '../db/messages/outbox.ts'
import { type Transport, Undeliverable } from './transport.ts'

/** How often due messages are looked for, ms of machine time. */
export const deliveryMs = 1000
/** Messages of a kind that are on their way at once. */
const atOnce = 32
/** How long a recipient rests that has failed once, ms, and how many times as long at the most. */
const firstRestMs = 5_000
const mostRests = 64
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
  /** Called with whose alerts were told of, or not, once in a while. */
  onTold?: (organisationIds: number[]) => void
  /** How long a recipient rests that did not answer, ms; ever longer while it does not. */
  restMs?: number
  /** Epoch ms; the machine's clock when absent. */
  machineTime?: () => number
}

export interface Delivery {
  /** The kinds of messages that it carries, each delivered by itself: a provider that is slow keeps no other waiting. */
  kinds: readonly MessageKind[]
  /**
   * Sends what is due and has a transport, of one kind or of all, until nothing is; calls while one is running share it.
   * @param isStopping whether nothing more is to be begun
   */
  deliver(kind?: MessageKind, isStopping?: () => boolean): Promise<void>
  close(): void
}

/** Recipients that a transport keeps apart: how many messages are on their way to each, and which rest because they did not answer. */
class Recipients {
  private readonly under = new Map<string, number>()
  private readonly failed = new Map<string, { times: number; restsUntil: number }>()
  private readonly each: number
  private readonly restMs: number

  constructor(each: number, restMs: number) {
    this.each = each
    this.restMs = restMs
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
    // Several that were on their way together fail together: that is one failure.
    if (restsUntil <= now) this.failed.set(recipient, { times: Math.min(mostRests, 2 * times), restsUntil: now + times * this.restMs })
  }

  /** Those that get nothing now. */
  busy(now: number): string[] {
    const resting = [...this.failed].flatMap(([recipient, { restsUntil }]) => (restsUntil > now ? [recipient] : []))
    return [...resting, ...[...this.under].flatMap(([recipient, count]) => (count >= this.each ? [recipient] : []))]
  }
}

/**
 * Sends what is in the outbox, again and again until a provider takes it or it is given up. All state that counts is in the database:
 * no restart loses a message, and a crash between the provider's answer and ours sends it twice, under the same id. Processes share the work.
 */
export function createDelivery({ sql, log, transports, onResult, onTold = () => {}, restMs = firstRestMs, machineTime = machineNow }: DeliveryParts): Delivery {
  let isClosed = false
  const rounds = new Map<Transport, Promise<void>>()
  const recipientsOf = new Map(transports.map((transport) => [transport, transport.each === undefined ? null : new Recipients(transport.each, restMs)]))

  /** @returns whether it was taken, or given up for good: what a recipient said of one message is no reason to keep others from it */
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
      await noteRetry(sql, id, now + Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(tries - 1, 20)), reason)
      onResult(kind, 'retried', 1)
    }
    // Neither whom it was for nor what it said: it carries codes and links.
    log.warn({ message: id, kind, tries, reason: result.name }, 'a message was not sent')
    return isForGood
  }

  const giveUpOld = async (kind: MessageKind): Promise<void> => {
    const now = machineTime()
    const given = (await failOlder(sql, kind, now - giveUpMs[kind], now, 'too old')) + (await failGone(sql, kind, now))
    if (given > 0) onResult(kind, 'failed', given)
  }

  /** Keeps as many on their way as may be, until nothing is due: one that is not answered holds up none of the others. */
  const deliverKind = async (transport: Transport, isStopping: () => boolean): Promise<void> => {
    const { kind, leaseMs, each = atOnce } = transport
    const recipients = recipientsOf.get(transport) ?? null
    const under = new Set<Promise<void>>()
    const told = new Set<number>()
    const faults: unknown[] = []
    let toldAt = machineTime()
    await giveUpOld(kind)
    for (;;) {
      const now = machineTime()
      if (told.size > 0 && (under.size === 0 || now - toldAt >= deliveryMs)) {
        onTold([...told])
        told.clear()
        toldAt = now
      }
      const room = isClosed || isStopping() || faults.length > 0 ? 0 : atOnce - under.size
      const due = room === 0 ? [] : await takeDueMessages(sql, { kind, now, leaseUntil: now + leaseMs, limit: room, each, besides: recipients?.busy(now) ?? [] })
      for (const message of due) {
        const { recipient, organisationId } = message
        recipients?.begin(recipient)
        const sending = send(transport, message)
          .then((isDone) => recipients?.end(recipient, isDone, machineTime()), (error: unknown) => {
            recipients?.end(recipient, false, machineTime())
            faults.push(error)
          })
          .finally(() => {
            under.delete(sending)
            if (organisationId !== null) told.add(organisationId)
          })
        under.add(sending)
      }
      if (under.size === 0 && told.size === 0) break
      // A message that becomes due meanwhile is not left waiting for the slowest.
      if (under.size > 0) await Promise.race([...under, sleep(deliveryMs, undefined, { ref: false })])
    }
    if (faults.length > 0) throw faults[0]
  }

  // Where one kind has a provider, nobody can read the other kind in the local outbox: its codes and links must not stay there.
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
      const wanted = transports.filter((transport) => kind === undefined || transport.kind === kind)
      await Promise.all([...wanted.map((transport) => begin(transport, isStopping)), ...orphans.map(giveUp)])
    },
    close() {
      isClosed = true
      for (const transport of transports) transport.close()
    },
  }
}
