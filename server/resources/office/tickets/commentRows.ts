import type { TicketComment } from '#contract/office/tickets.ts'
import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import type { Caller } from '../../../auth/sessions.ts'

/** Returns the comments on a ticket, oldest first. Banks do not read each other's, as a farm's ticket may concern several. */
export async function commentsOf(
  sql: Queries,
  ticketId: number,
  { organisationKind, organisationId }: Pick<Caller, 'organisationKind' | 'organisationId'>,
): Promise<TicketComment[]> {
  const rows = await sql<(Omit<TicketComment, 'at'> & { at: number })[]>`
    select c.id, u.display_name as author, o.name as "organisationName", c.comment, c.at
    from ticket_comments c join users u on u.id = c.author_id left join organisations o on o.id = u.organisation_id
    where c.ticket_id = ${ticketId}
      and (${organisationKind !== 'BANK'} or o.kind is distinct from 'BANK' or o.id = ${organisationId}) order by c.id`
  return rows.map((row) => ({ ...row, at: toInstant(row.at) }))
}
