import { App, Button, Drawer } from 'antd'
import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useEndSide } from '../locale/locale.ts'
import { FormActions } from './FormActions.tsx'
import { LeaveDialog } from './leaving/LeaveGuard.tsx'
import { RecordBody } from './RecordBody.tsx'
import type { Done, RecordForm } from './describe.ts'
import { removeUnsaved, useUnsaved } from './leaving/unsaved.ts'
import { useRecordForm } from './useRecordForm.ts'
import { useRecordMode, type ReadOnly } from './useRecordMode.ts'

interface Props<V, R> {
  form: RecordForm<V, R>
  /** Record to show; `new` for a new record, null while the drawer is closed. */
  id: number | 'new' | null
  onClose: () => void
  /** Called after a save, before the drawer closes; a list then reloads its rows. */
  onSaved?: (reply: R) => void
  /** Initial values of a new record, in addition to those of the form. */
  initial?: V
  readOnly?: ReadOnly
  /** Buttons next to the title. */
  extra?: ReactNode
  /** Further facts about the record, below its fields. */
  children?: ReactNode
}

/** Drawer that adds, edits or shows a record next to its list. Asks before closing loses input. */
export function RecordDrawer<V extends object, R>(props: Props<V, R>) {
  const { id } = props
  const [shown, setShown] = useState({ id, isOpen: id !== null, openCount: 0 })
  // Reopening during the closing animation starts a fresh form.
  if (id !== null && (id !== shown.id || !shown.isOpen)) setShown({ id, isOpen: true, openCount: shown.openCount + 1 })
  if (id === null && shown.isOpen) setShown({ ...shown, isOpen: false })
  const slidOut = () => setShown((now) => (now.isOpen ? now : { ...now, id: null }))
  return (
    shown.id !== null && (
      <OpenDrawer {...props} key={shown.openCount} id={shown.id} isOpen={id !== null} onClosed={slidOut} />
    )
  )
}

interface OpenProps<V, R> extends Props<V, R> {
  id: number | 'new'
  isOpen: boolean
  onClosed: () => void
}

function OpenDrawer<V extends object, R>({
  form,
  id,
  isOpen,
  onClosed: onGone,
  onClose,
  onSaved,
  initial,
  readOnly,
  extra,
  children,
}: OpenProps<V, R>) {
  const intl = useIntl()
  const { message } = App.useApp()
  const placement = useEndSide()
  const mode = useRecordMode(readOnly)
  const [isAsking, setAsking] = useState(false)
  const unsaved = useUnsaved(({ forms }) => forms)
  const state = useRecordForm({
    form,
    id: id === 'new' ? null : id,
    ...(initial && { initial }),
    staysOpen: readOnly !== undefined,
    onSaved(reply) {
      const { id: doneId, values }: Done = (id === 'new' && form.newDone?.(reply as object)) || {
        id: form.savedId ?? 'form.saved',
        values: {},
      }
      void message.success(intl.formatMessage({ id: doneId }, values))
      onSaved?.(reply as R)
      if (readOnly === undefined) onClose()
      else mode.edit(false)
    },
    onRequested() {
      void message.success(intl.formatMessage({ id: 'approval.sent' }))
      if (readOnly === undefined) onClose()
      else mode.edit(false)
    },
  })
  const isEditing = mode.isEditing(state.isRestored)
  const title =
    id === 'new' ? intl.formatMessage({ id: form.newTitleId }) : state.record ? form.titleOf(state.record) : ''
  const mine = unsaved.filter(({ key }) => key === state.key)

  function leave() {
    removeUnsaved(state.key)
    setAsking(false)
    state.reset()
    if (readOnly === 'view' && isEditing) mode.edit(false)
    else onClose()
  }
  function close() {
    if (state.isSaving) return
    if (state.isDirty) setAsking(true)
    else leave()
  }

  return (
    <Drawer
      open={isOpen}
      onClose={close}
      placement={placement}
      afterOpenChange={(open) => !open && onGone()}
      size="min(640px, 100vw)"
      title={title}
      aria-label={title || intl.formatMessage({ id: form.newTitleId })}
      extra={
        <>
          {extra}
          {readOnly === 'view' && !isEditing && state.isReady && (
            <Button type="primary" onClick={() => mode.edit(true)}>
              {intl.formatMessage({ id: 'form.edit' })}
            </Button>
          )}
        </>
      }
      footer={isEditing ? <FormActions state={state} onCancel={close} /> : null}
    >
      <RecordBody state={state} title={title} readOnly={!isEditing} autoFocus={mode.isRequested || id === 'new'} />
      {!isEditing && children}
      <LeaveDialog open={isAsking} forms={mine} onStay={() => setAsking(false)} onLeave={leave} />
    </Drawer>
  )
}
