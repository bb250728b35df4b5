import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'
import type { OutboxMessage } from '#contract/office/outbox.ts'
import type { Queries } from '../connect.ts'

export type MessageKind = OutboxMessage['kind'] | OrganisationChannelKind

interface NewMessage {
  kind: MessageKind
  /** A mail address, or a telephone in E.164. */
  recipient: string
  /** Subject of a mail; '' for an SMS. */
  subject: string
  body: string
  /** Machine time, epoch ms. */
  at: number
}

/** Writes a message in the transaction that causes it. It is sent once that transaction is committed. */
export async function insertMessage(sql: Queries, { kind, recipient, subject, body, at }: NewMessage): Promise<void> {
  await sql`
    insert into outbox (kind, at, recipient, subject, body, next_try_at) values (${kind}, ${at}, ${recipient}, ${subject}, ${body}, ${at})`
}

export interface WaitingMessage {
  id: number
  kind: MessageKind
  at: number
  recipient: string
  subject: string
  body: string
  /** Number of tries, including this one. */
  tries: number
  /** The organisation whose alert the message is about; null for other messages. */
  organisationId: number | null
}

interface Due {
  kind: MessageKind
  now: number
  leaseUntil: number
  limit: number
  /** Maximum messages per recipient. */
  perRecipient: number
  /** Recipients to leave out. */
  excludedRecipients: readonly string[]
}

/**
 * Leases due messages of a kind until `leaseUntil`, each recipient's oldest first.
 * If this process dies before it sends them, they become due again at that time.
 */
export async function leaseDueMessages(
  sql: Queries,
  { kind, now, leaseUntil, limit, perRecipient: each, excludedRecipients: besides }: Due,
): Promise<WaitingMessage[]> {
  return sql<WaitingMessage[]>`
    with ranked as materialized (
      select id, row_number() over (partition by recipient order by next_try_at, id) as place from outbox
      where sent_at is null and failed_at is null and kind = ${kind} and next_try_at <= ${now}::timestamptz and recipient <> all(${[...besides]}::text[])
    ), first as materialized (
      select id from ranked where place <= ${each} order by place, id limit ${limit}
    )
    update outbox o set tries = tries + 1, next_try_at = ${leaseUntil}::timestamptz
    -- Another process may have taken some of them meanwhile.
    where o.id in (select id from outbox where id in (select id from first) and sent_at is null and failed_at is null and next_try_at <= ${now}::timestamptz for update skip locked)
    returning o.id, o.kind, o.at, o.recipient, o.subject, o.body, o.tries, (select d.organisation_id from alert_deliveries d where d.id = o.delivery_id) as "organisationId"`
}

/**
 * Cancels alert messages whose recipient left the organisation or may not sign in: alerts they may not see on screen must not reach them by mail.
 * @returns number of cancelled messages
 */
export async function failUndeliverable(sql: Queries, kind: MessageKind, now: number): Promise<number> {
  const rows = await sql`
    update outbox o set failed_at = ${now}::timestamptz, body = '', error = 'the recipient may not sign in any more'
    where o.kind = ${kind} and o.sent_at is null and o.failed_at is null and o.next_try_at <= ${now}::timestamptz and o.delivery_id is not null
      and not exists (
        select from alert_deliveries d left join users u on u.id = d.user_id
        where d.id = o.delivery_id and (d.user_id is null or (u.status = 'ACTIVE' and u.organisation_id = d.organisation_id))) returning o.id`
  return rows.length
}

/** Records that a message was sent, and deletes its text: it may contain codes and links. */
export async function noteSent(sql: Queries, id: number, now: number): Promise<void> {
  await sql`update outbox set sent_at = ${now}, body = '', error = null where id = ${id}`
}

/** Records why a message was not sent, and when to try again. */
export async function noteRetry(sql: Queries, id: number, nextTryAt: number, error: string): Promise<void> {
  await sql`update outbox set next_try_at = ${nextTryAt}, error = ${error} where id = ${id}`
}

/** Marks a message as failed for good. */
export async function noteFailed(sql: Queries, id: number, now: number, error: string): Promise<void> {
  await sql`update outbox set failed_at = ${now}, body = '', error = ${error} where id = ${id}`
}

/** Fails the unsent messages of a kind that passed their own deadline or, without one, were written before an instant. @returns how many */
export async function failOlder(
  sql: Queries,
  kind: MessageKind,
  before: number,
  now: number,
  why: string,
): Promise<number> {
  const rows = await sql`
    update outbox set failed_at = ${now}, body = '', error = coalesce(error, ${why})
    where kind = ${kind} and coalesce(give_up_at <= ${now}::timestamptz, at < ${before}::timestamptz) and sent_at is null and failed_at is null and next_try_at <= ${now} returning id`
  return rows.length
}
