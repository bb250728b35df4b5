import './approvals.css'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Ticket } from '#contract/office/tickets.ts'
import { inPlace } from '../../api/failures.ts'
import { invalidate, nounOf, useCall } from '../../api/queries.ts'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import type { DetailsProps } from '../../list/describe.ts'
import { Tag } from '../../list/grid/cells.tsx'
import { useFormats } from '../../locale/formats.ts'
import { farmsPath, organisationsPath, projectInfoPath } from '../../navigation/paths.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { DecisionPanel } from './DecisionPanel.tsx'
import { TicketChanges } from './TicketChanges.tsx'
import { TicketComments } from './TicketComments.tsx'
import { TicketEffects } from './TicketEffects.tsx'
import { TicketSteps } from './TicketSteps.tsx'
import { urgencyTones } from './urgencyTones.ts'

/** A request: who raised it, its changes and decisions, and the user's own decision if due. */
export function TicketDetails({ id, open }: DetailsProps<Ticket>) {
  const intl = useIntl()
  const { instant } = useFormats()
  const { data: loaded, error, refetch } = useCall(endpoints.tickets.details, { ticketId: id }, { shows: inPlace })
  if (loaded === undefined && error === null) return <SkeletonLines lines={8} />
  if (loaded === undefined) {
    return <LoadFailed error={error} onRetry={() => void refetch()} />
  }
  return (
    <article className="ticket">
      <p className="ticket-about">
        <strong>{intl.formatMessage({ id: `ticket.kind.${loaded.kind}` })}</strong>
        {loaded.subjectType === 'ORGANISATION' && (
          <ScreenLink to={`${organisationsPath}?open=${loaded.subjectId}`}>{loaded.subjectName}</ScreenLink>
        )}
        {loaded.subjectType === 'PROJECT' && (
          <ScreenLink to={`${projectInfoPath}/${loaded.subjectId}`}>{loaded.subjectName}</ScreenLink>
        )}
        {loaded.subjectType === 'FARM' && (
          <ScreenLink to={`${farmsPath}?open=${loaded.subjectId}`}>{loaded.subjectName}</ScreenLink>
        )}
        <span>
          {intl.formatMessage(
            { id: 'ticket.about' },
            { who: loaded.raisedBy, organisation: loaded.organisationName ?? '', at: instant(loaded.raisedAt) },
          )}
        </span>
        {loaded.urgency !== null && (
          <span>
            {intl.formatMessage({ id: 'ticket.dueBy' }, { at: instant(loaded.dueAt) })}{' '}
            {loaded.urgency !== 'NORMAL' && (
              <Tag tone={urgencyTones[loaded.urgency]}>
                {intl.formatMessage({ id: `ticket.urgency.${loaded.urgency}` })}
              </Tag>
            )}
          </span>
        )}
      </p>
      <TicketChanges changes={loaded.changes} />
      {loaded.kind !== 'ORGANISATION_REGISTRATION' && (loaded.state === 'PENDING' || loaded.effectsKeptAt !== null) && (
        <TicketEffects effects={loaded.effects} savedAt={loaded.effectsKeptAt} />
      )}
      <TicketSteps
        steps={loaded.steps}
        raisedBy={loaded.raisedBy}
        raiser={{
          userName: loaded.raisedByUserName,
          organisationName: loaded.organisationName,
          memberSince: loaded.raisedBySince,
        }}
        withdrawal={loaded.withdrawal}
        shownAt={loaded.effectsKeptAt}
      />
      {loaded.canComment && <TicketComments ticketId={loaded.ticketId} comments={loaded.comments} />}
      <DecisionPanel
        key={loaded.ticketId}
        ticket={loaded}
        onDecided={(next) => next !== null && open(next)}
        onStale={() => invalidate(nounOf(endpoints.tickets.details))}
      />
    </article>
  )
}
