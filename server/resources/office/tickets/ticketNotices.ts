import type { NoticeCode, NoticeType } from '#contract/office/notices.ts'
import type { TicketKind } from '#contract/office/tickets.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { insertNotices, type NoticeChange, tellNotices } from '../notices.ts'
import { banksToldOf } from './farmTickets.ts'
import { deciders } from './ticketRows.ts'

interface TicketSubject {
  id: number
  kind: TicketKind
  subjectName: string
}

/** Where the console shows a ticket. */
export function ticketPath(ticketId: number): string {
  return `/dashboard/approvals?open=${ticketId}`
}

/** Tells some users of a ticket; `by` is the name of who caused it, `comment` what they said, '' for nothing. */
export async function noticeOf(
  sql: Queries,
  userIds: readonly number[],
  { id, kind, subjectName }: TicketSubject,
  { type, code, by, comment = '', at }: { type: NoticeType; code: NoticeCode; by: string; comment?: string; at: number },
): Promise<NoticeChange[]> {
  const params = { ticketId: String(id), kind, subject: subjectName, by, ...(comment === '' ? {} : { comment }) }
  return insertNotices(sql, userIds, { type, code, params, path: ticketPath(id), at })
}

/** Asks those who may decide the open steps of a ticket to do so. */
export async function askDeciders(sql: Queries, ticket: TicketSubject & { raisedBy: number }, at: number): Promise<NoticeChange[]> {
  const [raiser] = await sql<{ name: string }[]>`select display_name as name from users where id = ${ticket.raisedBy}`
  const userIds = await deciders(sql, ticket.id, at)
  return noticeOf(sql, userIds, ticket, { type: 'event', code: 'TICKET_TO_DECIDE', by: raiser?.name ?? '', at })
}

/**
 * Tells the server of what was done with a ticket, after the commit: the organisations that have a part in it see it, and notices
 * that came of it are shown. Never fails.
 */
export async function tellTicket(context: Context, ticketId: number, notices: readonly NoticeChange[]): Promise<void> {
  const { sql, log, events } = context
  try {
    const parties = await sql<{ id: number }[]>`
      select raised_org_id as id from tickets where id = ${ticketId} and raised_org_id is not null
      union select approver_org_id from ticket_steps where ticket_id = ${ticketId} and approver_org_id is not null
      union ${banksToldOf(sql, ticketId)}`
    events.emit('recordsChanged', { noun: 'tickets', ids: [ticketId], organisationIds: parties.map(({ id }) => id) })
  } catch (error) {
    log.warn({ err: error }, 'a change of a ticket could not be told')
  }
  await tellNotices(context, notices)
}
