import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { call } from '../../../api/call.ts'
import { mergeAlerts } from '../../../store/alerts.ts'
import { alertMatter, alertPlace } from '../../../entities/alerts/alertPlace.ts'
import type { AcknowledgeResult } from '../../../entities/alerts/takenWords.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'

interface Props {
  alerts: readonly [Alert, ...Alert[]]
  scene: Scene
  onTaken: (taken: AcknowledgeResult) => void
  onClose: () => void
}

/** Acknowledges alerts with a comment, which critical alerts require. */
export function AcknowledgeDialog({ alerts, scene, onTaken, onClose }: Props) {
  const intl = useIntl()
  const dialog = useRef<HTMLDialogElement>(null)
  const [comment, setComment] = useState('')
  const [fault, setFault] = useState<'alerts.commentRequired' | 'alerts.takeFailed' | null>(null)
  const [busy, setBusy] = useState(false)
  const [first] = alerts
  const required = alerts.some(({ severity }) => severity === 'CRITICAL')

  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (required && comment.trim() === '') {
      setFault('alerts.commentRequired')
      return
    }
    setBusy(true)
    try {
      const taken = await call(endpoints.alerts.acknowledgeAll, {
        ids: alerts.map(({ id }) => id),
        comment: comment.trim(),
      })
      mergeAlerts([...taken.acknowledged, ...taken.others])
      onTaken(taken)
    } catch {
      setFault('alerts.takeFailed')
      setBusy(false)
    }
  }

  return (
    <dialog ref={dialog} className="wall-dialog" aria-labelledby="acknowledge-title" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <h2 id="acknowledge-title">
          <SeverityMark severity={first.severity} />
          {alertMatter(intl, first, alerts.length)}
        </h2>
        <p>{alertPlace(intl, scene, alerts)}</p>
        <label htmlFor="acknowledge-comment">
          {intl.formatMessage({ id: required ? 'alerts.comment' : 'alerts.commentOptional' })}
        </label>
        <textarea
          id="acknowledge-comment"
          rows={3}
          maxLength={2000}
          autoFocus
          value={comment}
          aria-invalid={fault === 'alerts.commentRequired'}
          aria-describedby={fault ? 'acknowledge-fault' : undefined}
          onChange={(event) => {
            setComment(event.target.value)
            setFault(null)
          }}
        />
        {fault && (
          <p id="acknowledge-fault" role="alert" className="wall-dialog-fault">
            {intl.formatMessage({ id: fault })}
          </p>
        )}
        <footer>
          <button type="button" onClick={onClose}>
            {intl.formatMessage({ id: 'action.cancel' })}
          </button>
          <button type="submit" className="wall-primary" disabled={busy}>
            {intl.formatMessage({ id: 'alerts.take' })}
          </button>
        </footer>
      </form>
    </dialog>
  )
}
