import { Button, Popconfirm } from 'antd'
import { useIntl } from 'react-intl'
import { nextToTrigger } from '../controls/besideTrigger.ts'
import { useIsUploading } from './files/uploading.ts'
import { formIdOf } from './FormFields.tsx'
import type { FormState } from './useRecordForm.ts'

/** Save, reset, and cancel if there is something to return to. */
export function FormActions({ state, onCancel }: { state: FormState; onCancel?: () => void }) {
  const intl = useIntl()
  const { form, isDirty, isSaving, isReady, id } = state
  const isUploading = useIsUploading(state.key)
  return (
    <div className="form-actions row">
      {isDirty && (
        <Popconfirm
          title={intl.formatMessage({ id: 'form.resetAsk' })}
          onConfirm={state.reset}
          getPopupContainer={nextToTrigger}
        >
          <Button type="text" disabled={isSaving}>
            {intl.formatMessage({ id: 'form.reset' })}
          </Button>
        </Popconfirm>
      )}
      <span className="form-actions-gap" role="status">
        {isUploading && intl.formatMessage({ id: 'image.uploading' })}
      </span>
      {onCancel && <Button onClick={onCancel}>{intl.formatMessage({ id: 'action.cancel' })}</Button>}
      <Button
        type="primary"
        htmlType="submit"
        form={formIdOf(state)}
        loading={isSaving}
        disabled={!isReady || isUploading || (id !== null && !isDirty)}
        aria-keyshortcuts="Control+S Control+Enter"
      >
        {intl.formatMessage({ id: (id === null ? form.newSaveId : undefined) ?? 'form.save' })}
      </Button>
    </div>
  )
}
