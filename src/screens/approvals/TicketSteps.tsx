import { useIntl } from 'react-intl'
import type { TicketDetail, TicketPerson, TicketStep } from '#contract/office/tickets.ts'
import { Tag } from '../../list/grid/cells.tsx'
import { approvalsPath } from '../../navigation/paths.ts'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { TicketEffects } from './TicketEffects.tsx'
import { useFormats } from '../../locale/formats.ts'
import { joinNodes } from '../../locale/joins.ts'

interface Props {
  steps: readonly TicketStep[]
  raisedBy: string
  raiser: TicketPerson
  withdrawal: TicketDetail['withdrawal']
  /** Time of the decision whose effect is already shown above. */
  shownAt: string | null
}

/** People who must approve, in order, with the comments of those who decided. */
export function TicketSteps({ steps, raisedBy, raiser, withdrawal, shownAt }: Props) {
  const intl = useIntl()
  const { instant } = useFormats()
  const nextPlace = Math.min(...steps.filter(({ decision }) => decision === null).map(({ place }) => place))
  const isRejected = steps.some(({ decision }) => decision === 'REJECTED')
  return (
    <section aria-label={intl.formatMessage({ id: 'ticket.steps' })}>
      <h3>{intl.formatMessage({ id: 'ticket.steps' })}</h3>
      <ol className="ticket-steps">
        <li>
          <Tag tone="neutral">{intl.formatMessage({ id: 'ticket.raised' })}</Tag> {raisedBy}
          <Person {...raiser} />
        </li>
        {steps.map((step) => (
          <li key={step.id}>
            {step.decision === null ? (
              <Tag tone="neutral">
                {intl.formatMessage({ id: !isRejected && step.place === nextPlace ? 'ticket.waits' : 'ticket.later' })}
              </Tag>
            ) : (
              <Tag tone={step.decision === 'APPROVED' ? 'live' : 'critical'}>
                {intl.formatMessage({ id: `ticket.state.${step.decision}` })}
              </Tag>
            )}{' '}
            {joinNodes(
              intl,
              step.decidedBy ?? intl.formatMessage({ id: `role.${step.approverRole}` }),
              step.decidedFor && (
                <span key="for">{intl.formatMessage({ id: 'ticket.decidedFor' }, { name: step.decidedFor })}</span>
              ),
              step.approverOrganisationName && (
                <span key="organisation" className="ticket-quiet">
                  {step.approverOrganisationName}
                </span>
              ),
              step.decidedAt && (
                <time key="time" className="ticket-quiet" dateTime={step.decidedAt}>
                  {instant(step.decidedAt)}
                </time>
              ),
            )}
            {step.decider && <Person {...step.decider} />}
            {step.isOfInviter && (
              <span className="ticket-person">{intl.formatMessage({ id: 'ticket.ofInviter' })}</span>
            )}
            {step.comment && <q>{step.comment}</q>}
            {step.effects !== null && step.effects.length > 0 && step.decidedAt !== shownAt && (
              <details>
                <summary>{intl.formatMessage({ id: 'ticket.figuresStep' })}</summary>
                <TicketEffects effects={step.effects} savedAt={step.decidedAt} />
              </details>
            )}
          </li>
        ))}
        {withdrawal && (
          <li>
            <Tag tone="neutral">{intl.formatMessage({ id: 'ticket.state.WITHDRAWN' })}</Tag>{' '}
            {withdrawal.by === null
              ? intl.formatMessage({ id: 'ticket.overtaken' })
              : intl.formatMessage({ id: 'ticket.withdrawn' }, { name: withdrawal.by })}{' '}
            {withdrawal.overtakenBy !== null && (
              <ScreenLink to={`${approvalsPath}?open=${withdrawal.overtakenBy}`}>
                {intl.formatMessage({ id: 'ticket.overtakenBy' })}
              </ScreenLink>
            )}
            {withdrawal.comment && <q>{withdrawal.comment}</q>}
          </li>
        )}
      </ol>
    </section>
  )
}

/** A person's user name, organisation and time as a member, by which a look-alike name is noticed. */
function Person({ userName, organisationName, memberSince }: TicketPerson) {
  const intl = useIntl()
  const { day } = useFormats()
  return (
    <span className="ticket-person">
      {intl.formatMessage(
        { id: organisationName === null ? 'ticket.person' : 'ticket.personOf' },
        { userName, organisation: organisationName ?? '', since: day(memberSince) },
      )}
    </span>
  )
}
