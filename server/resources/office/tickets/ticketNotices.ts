import type { NoticeCode, NoticeType } from '#contract/office/notices.ts'
import type { TicketKind } from '#contract/office/tickets.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { insertNotices, type NoticeChange, emitNotices } from '../notices.ts'
import { banksSeeingTicket } from './farmTickets.ts'
import { deciders } from './ticketRows.ts'

interface TicketSubject {
  id: number
  kind: TicketKind
  subjectName: string
}

/** Returns the console path of a ticket. */
export function ticketPath(ticketId: number): string {
  return `/dashboard/approvals?open=${ticketId}`
}

/** Inserts notices about a ticket. @param by name of the user who caused it @param comment empty for none */
export async function insertTicketNotices(
  sql: Queries,
  userIds: readonly number[],
  { id, kind, subjectName }: TicketSubject,
  {
    type,
    code,
    by,
    comment = '',
    at,
  }: { type: NoticeType; code: NoticeCode; by: string; comment?: string; at: number },
): Promise<NoticeChange[]> {
  const params = { ticketId: String(id), kind, subject: subjectName, by, ...(comment === '' ? {} : { comment }) }
  return insertNotices(sql, userIds, { type, code, params, path: ticketPath(id), at })
}

/** Inserts event notices for all users who may decide the open steps of a ticket. */
export async function askDeciders(
  sql: Queries,
  ticket: TicketSubject & { raisedBy: number },
  at: number,
): Promise<NoticeChange[]> {
  const [raiser] = await sql<{ name: string }[]>`select display_name as name from users where id = ${ticket.raisedBy}`
  const userIds = await deciders(sql, ticket.id, at)
  return insertTicketNotices(sql, userIds, ticket, {
    type: 'event',
    code: 'TICKET_TO_DECIDE',
    by: raiser?.name ?? '',
    at,
  })
}

/** Emits a ticket's change to the organisations involved, and its notices to their users. Call it after the commit. Never throws. */
export async function emitTicketChange(
  context: Context,
  ticketId: number,
  notices: readonly NoticeChange[],
): Promise<void> {
  const { sql, log, events } = context
  try {
    const parties = await sql<{ id: number }[]>`
      select raised_org_id as id from tickets where id = ${ticketId} and raised_org_id is not null
      union select approver_org_id from ticket_steps where ticket_id = ${ticketId} and approver_org_id is not null
      union ${banksSeeingTicket(sql, ticketId)}`
    events.emit('recordsChanged', { noun: 'tickets', ids: [ticketId], organisationIds: parties.map(({ id }) => id) })
  } catch (error) {
    log.warn({ err: error }, 'a change of a ticket could not be told')
  }
  await emitNotices(context, notices)
}
