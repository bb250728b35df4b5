import './approvals.css'
import { Button, Result, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/endpoints.ts'
import type { Ticket, TicketDetail } from '#contract/tickets.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import { loadFailureMessage } from '../../api/callFailure.ts'
import type { DetailsProps } from '../../list/describe.ts'
import { useFormats } from '../../locale/formats.ts'
import { countTicketsToDecide } from '../../store/ticketsToDecide.ts'
import { DecisionPanel } from './DecisionPanel.tsx'
import { TicketChanges } from './TicketChanges.tsx'
import { TicketSteps } from './TicketSteps.tsx'

/** One request: who asks, what it changes, who has decided what; and the decision, where it is the reader's. */
export function TicketDetails({ id, row, changed }: DetailsProps<Ticket>) {
  const intl = useIntl()
  const { instant } = useFormats()
  const [loaded, setLoaded] = useState<TicketDetail | CallError | null>(null)
  const [tries, setTries] = useState(0)
  const state = row?.state
  const canDecide = row?.canDecide
  useEffect(() => {
    const controller = new AbortController()
    call(endpoints.tickets.details, { ticketId: id }, { quiet: true, signal: controller.signal }).then(setLoaded, (error: unknown) => {
      if (!controller.signal.aborted && error instanceof CallError) setLoaded(error)
    })
    return () => controller.abort()
    // Asked again when the row shows that somebody else has decided a step meanwhile.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [id, state, canDecide, tries])

  if (loaded === null) return <Skeleton active paragraph={{ rows: 8 }} />
  if (loaded instanceof CallError) {
    return (
      <Result
        status={loaded.status === 404 ? '404' : 'warning'}
        title={intl.formatMessage({ id: 'form.loadFailed' })}
        subTitle={loadFailureMessage(intl, loaded)}
        extra={<Button onClick={() => setTries(tries + 1)}>{intl.formatMessage({ id: 'form.retry' })}</Button>}
      />
    )
  }
  return (
    <article className="ticket">
      <p className="ticket-about">
        <strong>{intl.formatMessage({ id: `ticket.kind.${loaded.kind}` })}</strong>
        {intl.formatMessage({ id: 'ticket.about' }, { who: loaded.raisedBy, organisation: loaded.organisationName ?? '', at: instant(loaded.raisedAt) })}
      </p>
      <TicketChanges changes={loaded.changes} />
      <TicketSteps steps={loaded.steps} raisedBy={loaded.raisedBy} />
      <DecisionPanel
        key={loaded.ticketId}
        ticket={loaded}
        onDecided={(decided) => {
          setLoaded(decided)
          changed()
          void countTicketsToDecide()
        }}
        onStale={() => {
          setTries(tries + 1)
          changed()
        }}
      />
    </article>
  )
}
