import './outbox.css'
import { Alert, Button, Empty, Input, Skeleton } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import { useSearchParams } from 'react-router-dom'
import { endpoints } from '#contract/endpoints.ts'
import type { OutboxMessage } from '#contract/outbox.ts'
import { call } from '../../api/call.ts'
import { callFailureOf, type CallFailure } from '../../api/callFailure.ts'
import { AuthLayout } from '../../shell/auth/AuthLayout.tsx'
import { CallErrorAlert } from '../../shell/auth/CallErrorAlert.tsx'
import { NotFoundResult } from '../../shell/results/NotFoundResult.tsx'
import { Message } from './Message.tsx'

/** Whoever waits here for a code sees it come. */
const againMs = 3000
/** While a recipient is typed, each letter is not a question. */
const settledMs = 300

/** The mail and SMS of a server that has nobody to carry them. With a provider there is no such page. */
export function OutboxScreen() {
  const intl = useIntl()
  const [search, setSearch] = useSearchParams()
  const recipientId = useId()
  const recipient = search.get('recipient') ?? ''
  const [messages, setMessages] = useState<OutboxMessage[] | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)

  useEffect(() => {
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load() {
      try {
        const filter = recipient === '' ? {} : { recipient }
        setMessages((await call(endpoints.outbox.list, filter, { quiet: true, signal: leaving.signal })).list)
        setFailure(null)
      } catch (error) {
        if (leaving.signal.aborted) return
        const refusal = callFailureOf(error)
        setFailure(refusal)
        if (refusal.code === 'NOT_FOUND') return
      }
      if (!leaving.signal.aborted) timer = setTimeout(() => void load(), againMs)
    }
    timer = setTimeout(() => void load(), messages === null ? 0 : settledMs)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
    // What is shown already only decides how soon the next is asked for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [recipient])

  if (failure?.code === 'NOT_FOUND') return <NotFoundResult />
  return (
    <AuthLayout wide heading={intl.formatMessage({ id: 'outbox.title' })} lead={intl.formatMessage({ id: 'outbox.lead' })}>
      <Alert className="entrance-alert" type="info" showIcon title={intl.formatMessage({ id: 'outbox.why' })} />
      <div className="outbox-filter">
        <label htmlFor={recipientId}>{intl.formatMessage({ id: 'outbox.recipient' })}</label>
        <Input
          id={recipientId}
          allowClear
          value={recipient}
          placeholder={intl.formatMessage({ id: 'outbox.recipientHint' })}
          onChange={({ target }) => setSearch(target.value === '' ? {} : { recipient: target.value }, { replace: true })}
        />
      </div>
      <CallErrorAlert failure={failure} />
      {messages === null && !failure && (
        <div aria-hidden="true">
          <Skeleton active />
        </div>
      )}
      {messages?.length === 0 && (
        <Empty description={intl.formatMessage({ id: recipient === '' ? 'outbox.none' : 'outbox.noneFor' }, { recipient })}>
          {recipient !== '' && <Button onClick={() => setSearch({}, { replace: true })}>{intl.formatMessage({ id: 'outbox.all' })}</Button>}
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
