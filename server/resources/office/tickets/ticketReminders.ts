import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../records/transaction.ts'
import { endEvents, type NoticeChange, emitNotices } from '../notices.ts'
import { insertTicketNotices, ticketPath } from './ticketNotices.ts'
import { deciders, reminderDueAt, type TicketHead } from './ticketRows.ts'

type Reminded = Pick<TicketHead, 'id' | 'kind' | 'subjectName' | 'raisedBy'> & { by: string }

/**
 * Reminds the deciders of a ticket once before its deadline and once after it; after it, also notifies the raiser. Each reminder
 * replaces the earlier notice.
 * @param at machine time, epoch ms
 */
export async function remindDeciders(context: Context, at: number): Promise<void> {
  const changes = await inTransaction(context.sql, async (sql) => {
    const columns = sql`t.id, t.kind, t.subject_name as "subjectName", t.raised_by as "raisedBy", u.display_name as by`
    const overdue = await sql<Reminded[]>`
      update tickets t set overdue_told_at = ${at}, reminded_at = coalesce(t.reminded_at, ${at}) from users u
      where u.id = t.raised_by and t.state = 'PENDING' and t.overdue_told_at is null and t.due_at <= ${at}::timestamptz returning ${columns}`
    const soon = await sql<Reminded[]>`
      update tickets t set reminded_at = ${at} from users u
      where u.id = t.raised_by and t.state = 'PENDING' and t.reminded_at is null and ${reminderDueAt(sql)} <= ${at}::timestamptz returning ${columns}`
    const noticeChanges: NoticeChange[] = []
    for (const ticket of [...overdue, ...soon]) {
      const code = overdue.includes(ticket) ? 'TICKET_OVERDUE' : 'TICKET_DUE_SOON'
      const { by } = ticket
      noticeChanges.push(...(await endEvents(sql, ticketPath(ticket.id), at)))
      noticeChanges.push(
        ...(await insertTicketNotices(sql, await deciders(sql, ticket.id, at), ticket, {
          type: 'event',
          code,
          by,
          at,
        })),
      )
      if (code === 'TICKET_OVERDUE')
        noticeChanges.push(
          ...(await insertTicketNotices(sql, [ticket.raisedBy], ticket, { type: 'notification', code, by, at })),
        )
    }
    return noticeChanges
  })
  await emitNotices(context, changes)
}
