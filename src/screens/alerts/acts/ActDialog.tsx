import { Button, Modal } from 'antd'
import { useId, useState } from 'react'
import { useIntl } from 'react-intl'
import type { CloseCode } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { CallError } from '../../../api/CallError.ts'
import { failureMessage } from '../../../api/callFailure.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { alertMatter, alertPlace } from '../../../entities/alerts/alertPlace.ts'
import { UploadsOf, useIsUploading } from '../../../form/files/uploading.ts'
import { herdNow } from '../../../store/clock.ts'
import { type Acted, type ActInput, type ActKind, actOn } from './actOn.ts'
import { ActFields, type Draft, emptyDraft } from './ActFields.tsx'
import { FailedActs } from './FailedActs.tsx'

/** An action on alerts that is about to be taken. */
export interface Intent {
  kind: ActKind
  alerts: readonly [Alert, ...Alert[]]
  /** Preselected code for closing. */
  code?: CloseCode
}

interface Props {
  intent: Intent
  scene: Scene
  onClose: () => void
  /** The action was attempted on all alerts. */
  onDone: (acted: Acted) => void
}

/** Asks for the input of an action, runs it, and lists the alerts for which it failed, with reasons. */
export function ActDialog({ intent: { kind, alerts, code }, scene, onClose, onDone }: Props) {
  const intl = useIntl()
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft, code: code ?? null }))
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [acted, setActed] = useState<Acted | null>(null)
  const [first] = alerts
  const key = useId()
  const isUploading = useIsUploading(key)
  const title = intl.formatMessage({ id: `alertAct.${kind}` })

  async function submit() {
    const act = inputOf(kind, draft)
    const missing = faultOf(kind, draft, alerts)
    if (missing !== null || act === null) {
      setFault(intl.formatMessage({ id: missing ?? 'alertAct.changed' }))
      return
    }
    setBusy(true)
    try {
      const result = await actOn(alerts, act)
      if (result.failed.length > 0) setActed(result)
      onDone(result)
    } catch (error) {
      setFault(
        error instanceof CallError ? failureMessage(intl, error) : intl.formatMessage({ id: 'alerts.takeFailed' }),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      destroyOnHidden
      title={
        code
          ? intl.formatMessage({ id: 'alertAct.closeAs' }, { code: intl.formatMessage({ id: `closeCode.${code}` }) })
          : title
      }
      onCancel={onClose}
      footer={
        acted ? (
          <Button type="primary" onClick={onClose}>
            {intl.formatMessage({ id: 'action.close' })}
          </Button>
        ) : (
          <>
            {isUploading && <span role="status">{intl.formatMessage({ id: 'image.uploading' })} </span>}
            <Button onClick={onClose}>{intl.formatMessage({ id: 'action.cancel' })}</Button>
            <Button type="primary" loading={isBusy} disabled={isUploading} onClick={() => void submit()}>
              {title}
            </Button>
          </>
        )
      }
    >
      {acted ? (
        <FailedActs acted={acted} alerts={alerts} />
      ) : (
        <div className="alert-act">
          <p>
            {isOneMatter(alerts) ? (
              <>
                <b>{alertMatter(intl, first, alerts.length)}</b> {alertPlace(intl, scene, alerts)}
              </>
            ) : (
              <b>{intl.formatMessage({ id: 'list.selected' }, { count: alerts.length })}</b>
            )}
          </p>
          <UploadsOf value={key}>
            <ActFields
              kind={kind}
              alerts={alerts}
              draft={draft}
              onChange={(change) => {
                setDraft((before) => ({ ...before, ...change(before) }))
                setFault(null)
              }}
            />
          </UploadsOf>
          {fault !== null && (
            <p role="alert" className="alert-fault">
              {fault}
            </p>
          )}
        </div>
      )}
    </Modal>
  )
}

/** Returns whether alerts share kind and place, so that the first one's description fits all. */
function isOneMatter([first, ...others]: readonly [Alert, ...Alert[]]): boolean {
  return others.every(
    ({ kind, farmId, farmSlotId }) => kind === first.kind && farmId === first.farmId && farmSlotId === first.farmSlotId,
  )
}

/** Returns a missing input before sending, by the server's rules. */
function faultOf(kind: ActKind, { text, code, assigneeId, forMs }: Draft, alerts: readonly Alert[]) {
  const isSilent = text.trim() === ''
  const isCritical = alerts.some(({ severity }) => severity === 'CRITICAL')
  switch (kind) {
    case 'ACKNOWLEDGE':
      return isSilent && isCritical ? 'alerts.commentRequired' : null
    case 'COMMENT':
      return isSilent ? 'alertAct.wordsMissing' : null
    case 'ASSIGN':
      return assigneeId === undefined ? 'alertAct.personMissing' : null
    case 'SHELVE':
      return isSilent || forMs === null ? 'list.reasonMissing' : null
    case 'UNSHELVE':
      return null
    case 'CLOSE':
      if (code === null) return 'alertAct.codeMissing'
      return isSilent && (isCritical || code === 'OTHER') ? 'alertAct.wordsMissing' : null
  }
}

function inputOf(kind: ActKind, { text, code, assigneeId, forMs, photos }: Draft): ActInput | null {
  const words = text.trim()
  switch (kind) {
    case 'ACKNOWLEDGE':
      return { kind, comment: words }
    case 'COMMENT':
      return { kind, text: words }
    case 'ASSIGN':
      return assigneeId === undefined ? null : { kind, assigneeId }
    case 'SHELVE': {
      const now = herdNow()
      return forMs === null || now === null ? null : { kind, until: now + forMs, reason: words }
    }
    case 'UNSHELVE':
      return { kind, reason: words }
    case 'CLOSE':
      return code === null ? null : { kind, code, text: words, imageIds: photos.map(({ id }) => id) }
  }
}
