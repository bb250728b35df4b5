import { Skeleton } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { TicketState } from '#contract/office/tickets.ts'
import { inPlace } from '../../../../api/failures.ts'
import { useCall } from '../../../../api/queries.ts'
import type { Tone } from '../../../../list/describe.ts'
import { Tag } from '../../../../list/grid/cells.tsx'
import { FailedRows } from '../../../../list/rows/RowStates.tsx'
import { useFormats } from '../../../../locale/formats.ts'
import { approvalsPath } from '../../../../navigation/paths.ts'
import { ScreenLink } from '../../../../navigation/ScreenLink.tsx'
import type { ProjectPart } from '../../past/moments.ts'

const tones: Record<TicketState, Tone> = { PENDING: 'minor', APPROVED: 'live', REJECTED: 'critical', WITHDRAWN: 'neutral' }
/** More are in the list of all requests. */
const most = 100

/** What was asked for about a project, the newest first, and what became of it. */
export function TicketsTab({ project: { id }, moment }: ProjectPart) {
  const intl = useIntl()
  const { instant } = useFormats()
  const { data, error, refetch } = useCall(endpoints.tickets.list, { projectId: id, pageSize: most, ...moment }, { shows: inPlace, keepsPrevious: true })
  if (error && !data) return <FailedRows error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} />
  if (data.list.length === 0) return <p className="project-none">{intl.formatMessage({ id: 'project.noTickets' })}</p>
  return (
    <section className="panel project-part" aria-label={intl.formatMessage({ id: 'project.tab.tickets' })}>
      <table className="project-table">
        <thead>
          <tr>
            {(['ticket.kind', 'ticket.state', 'ticket.raisedBy', 'ticket.raisedAt', 'ticket.decidedAt'] as const).map((titleId) => (
              <th key={titleId} scope="col">{intl.formatMessage({ id: titleId })}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.list.map(({ ticketId, kind, state, raisedBy, raisedAt, decidedAt }) => (
            <tr key={ticketId}>
              <td><ScreenLink to={`${approvalsPath}?open=${ticketId}`}>{intl.formatMessage({ id: `ticket.kind.${kind}` })}</ScreenLink></td>
              <td><Tag tone={tones[state]}>{intl.formatMessage({ id: `ticket.state.${state}` })}</Tag></td>
              <td><bdi>{raisedBy}</bdi></td>
              <td>{instant(raisedAt)}</td>
              <td>{decidedAt === null ? intl.formatMessage({ id: 'form.nothing' }) : instant(decidedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
