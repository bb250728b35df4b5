import type { OrganisationChannelKind } from '#contract/duty/alertChannels.ts'
import type { OutboxMessage } from '#contract/office/outbox.ts'
import type { Queries } from '../connect.ts'

export type MessageKind = OutboxMessage['kind'] | OrganisationChannelKind

interface NewMessage {
  kind: MessageKind
  /** An address, or a telephone in E.164. */
  recipient: string
  /** Of a mail; '' for an SMS. */
  subject: string
  body: string
  /** Machine time, epoch ms. */
  at: number
}

/** Writes a message to somebody, in the transaction that causes it: it is carried once that is committed. */
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
  /** This one counted. */
  tries: number
  /** The organisation whose alert the message is about; null: about none. */
  organisationId: number | null
}

interface Due {
  kind: MessageKind
  now: number
  leaseUntil: number
  limit: number
  /** So many for one recipient at the most. */
  each: number
  /** Recipients that are left out. */
  besides: readonly string[]
}

/**
 * Takes messages of a kind that are due, each recipient's first ones first, and keeps others from them until `leaseUntil`: should this
 * process end in the middle, they are tried again then.
 */
export async function takeDueMessages(sql: Queries, { kind, now, leaseUntil, limit, each, besides }: Due): Promise<WaitingMessage[]> {
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
 * Gives up what tells of alerts to people who are none of the organisation's any more, or may not sign in: what they must not see on
 * the screen is not mailed after them. @returns how many
 */
export async function failGone(sql: Queries, kind: MessageKind, now: number): Promise<number> {
  const rows = await sql`
    update outbox o set failed_at = ${now}::timestamptz, body = '', error = 'the recipient may not sign in any more'
    where o.kind = ${kind} and o.sent_at is null and o.failed_at is null and o.next_try_at <= ${now}::timestamptz and o.delivery_id is not null
      and not exists (
        select from alert_deliveries d left join users u on u.id = d.user_id
        where d.id = o.delivery_id and (d.user_id is null or (u.status = 'ACTIVE' and u.organisation_id = d.organisation_id))) returning o.id`
  return rows.length
}

/** Notes that a message was sent. What it said is kept no longer: it carries codes and links. */
export async function noteSent(sql: Queries, id: number, now: number): Promise<void> {
  await sql`update outbox set sent_at = ${now}, body = '', error = null where id = ${id}`
}

/** Notes why a message was not sent, and when it is tried again. */
export async function noteRetry(sql: Queries, id: number, nextTryAt: number, error: string): Promise<void> {
  await sql`update outbox set next_try_at = ${nextTryAt}, error = ${error} where id = ${id}`
}

/** Gives a message up. */
export async function noteFailed(sql: Queries, id: number, now: number, error: string): Promise<void> {
  await sql`update outbox set failed_at = ${now}, body = '', error = ${error} where id = ${id}`
}

/** Gives up all messages of a kind that were never sent and were written before an instant, or have one of their own that has come. @returns how many */
export async function failOlder(sql: Queries, kind: MessageKind, before: number, now: number, why: string): Promise<number> {
  const rows = await sql`
    update outbox set failed_at = ${now}, body = '', error = coalesce(error, ${why})
    where kind = ${kind} and coalesce(give_up_at <= ${now}::timestamptz, at < ${before}::timestamptz) and sent_at is null and failed_at is null and next_try_at <= ${now} returning id`
  return rows.length
}
