import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { audit } from '../../../records/audit.ts'
import { transact } from '../../../records/write.ts'
import { insertTicketNotices, emitTicketChange } from './ticketNotices.ts'
import { deciders, findTicket, lockTicket } from './ticketRows.ts'

/** Maximum comments of one ticket. */
const maxComments = 200

/**
 * Adds a comment to a ticket and notifies the other participants and deciders.
 * @throws CallError NOT_FOUND when the caller may not see the ticket; NOT_ALLOWED when they have no part in it; CONFLICT when it has the maximum
 * number of comments
 */
export async function commentOn(
  context: Context,
  caller: Caller,
  { ticketId, comment }: { ticketId: number; comment: string },
): Promise<void> {
  const at = machineNow()
  await transact(context, async ({ sql, afterCommit }) => {
    const ticket = await lockTicket(sql, caller, ticketId)
    const before = await findTicket(sql, caller, ticketId)
    if (!before.canComment) throw new CallError('NOT_ALLOWED')
    if (before.comments.length >= maxComments) throw new CallError('CONFLICT', { fields: { comment: 'too_many' } })
    const others = new Set([...(await participants(sql, ticketId)), ...(await deciders(sql, ticketId, at))])
    others.delete(caller.userId)
    await sql`insert into ticket_comments (ticket_id, author_id, comment, at) values (${ticketId}, ${caller.userId}, ${comment}, ${at})`
    const after = await findTicket(sql, caller, ticketId)
    await audit(sql, caller, at, { action: 'EDIT', noun: 'ticket', nounId: ticketId, before, after })
    const notices = await insertTicketNotices(sql, [...others], ticket, {
      type: 'message',
      code: 'TICKET_COMMENTED',
      by: caller.displayName,
      comment,
      at,
    })
    afterCommit(() => emitTicketChange(context, ticketId, notices))
    return after
  })
}

/** Returns the users who raised, decided or commented on a ticket and may still see it. */
async function participants(sql: Queries, ticketId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select u.id from tickets t join users u on u.status = 'ACTIVE' and (u.id = t.raised_by
      or u.id in (select decided_by from ticket_steps where ticket_id = t.id)
      or u.id in (select author_id from ticket_comments where ticket_id = t.id))
    where t.id = ${ticketId} and (u.organisation_id is not distinct from t.raised_org_id or exists (
      select from ticket_steps s where s.ticket_id = t.id
        and (s.approver_org_id = u.organisation_id or (s.approver_org_id is null and s.approver_role = u.role))))`
  return rows.map(({ id }) => id)
}
