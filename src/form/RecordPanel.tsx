import { App, Button } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { RecordForm } from './describe.ts'
import { FormActions } from './FormActions.tsx'
import { RecordBody } from './RecordBody.tsx'
import { useRecordForm } from './useRecordForm.ts'

interface Props<V, R> {
  form: RecordForm<V, R>
  /** Null: a new record. */
  id: number | null
  onSaved?: (reply: R) => void
  initial?: V
  /** `view` shows it to be read, with a way to edit it; `only` without. */
  readOnly?: 'view' | 'only' | undefined
}

/** A record as a part of a page, such as one's own organisation. */
export function RecordPanel<V extends object, R>(props: Props<V, R>) {
  return <Panel {...props} key={props.id} />
}

function Panel<V extends object, R>({ form, id, onSaved, initial, readOnly }: Props<V, R>) {
  const intl = useIntl()
  const { message } = App.useApp()
  const [isEditing, setEditing] = useState(readOnly === undefined)
  const state = useRecordForm({
    form,
    id,
    ...(initial && { initial }),
    stays: true,
    onSaved(reply) {
      void message.success(intl.formatMessage({ id: 'form.saved' }))
      onSaved?.(reply as R)
      if (readOnly !== undefined) setEditing(false)
    },
  })
  const title = state.record ? form.titleOf(state.record) : intl.formatMessage({ id: form.newTitleId })
  return (
    <div className="form-panel">
      <RecordBody state={state} title={title} readOnly={!isEditing} />
      {isEditing && state.loadFault === null && <FormActions state={state} {...(readOnly === 'view' && !state.isDirty && { onCancel: () => setEditing(false) })} />}
      {!isEditing && readOnly === 'view' && state.isReady && (
        <div className="form-actions">
          <Button onClick={() => setEditing(true)}>{intl.formatMessage({ id: 'form.edit' })}</Button>
        </div>
      )}
    </div>
  )
}
