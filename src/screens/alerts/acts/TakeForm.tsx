import { Button, Input } from 'antd'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { type Acted, actOn } from './actOn.ts'
import { FailedActs } from './FailedActs.tsx'

interface Props {
  alert: Alert
  onDone: (acted: Acted) => void
  /** Further buttons next to its own. */
  children?: ReactNode
}

/** Text for an alert. It acknowledges an unacknowledged alert (critical ones require a text); otherwise it is a comment. */
export function AcknowledgeForm({ alert, onDone, children }: Props) {
  const intl = useIntl()
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<'alerts.commentRequired' | 'alertAct.wordsMissing' | 'alerts.takeFailed' | null>(
    null,
  )
  const [acted, setActed] = useState<Acted | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isWaiting = alert.acknowledgedAt === null && alert.closedAt === null
  const isRequired = alert.severity === 'CRITICAL' || !isWaiting
  const label = intl.formatMessage({
    id: !isWaiting ? 'alertAct.words' : isRequired ? 'alerts.comment' : 'alerts.commentOptional',
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const words = text.trim()
    if (isRequired && words === '') {
      setFault(isWaiting ? 'alerts.commentRequired' : 'alertAct.wordsMissing')
      document.getElementById(`${id}words`)?.focus()
      return
    }
    setBusy(true)
    try {
      const result = await actOn(
        [alert],
        isWaiting ? { kind: 'ACKNOWLEDGE', comment: words } : { kind: 'COMMENT', text: words },
      )
      if (result.failed.length > 0) {
        setActed(result)
        return
      }
      setText('')
      setActed(null)
      onDone(result)
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
        aria-label={label}
        placeholder={label}
        autoSize={{ minRows: 1, maxRows: 5 }}
        maxLength={2000}
        value={text}
        {...(fault && { status: 'error', 'aria-invalid': true, 'aria-describedby': `${id}fault` })}
        onChange={(event) => {
          setText(event.target.value)
          setFault(null)
        }}
      />
      {fault && (
        <p id={`${id}fault`} role="alert" className="alert-fault">
          {intl.formatMessage({ id: fault })}
        </p>
      )}
      {acted && <FailedActs acted={acted} alerts={[alert]} />}
      <div className="alert-buttons">
        <Button type={isWaiting ? 'primary' : 'default'} className="alert-submit" htmlType="submit" loading={isBusy}>
          {intl.formatMessage({ id: isWaiting ? 'alerts.take' : 'alertAct.COMMENT' })}
        </Button>
        {children}
      </div>
    </form>
  )
}
