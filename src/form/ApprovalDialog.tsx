import { Modal } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { ReasonInput } from './controls/ReasonInput.tsx'
import { useIsUploading } from './files/uploading.ts'
import type { FormState } from './useRecordForm.ts'

/** Explains that a save needs an approval, and requests it with a reason. */
export function ApprovalDialog({ state: { key, isSaving, requestApproval, dropApproval } }: { state: FormState }) {
  const intl = useIntl()
  const isUploading = useIsUploading(key)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  return (
    <Modal
      open
      title={intl.formatMessage({ id: 'approval.title' })}
      okText={intl.formatMessage({ id: 'approval.send' })}
      confirmLoading={isSaving}
      okButtonProps={{ disabled: isUploading }}
      cancelText={intl.formatMessage({ id: 'action.cancel' })}
      mask={{ closable: false }}
      onOk={() => (reason.trim() === '' ? setMissing(true) : requestApproval(reason.trim()))}
      onCancel={() => !isSaving && dropApproval()}
    >
      <p>{intl.formatMessage({ id: 'approval.text' })}</p>
      <ReasonInput
        labelId="approval.reason"
        value={reason}
        isMissing={isMissing}
        disabled={isSaving}
        onChange={(next) => {
          setReason(next)
          setMissing(false)
        }}
      />
      {isUploading && <p role="status">{intl.formatMessage({ id: 'image.uploading' })}</p>}
    </Modal>
  )
}
