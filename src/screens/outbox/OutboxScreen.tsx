import './outbox.css'
import { Alert, Button, Empty, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { saveOutboxKey, readOutboxKey } from '../../shell/auth/outboxKey.ts'
import { useCall } from '../../api/queries.ts'
import { useDebounced } from '../../api/useDebounced.ts'
import { callFailureOf } from '../../api/callFailure.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { NotFoundResult } from '../../shell/results/NotFoundResult.tsx'
import { KeyForm } from './KeyForm.tsx'
import { Message } from './Message.tsx'

/** Reload interval, ms, short for users who wait for a code. */
const reloadIntervalMs = 3000
/** Pause in typing before a search starts, ms. */
const typingPauseMs = 300

/** Mails and SMS of a server without a delivery provider; otherwise the page does not exist. */
export function OutboxScreen() {
  const intl = useIntl()
  const [search, setSearch] = useSearchParams()
  const recipientId = useId()
  const recipient = search.get('recipient') ?? ''
  const sought = useDebounced(recipient, typingPauseMs)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [key, setKey] = useState(() => readOutboxKey(hash))
  // Removes the key from the URL, as URLs are copied and stored.
  useEffect(() => {
    if (hash !== '') void navigate({ search: search.toString() }, { replace: true })
  }, [hash, navigate, search])
  const input = sought === '' ? { key } : { key, recipient: sought }
  const query = useCall(endpoints.outbox.list, input, {
    intervalMs: reloadIntervalMs,
    keepsPrevious: true,
    shows: inPlace,
    isEnabled: key !== '',
  })
  const messages = query.data?.list ?? null
  const failure = query.error && callFailureOf(query.error)

  if (failure?.code === 'NOT_FOUND') return <NotFoundResult />
  if (key === '' || failure?.code === 'NOT_ALLOWED') {
    const open = (given: string) => {
      saveOutboxKey(given)
      setKey(given)
    }
    return (
      <AuthLayout
        wide
        heading={intl.formatMessage({ id: 'outbox.title' })}
        lead={intl.formatMessage({ id: 'outbox.lead' })}
      >
        <KeyForm isWrong={key !== ''} onKey={open} />
      </AuthLayout>
    )
  }
  return (
    <AuthLayout
      wide
      heading={intl.formatMessage({ id: 'outbox.title' })}
      lead={intl.formatMessage({ id: 'outbox.lead' })}
    >
      <Alert className="auth-alert" type="info" showIcon title={intl.formatMessage({ id: 'outbox.why' })} />
      <div className="outbox-filter">
        <label htmlFor={recipientId}>{intl.formatMessage({ id: 'outbox.recipient' })}</label>
        <Input
          id={recipientId}
          allowClear
          value={recipient}
          placeholder={intl.formatMessage({ id: 'outbox.recipientHint' })}
          onChange={({ target }) =>
            setSearch(target.value === '' ? {} : { recipient: target.value }, { replace: true })
          }
        />
      </div>
      <CallErrorAlert failure={failure} />
      {messages === null && !failure && <SkeletonLines />}
      {messages?.length === 0 && (
        <Empty
          description={intl.formatMessage({ id: recipient === '' ? 'outbox.none' : 'outbox.noneFor' }, { recipient })}
        >
          {recipient !== '' && (
            <Button onClick={() => setSearch({}, { replace: true })}>{intl.formatMessage({ id: 'outbox.all' })}</Button>
          )}
        </Empty>
      )}
      {messages !== null && messages.length > 0 && (
        <ol className="outbox-list" aria-label={intl.formatMessage({ id: 'outbox.title' })}>
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
    </AuthLayout>
  )
}
