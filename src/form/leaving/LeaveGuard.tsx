import { Modal } from 'antd'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { useBlocker } from 'react-router-dom'
import { useSession } from '../../api/session.ts'
import { listWords } from '../../locale/joins.ts'
import { useUnsaved, type Unsaved } from './unsaved.ts'

/**
 * Asks before navigation or closing the tab loses input. Every form has one.
 * The router allows a single blocker, so the first form with changes asks for all.
 */
export function LeaveGuard({ formKey }: { formKey: string }) {
  const asks = useUnsaved(({ forms }) => forms[0]?.key === formKey)
  return asks && <Guard />
}

function Guard() {
  const forms = useUnsaved((state) => state.forms)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // Read at call time: a save or an ended session lifts the block before the next render.
    if (useUnsaved.getState().forms.length === 0 || useSession.getState().session === null) return false
    return currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search
  })
  useEffect(() => {
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [])
  return (
    <LeaveDialog
      open={blocker.state === 'blocked'}
      forms={forms}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  )
}

interface DialogProps {
  open: boolean
  forms: readonly Unsaved[]
  onStay: () => void
  onLeave: () => void
}

/** Lists the unsaved fields. */
export function LeaveDialog({ open, forms, onStay, onLeave }: DialogProps) {
  const intl = useIntl()
  return (
    <Modal
      open={open}
      title={intl.formatMessage({ id: 'form.leaveTitle' })}
      okText={intl.formatMessage({ id: 'form.leave' })}
      okButtonProps={{ danger: true }}
      cancelText={intl.formatMessage({ id: 'form.stay' })}
      onOk={onLeave}
      onCancel={onStay}
      destroyOnHidden
    >
      <p>{intl.formatMessage({ id: 'form.leaveText' })}</p>
      <ul className="form-unsaved">
        {forms.map(({ key, title, fields }) => (
          <li key={key}>
            <strong>{title}</strong> {listWords(intl, fields)}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
