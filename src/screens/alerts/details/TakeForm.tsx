import { Button, Input } from 'antd'
import { useId, useState, type FormEvent } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../../api/failures.ts'
import { call } from '../../../api/call.ts'
import type { Taken } from '../../../entities/alerts/takenWords.ts'
import { takeAlerts } from '../../../store/alerts.ts'

interface Props {
  alerts: readonly Alert[]
  onTaken: (taken: Taken) => void
  autoFocus?: boolean
}

/** Takes alerts on, with a word about what is being done: required where one is critical. */
export function TakeForm({ alerts, onTaken, autoFocus = false }: Props) {
  const intl = useIntl()
  const id = useId()
  const [comment, setComment] = useState('')
  const [fault, setFault] = useState<'alerts.commentRequired' | 'alerts.takeFailed' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isRequired = alerts.some(({ severity }) => severity === 'CRITICAL')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isRequired && comment.trim() === '') {
      setFault('alerts.commentRequired')
      document.getElementById(`${id}words`)?.focus()
      return
    }
    setBusy(true)
    try {
      const taken = await call(endpoints.alerts.acknowledgeAll, { ids: alerts.map((alert) => alert.id), comment: comment.trim() }, { shows: inPlace })
      takeAlerts([...taken.acknowledged, ...taken.others])
      onTaken(taken)
    } catch {
      setFault('alerts.takeFailed')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="alert-take" noValidate onSubmit={(event) => void submit(event)}>
      <Input.TextArea
        id={`${id}words`}
        aria-label={intl.formatMessage({ id: isRequired ? 'alerts.comment' : 'alerts.commentOptional' })}
        placeholder={intl.formatMessage({ id: isRequired ? 'alerts.comment' : 'alerts.commentOptional' })}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={2000}
        autoFocus={autoFocus}
        value={comment}
        {...(fault && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}fault` })}
        onChange={(event) => {
          setComment(event.target.value)
          setFault(null)
        }}
      />
      {fault && (
        <p id={`${id}fault`} role="alert" className="alert-fault">
          {intl.formatMessage({ id: fault })}
        </p>
      )}
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        {intl.formatMessage({ id: 'alerts.take' })}
      </Button>
    </form>
  )
}
