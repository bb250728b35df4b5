import './files.css'
import { CloseOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, type DragEvent, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Upload } from '../../api/files/files.ts'
import type { MessageId } from '../../locale/languages.ts'
import type { ControlProps } from '../controls/controlProps.ts'
import { useUpload } from './useUpload.ts'

interface Props extends ControlProps<string> {
  /** File types that the browser offers. */
  accept: readonly string[]
  chooseId: MessageId
  send: Upload
  /** Returns why a file must not be sent; null: it may be sent. */
  problemOf: (file: File) => string | null
  onSent: (id: string, file: File) => void
  /** Changes a file before it is sent; null: it is not sent. */
  prepare?: ((file: File) => Promise<File | null>) | undefined
  /** Display of the current file. */
  children: ReactNode
}

/** Input for a file that is chosen, dropped or photographed, and uploaded immediately with progress. The upload can be cancelled. */
export function FileInput({
  accept,
  chooseId,
  send,
  problemOf,
  onSent,
  prepare,
  children,
  value,
  onChange,
  onBlur,
  disabled = false,
  ...bound
}: Props) {
  const intl = useIntl()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload({
    send,
    problemOf,
    onSent(id, file) {
      onSent(id, file)
      onChange?.(id)
    },
  })
  const isUploading = upload.progress !== null

  async function take(file: File | undefined) {
    const ready = file && prepare ? await prepare(file) : file
    if (ready) await upload.start(ready)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    if (!disabled) void take(event.dataTransfer.files[0])
  }

  return (
    <div className="file-input" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {value != null && children}
      <div className="file-input-choose row">
        {/* The native control brings label, keyboard, camera and screen reader support. */}
        <input
          {...bound}
          ref={input}
          type="file"
          className="file-input-file"
          accept={accept.join()}
          disabled={disabled}
          onBlur={() => onBlur?.()}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            void take(file)
          }}
        />
        <span className="file-input-face" aria-hidden="true" onClick={() => input.current?.click()}>
          <UploadOutlined />
          {intl.formatMessage({ id: isUploading ? 'image.uploading' : value == null ? chooseId : 'image.replace' })}
        </span>
        {isUploading && (
          <>
            <progress aria-label={intl.formatMessage({ id: 'upload.progress' })} value={upload.progress ?? 0} />
            <Button type="link" size="small" onClick={upload.cancel}>
              {intl.formatMessage({ id: 'action.cancel' })}
            </Button>
          </>
        )}
        {value != null && !isUploading && !disabled && (
          <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} onClick={() => onChange?.(null)}>
            {intl.formatMessage({ id: 'image.remove' })}
          </Button>
        )}
      </div>
      {upload.error !== null && (
        <div role="alert" className="file-input-error">
          {upload.error}
        </div>
      )}
    </div>
  )
}
