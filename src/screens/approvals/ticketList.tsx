import { FormattedMessage } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Ticket, TicketState } from '#contract/office/tickets.ts'
import { Tag } from '../../list/grid/cells.tsx'
import { describeList, type Tone } from '../../list/describe.ts'
import { ApprovalsToolbar } from './ApprovalsToolbar.tsx'
import { TicketDetails } from './TicketDetails.tsx'
import { urgencyTones } from './urgencyTones.ts'

export const ticketTones: Record<TicketState, Tone> = {
  PENDING: 'minor',
  APPROVED: 'live',
  REJECTED: 'critical',
  WITHDRAWN: 'neutral',
}

/** Batch decisions on tickets of one kind that the user may decide; each ticket is decided separately. */
/** Kinds whose approval may need a statement: of the money owed, or of heads that differ from the animals named. */
const statedKinds: readonly Ticket['kind'][] = ['PROJECT_OPEN', 'PROJECT_CLOSE', 'COLLATERAL_CHANGE']

const together = {
  isSelectionOnly: true,
  appliesTo: ({ canDecide }: Ticket) => canDecide,
  appliesToAll: (rows: readonly Ticket[]) => new Set(rows.map(({ kind }) => kind)).size === 1,
} as const

export const ticketList = describeList(endpoints.tickets.list)({
  noun: 'tickets',
  titleId: 'ticket.title',
  countId: 'ticket.count',
  emptyId: 'ticket.empty',
  nameOf: ({ subjectName }) => subjectName,
  idField: 'ticketId',
  sort: { field: 'raisedAt', order: 'desc' },
  columns: {
    subjectName: { titleId: 'ticket.subject', width: 190 },
    kind: { titleId: 'ticket.kind', width: 120, words: (kind) => `ticket.kind.${kind}` },
    state: {
      titleId: 'ticket.state',
      width: 110,
      words: (state) => `ticket.state.${state}`,
      tone: (state) => ticketTones[state],
    },
    canDecide: {
      titleId: 'ticket.forYou',
      width: 130,
      onCard: 'tag',
      cell: ({ canDecide }) =>
        canDecide && (
          <Tag tone="major">
            <FormattedMessage id="ticket.forYou" />
          </Tag>
        ),
    },
    dueAt: { titleId: 'ticket.dueAt', width: 150, hideOrder: 5 },
    urgency: {
      titleId: 'ticket.urgency',
      width: 100,
      hideOrder: 6,
      words: (urgency) => `ticket.urgency.${urgency}`,
      tone: (urgency) => urgencyTones[urgency],
    },
    raisedBy: { titleId: 'ticket.raisedBy', width: 130, hideOrder: 2 },
    raisedByUserName: { titleId: 'ticket.raisedByUserName', width: 120, hideOrder: 7 },
    raisedBySince: { titleId: 'ticket.raisedBySince', width: 120, hideOrder: 8 },
    organisationName: { titleId: 'ticket.organisation', width: 190, hideOrder: 3 },
    raisedAt: { titleId: 'ticket.raisedAt', width: 170, hideOrder: 4 },
    decidedAt: { titleId: 'ticket.decidedAt', width: 170, hideOrder: 1 },
  },
  filters: [
    { field: 'text', titleId: 'ticket.search' },
    { field: 'mine', titleId: 'ticket.mine', words: (mine) => `ticket.mine.${mine}` },
    { field: 'state', titleId: 'ticket.state', words: (state) => `ticket.state.${state}` },
    { field: 'kind', titleId: 'ticket.kind', words: (kind) => `ticket.kind.${kind}` },
    { from: 'raisedFrom', to: 'raisedTo', titleId: 'ticket.raisedAt' },
  ],
  actions: [
    {
      ...together,
      // These may need words of the decider, which the ticket's own panel asks for.
      appliesTo: (ticket) => together.appliesTo(ticket) && !statedKinds.includes(ticket.kind),
      key: 'approve',
      titleId: 'ticket.approve',
      confirmId: 'ticket.approveText',
      reasonId: 'ticket.commentOptional',
      isReasonOptional: true,
      doneId: 'ticket.approvedAll',
      run: ({ ticketId }, ask, comment) => ask(endpoints.tickets.approve, { ticketId, decision: 'APPROVED', comment }),
    },
    {
      ...together,
      key: 'reject',
      titleId: 'ticket.reject',
      danger: true,
      confirmId: 'ticket.rejectText',
      reasonId: 'ticket.rejectReason',
      doneId: 'ticket.rejectedAll',
      run: ({ ticketId }, ask, comment) => ask(endpoints.tickets.approve, { ticketId, decision: 'REJECTED', comment }),
    },
  ],
  Toolbar: ApprovalsToolbar,
  Details: TicketDetails,
})
