import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { TicketComment } from '#contract/office/tickets.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import { failureMessage } from '../../api/callFailure.ts'
import { inPlace } from '../../api/failures.ts'
import { useFormats } from '../../locale/formats.ts'
import { joinNodes } from '../../locale/joins.ts'

/** Comments of the people involved in a request; they cannot be deleted. */
export function TicketComments({ ticketId, comments }: { ticketId: number; comments: readonly TicketComment[] }) {
  const intl = useIntl()
  const { instant } = useFormats()
  const id = useId()
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function sendComment() {
    setBusy(true)
    setFault(null)
    try {
      await call(endpoints.tickets.comment, { ticketId, comment: text }, { shows: inPlace })
      setText('')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(failureMessage(intl, error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-label={intl.formatMessage({ id: 'ticket.comments' })}>
      <h3>{intl.formatMessage({ id: 'ticket.comments' })}</h3>
      <ol className="ticket-steps">
        {comments.map((comment) => (
          <li key={comment.id}>
            {joinNodes(
              intl,
              comment.author,
              comment.organisationName && (
                <span key="organisation" className="ticket-quiet">
                  {comment.organisationName}
                </span>
              ),
              <time key="time" className="ticket-quiet" dateTime={comment.at}>
                {instant(comment.at)}
              </time>,
            )}
            <q>{comment.comment}</q>
          </li>
        ))}
      </ol>
      <div className="ticket-say">
        <label htmlFor={id}>{intl.formatMessage({ id: 'ticket.say' })}</label>
        <Input.TextArea
          id={id}
          value={text}
          maxLength={1000}
          autoSize={{ minRows: 1, maxRows: 6 }}
          onChange={({ target }) => setText(target.value)}
        />
        {fault !== null && <Alert type="error" showIcon title={fault} />}
        <Button loading={isBusy} disabled={text.trim() === ''} onClick={() => void sendComment()}>
          {intl.formatMessage({ id: 'ticket.send' })}
        </Button>
      </div>
    </section>
  )
}
