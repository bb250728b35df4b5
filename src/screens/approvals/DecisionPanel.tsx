import { Alert, App, Button, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { CallError } from '../../api/CallError.ts'
import { failureMessage } from '../../api/callFailure.ts'
import { request } from '../../api/request.ts'
import { DifferenceInput, SettlementInput } from './DecisionFacts.tsx'
import { differenceIn, owedIn, type SettlementDraft, settlementOf } from './decisionFacts.ts'

type Act = 'APPROVED' | 'REJECTED' | 'WITHDRAWN'

interface Props {
  ticket: TicketDetail
  /** Called after the decision with the next ticket that waits for the user; null: none. */
  onDecided: (next: number | null) => void
  /** Called when someone else decided first and the shown ticket is outdated. */
  onStale: () => void
}

/** Returns the newest ticket waiting for the user's decision; null without one, or when loading fails. */
async function nextToDecide(): Promise<number | null> {
  const waiting = {
    mine: 'TO_DECIDE',
    state: ['PENDING'],
    pageSize: 1,
    sort: { field: 'raisedAt', order: 'desc' },
  } as const
  const { list } = await request(endpoints.tickets.list, { ...waiting, state: [...waiting.state] }).catch(() => ({
    list: [],
  }))
  return list[0]?.ticketId ?? null
}

/** The user's decision on a request, with a comment; hidden when there is nothing to decide. */
export function DecisionPanel({ ticket, onDecided, onStale }: Props) {
  const intl = useIntl()
  const { message } = App.useApp()
  const commentId = useId()
  const [comment, setComment] = useState('')
  const [absentId, setAbsentId] = useState(ticket.absent[0]?.id ?? null)
  const [settlement, setSettlement] = useState<SettlementDraft>({ as: null, repaid: '' })
  const [isConfirmed, setConfirmed] = useState(false)
  const [busy, setBusy] = useState<Act | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  if (!ticket.canDecide && !ticket.canWithdraw) return null

  const owed = owedIn(ticket)
  const difference = differenceIn(ticket)
  const settled = owed === null ? null : settlementOf(owed, settlement)

  async function act(what: Act) {
    if (what === 'APPROVED' && difference !== null && !isConfirmed) {
      setFault(intl.formatMessage({ id: 'ticket.differenceRequired' }))
      return
    }
    if (what === 'APPROVED' && owed !== null && settled === null) {
      setFault(intl.formatMessage({ id: 'ticket.settlementRequired' }))
      return
    }
    if (what === 'REJECTED' && comment.trim() === '') {
      setFault(intl.formatMessage({ id: 'ticket.commentRequired' }))
      document.getElementById(commentId)?.focus()
      return
    }
    setBusy(what)
    setFault(null)
    const { ticketId } = ticket
    try {
      await (what === 'WITHDRAWN'
        ? call(endpoints.tickets.withdraw, { ticketId, comment }, { shows: inPlace })
        : call(
            endpoints.tickets.approve,
            {
              ticketId,
              decision: what,
              comment,
              ...(absentId !== null && { absentId }),
              ...(what === 'APPROVED' && settled !== null && { settlement: settled }),
              ...(what === 'APPROVED' && difference !== null && { confirmsDifference: true }),
            },
            { shows: inPlace },
          ))
      void message.success(intl.formatMessage({ id: `ticket.done.${what}` }, { subject: ticket.subjectName }))
      setComment('')
      if (what !== 'WITHDRAWN') onDecided(await nextToDecide())
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(failureMessage(intl, error))
      if (error.code === 'NOT_OPEN') onStale()
    } finally {
      setBusy(null)
    }
  }

  return (
    <section className="ticket-decision" aria-label={intl.formatMessage({ id: 'ticket.decision' })}>
      {ticket.isInviter && <Alert type="warning" showIcon title={intl.formatMessage({ id: 'ticket.inviter' })} />}
      {ticket.absent.length > 0 && (
        <>
          <label htmlFor={`${commentId}-for`}>{intl.formatMessage({ id: 'ticket.decideFor' })}</label>
          <Select
            id={`${commentId}-for`}
            value={absentId ?? 0}
            onChange={(id) => setAbsentId(id || null)}
            options={[
              ...ticket.absent.map(({ id, name }) => ({ value: id, label: name })),
              { value: 0, label: intl.formatMessage({ id: 'ticket.ownName' }) },
            ]}
          />
        </>
      )}
      {ticket.canDecide && difference !== null && (
        <DifferenceInput difference={difference} isConfirmed={isConfirmed} onChange={setConfirmed} />
      )}
      {ticket.canDecide && owed !== null && <SettlementInput owed={owed} draft={settlement} onChange={setSettlement} />}
      <label htmlFor={commentId}>
        {intl.formatMessage({ id: ticket.canDecide ? 'ticket.comment' : 'ticket.commentOptional' })}
      </label>
      <Input.TextArea
        id={commentId}
        value={comment}
        maxLength={1000}
        autoSize={{ minRows: 2, maxRows: 8 }}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : `${commentId}-fault`}
        onChange={(event) => setComment(event.target.value)}
      />
      {fault !== null && <Alert id={`${commentId}-fault`} type="error" showIcon title={fault} />}
      <div className="ticket-buttons">
        {ticket.canWithdraw && (
          <Button danger loading={busy === 'WITHDRAWN'} disabled={busy !== null} onClick={() => void act('WITHDRAWN')}>
            {intl.formatMessage({ id: 'ticket.withdraw' })}
          </Button>
        )}
        {ticket.canDecide && (
          <>
            <Button danger loading={busy === 'REJECTED'} disabled={busy !== null} onClick={() => void act('REJECTED')}>
              {intl.formatMessage({ id: 'ticket.reject' })}
            </Button>
            <Button
              type="primary"
              loading={busy === 'APPROVED'}
              disabled={busy !== null}
              onClick={() => void act('APPROVED')}
            >
              {intl.formatMessage({ id: 'ticket.approve' })}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}
