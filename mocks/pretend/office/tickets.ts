import type { Organisation } from '#contract/organisations.ts'
import type { TicketDetail, TicketState } from '#contract/tickets.ts'
import type { User } from '#contract/users.ts'
import type { Answers } from '../answer.ts'
import type { People } from '../people.ts'
import type { Post } from '../post.ts'
import { Refusal } from '../refusal.ts'
import { Table } from '../table.ts'
import type { NoticeBook } from './notices.ts'

interface TicketRow extends TicketDetail {
  id: number
  raisedById: number
  raisedOrgId: number
}

/** The approvals that are pretended: registrations alone, as in the product so far. */
export interface TicketBook {
  all(): readonly TicketRow[]
  find(id: number): TicketRow
  /** Asks for the approval of an organisation. */
  raise(organisation: Organisation, registrant: User): TicketRow
  decide(id: number, state: Exclude<TicketState, 'PENDING'>, by: string, comment: string): void
}

const pathOf = (ticketId: number) => `/dashboard/approvals?open=${ticketId}`

export function createTicketBook({ users, organisations }: People, notices: NoticeBook, post: Post): TicketBook {
  const tickets = new Table<TicketRow>(pastTickets(organisations.all(), users.all()))
  const platform = () => users.all().filter(({ role, status }) => role === 'ADMIN_PLATFORM' && status === 'ACTIVE').map(({ id }) => id)
  const paramsOf = (ticket: TicketRow, by: string) => ({ ticketId: String(ticket.id), kind: ticket.kind, subject: ticket.subjectName, by })

  const ask = (ticket: TicketRow) => {
    const params = paramsOf(ticket, ticket.raisedBy)
    notices.tell(platform(), { type: 'event', code: 'TICKET_TO_DECIDE', params, path: pathOf(ticket.id) })
  }
  for (const ticket of tickets.all()) if (ticket.state === 'PENDING') ask(ticket)

  return {
    all: () => tickets.all(),
    find: (id) => tickets.find(id),
    raise(organisation, registrant) {
      const ticket = tickets.add((id) => toTicket(id, organisation, registrant, new Date().toISOString()))
      ask(ticket)
      return ticket
    },
    decide(id, state, by, comment) {
      const before = tickets.find(id)
      tickets.edit(id, decided(before, state, by, comment, new Date().toISOString()))
      organisations.edit(before.subjectId, { status: state === 'APPROVED' ? 'ACTIVE' : 'REJECTED' })
      notices.clear(({ type, path }) => type === 'event' && path === pathOf(id))
      if (state === 'WITHDRAWN') return
      const params = { ...paramsOf(before, by), ...(comment === '' ? {} : { comment }) }
      const code = state === 'APPROVED' ? 'TICKET_APPROVED' : 'TICKET_REJECTED'
      notices.tell([before.raisedById], { type: 'notification', code, params, path: pathOf(id) })
      const { email } = users.find(before.raisedById)
      if (email !== null) post.writeDecision(email, before.subjectName, state === 'APPROVED', comment)
    },
  }
}

/** A ticket as it stands at its end. */
function decided(ticket: TicketRow, state: Exclude<TicketState, 'PENDING'>, by: string, comment: string, at: string): TicketRow {
  if (state === 'WITHDRAWN') return { ...ticket, state, decidedAt: at }
  const decision = { decision: state, decidedBy: by, decidedAt: at, comment: comment === '' ? null : comment }
  return { ...ticket, state, decidedAt: at, steps: ticket.steps.map((step) => ({ ...step, ...decision })) }
}

/** Whoever registered an organisation had to ask for its approval: those tickets stand as the organisations do. */
function pastTickets(organisations: readonly Organisation[], users: readonly User[]): TicketRow[] {
  const registered = organisations.flatMap((organisation) => {
    const registrant = users.find(({ organisationId }) => organisationId === organisation.id)
    return registrant && organisation.role !== 'PLATFORM' && organisation.status !== 'PENDING_ACTIVATION' ? [{ organisation, registrant }] : []
  })
  return registered.map(({ organisation, registrant }, place) => {
    const { status, registeredDate } = organisation
    const ticket = toTicket(place + 1, organisation, registrant, registeredDate)
    if (status === 'PENDING_APPROVAL') return ticket
    return status === 'REJECTED'
      ? decided(ticket, 'REJECTED', '平台管理员', '营业执照不清晰', registeredDate)
      : decided(ticket, 'APPROVED', '平台管理员', '', registeredDate)
  })
}

function toTicket(id: number, organisation: Organisation, registrant: User, at: string): TicketRow {
  const { role, name, creditCode, contact, telephone, email, address, licenceImageId } = organisation
  const named = { role, name, creditCode, contact, telephone, email, address, licenceImageId, userName: registrant.userName }
  return {
    id,
    ticketId: id,
    kind: 'ORGANISATION_REGISTRATION',
    state: 'PENDING',
    subjectType: 'ORGANISATION',
    subjectId: organisation.id,
    subjectName: name,
    raisedBy: registrant.displayName,
    raisedById: registrant.id,
    raisedOrgId: organisation.id,
    raisedAt: at,
    decidedAt: null,
    organisationName: name,
    canDecide: false,
    canWithdraw: false,
    steps: [
      {
        id,
        place: 1,
        approverRole: 'ADMIN_PLATFORM',
        approverOrganisationId: null,
        approverOrganisationName: null,
        decision: null,
        decidedBy: null,
        decidedAt: null,
        comment: null,
      },
    ],
    changes: Object.entries(named).map(([field, after]) => ({ field, before: null, after })),
  }
}

export function ticketAnswers(book: TicketBook, { callerOf }: People): Answers['tickets'] {
  const isSeen = (row: TicketRow, user: User) => user.role === 'ADMIN_PLATFORM' || row.raisedOrgId === user.organisationId
  const asSeen = (row: TicketRow, user: User): TicketRow => ({
    ...row,
    canDecide: row.state === 'PENDING' && user.role === 'ADMIN_PLATFORM' && row.raisedById !== user.id,
    canWithdraw: row.state === 'PENDING' && row.raisedById === user.id,
  })
  const find = (id: number, user: User) => {
    const row = book.find(id)
    if (!isSeen(row, user)) throw new Refusal(404, 'NOT_FOUND')
    return asSeen(row, user)
  }

  return {
    list({ mine, text = '', ...input }, caller) {
      const user = callerOf(caller)
      const rows = book.all().filter((row) => isSeen(row, user)).map((row) => asSeen(row, user))
      const isMine = { TO_DECIDE: (row: TicketRow) => row.canDecide, RAISED: (row: TicketRow) => row.raisedById === user.id }
      const isNamed = (row: TicketRow) => `${row.subjectName} ${row.raisedBy}`.toLowerCase().includes(text.toLowerCase())
      const newestFirst = { field: 'raisedAt', order: 'desc' } as const
      return new Table(rows).list({ sort: newestFirst, ...input }, (row) => isNamed(row) && (mine === undefined || isMine[mine](row)))
    },
    details: ({ ticketId }, caller) => find(ticketId, callerOf(caller)),
    approve({ ticketId, decision, comment }, caller) {
      const user = callerOf(caller)
      const row = find(ticketId, user)
      if (row.raisedById === user.id) throw new Refusal(403, 'OWN_REQUEST')
      if (user.role !== 'ADMIN_PLATFORM') throw new Refusal(403, 'NOT_ALLOWED')
      if (row.state !== 'PENDING') throw new Refusal(409, 'NOT_OPEN')
      if (decision === 'REJECTED' && comment === '') throw new Refusal(422, 'COMMENT_REQUIRED', { comment: 'required' })
      book.decide(ticketId, decision, user.displayName, comment)
      return find(ticketId, user)
    },
    withdraw({ ticketId, comment }, caller) {
      const user = callerOf(caller)
      const row = find(ticketId, user)
      if (row.raisedById !== user.id) throw new Refusal(403, 'NOT_ALLOWED')
      if (row.state !== 'PENDING') throw new Refusal(409, 'NOT_OPEN')
      book.decide(ticketId, 'WITHDRAWN', user.displayName, comment)
      return find(ticketId, user)
    },
  }
}
