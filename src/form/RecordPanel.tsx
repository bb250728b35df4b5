import { App, Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { CallError } from '../api/CallError.ts'
import type { RecordForm } from './describe.ts'
import { FormActions } from './FormActions.tsx'
import { LeaveDialog } from './leaving/LeaveGuard.tsx'
import { RecordBody } from './RecordBody.tsx'
import { useUnsaved } from './leaving/unsaved.ts'
import { useRecordForm } from './useRecordForm.ts'
import { useRecordMode, type ReadOnly } from './useRecordMode.ts'
import type { Values } from './values/normalize.ts'

interface Props<V, R> {
  form: RecordForm<V, R>
  /** Null: a new record. */
  id: number | null
  onSaved?: (reply: R, sent: V) => void
  initial?: V
  /** Whether the first field gets the focus. */
  autoFocus?: boolean
  readOnly?: ReadOnly
  /** Asks about a refusal that the person may overrule; see `useRecordForm`. */
  onRefused?: (error: CallError) => Promise<Values | null>
}

/** A record as part of a page, such as the user's own organisation. */
export function RecordPanel<V extends object, R>(props: Props<V, R>) {
  return <Panel {...props} key={props.id} />
}

function Panel<V extends object, R>({
  form,
  id,
  onSaved,
  initial,
  autoFocus = false,
  readOnly,
  onRefused,
}: Props<V, R>) {
  const intl = useIntl()
  const { message } = App.useApp()
  const mode = useRecordMode(readOnly)
  const state = useRecordForm({
    form,
    id,
    ...(initial && { initial }),
    staysOpen: true,
    onRefused: onRefused,
    onSaved(reply, sent) {
      void message.success(intl.formatMessage({ id: form.savedId ?? 'form.saved' }))
      onSaved?.(reply as R, sent as V)
      mode.edit(false)
    },
    onRequested() {
      void message.success(intl.formatMessage({ id: 'approval.sent' }))
      mode.edit(false)
    },
  })
  const isEditing = mode.isEditing(state.isRestored)
  const title = state.record ? form.titleOf(state.record) : intl.formatMessage({ id: form.newTitleId })
  const unsaved = useUnsaved(({ forms }) => forms).filter(({ key }) => key === state.key)
  const [isAsking, setAsking] = useState(false)

  function read() {
    setAsking(false)
    state.reset()
    mode.edit(false)
  }
  return (
    <div className="form-panel">
      <RecordBody state={state} title={title} readOnly={!isEditing} autoFocus={mode.isRequested || autoFocus} />
      {isEditing && state.loadError === null && (
        <FormActions
          state={state}
          {...(readOnly === 'view' && { onCancel: () => (state.isDirty ? setAsking(true) : read()) })}
        />
      )}
      {!isEditing && readOnly === 'view' && state.isReady && (
        <div className="form-actions row">
          <Button onClick={() => mode.edit(true)}>{intl.formatMessage({ id: 'form.edit' })}</Button>
        </div>
      )}
      <LeaveDialog open={isAsking} forms={unsaved} onStay={() => setAsking(false)} onLeave={read} />
    </div>
  )
}
