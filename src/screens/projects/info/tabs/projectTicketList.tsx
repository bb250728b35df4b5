import { FormattedMessage } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { TicketState } from '#contract/office/tickets.ts'
import { describeList, type Tone } from '../../../../list/describe.ts'
import { approvalsPath } from '../../../../navigation/paths.ts'
import { ScreenLink } from '../../../../navigation/ScreenLink.tsx'
import type { Moment } from '../../past/moments.ts'

const tones: Record<TicketState, Tone> = {
  PENDING: 'minor',
  APPROVED: 'live',
  REJECTED: 'critical',
  WITHDRAWN: 'neutral',
}

/** Returns the list of requests about a project, its farms and its animals, newest first. @param moment past instant; null: now */
export const projectTicketList = (projectId: number, moment: Moment | null) =>
  describeList(endpoints.tickets.list)({
    noun: 'tickets',
    titleId: 'project.tab.tickets',
    countId: 'ticket.count',
    emptyId: 'project.noTickets',
    nameOf: ({ kind, subjectName }, intl) => `${intl.formatMessage({ id: `ticket.kind.${kind}` })} ${subjectName}`,
    idField: 'ticketId',
    sort: { field: 'raisedAt', order: 'desc' },
    fixed: { projectId, ...moment },
    columns: {
      kind: {
        titleId: 'ticket.kind',
        width: 150,
        words: (kind) => `ticket.kind.${kind}`,
        cell: ({ ticketId, kind }) => (
          <ScreenLink to={`${approvalsPath}?open=${ticketId}`}>
            <FormattedMessage id={`ticket.kind.${kind}`} />
          </ScreenLink>
        ),
      },
      subjectName: { titleId: 'ticket.subject', width: 190, hideOrder: 2 },
      state: {
        titleId: 'ticket.state',
        width: 110,
        words: (state) => `ticket.state.${state}`,
        tone: (state) => tones[state],
      },
      raisedBy: { titleId: 'ticket.raisedBy', width: 130, hideOrder: 1 },
      raisedByUserName: { titleId: 'ticket.raisedByUserName', width: 120, hideOrder: 7 },
      raisedBySince: { titleId: 'ticket.raisedBySince', width: 120, hideOrder: 8 },
      raisedAt: { titleId: 'ticket.raisedAt', width: 170 },
      decidedAt: { titleId: 'ticket.decidedAt', width: 170, hideOrder: 0 },
    },
    filters: [
      { field: 'state', titleId: 'ticket.state', words: (state) => `ticket.state.${state}` },
      { field: 'kind', titleId: 'ticket.kind', words: (kind) => `ticket.kind.${kind}` },
      { from: 'raisedFrom', to: 'raisedTo', titleId: 'ticket.raisedAt' },
    ],
  })
