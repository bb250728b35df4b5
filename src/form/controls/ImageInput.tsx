import './controls.css'
import { CloseOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Spin } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { useIntl } from 'react-intl'
import { imageContentTypes, maxImageBytes } from '#contract/calls/images.ts'
import { CallError } from '../../api/CallError.ts'
import { uploadImage } from '../../api/images.ts'
import type { ControlProps } from './controlProps.ts'
import { Picture } from './Picture.tsx'

/**
 * One picture: chosen, dropped or photographed, uploaded at once, shown, opened large. Its value is the id that the
 * upload answered (`licenceImageId` and the like). Works without a session, too: what was just uploaded is shown from
 * memory.
 *
 *     <Form.Item name="licenceImageId" label={…} rules={…}><ImageInput /></Form.Item>
 */
export function ImageInput({ value, onChange, onBlur, disabled = false, ...bound }: ControlProps<string>) {
  const intl = useIntl()
  const [error, setError] = useState<string | null>(null)
  const [uploading, setUploading] = useState<AbortController | null>(null)
  const [fresh, setFresh] = useState<{ id: string; blob: Blob } | null>(null)
  const input = useRef<HTMLInputElement>(null)

  function errorOf(file: File): string | null {
    if (!imageContentTypes.some((type) => type === file.type)) return intl.formatMessage({ id: 'image.wrongKind' })
    return file.size > maxImageBytes ? intl.formatMessage({ id: 'image.tooLarge' }, { megabytes: maxImageBytes / 1024 / 1024 }) : null
  }

  async function upload(file: File) {
    uploading?.abort()
    const found = errorOf(file)
    setError(found)
    if (found !== null) return
    const controller = new AbortController()
    setUploading(controller)
    try {
      const { id } = await uploadImage(file, controller.signal)
      setFresh({ id, blob: file })
      onChange?.(id)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code !== 'ABORTED') {
        setError(error.code === 'NO_ANSWER' ? intl.formatMessage({ id: 'fault.networkDescription' }) : error.message)
      }
    } finally {
      setUploading((current) => (current === controller ? null : current))
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file && !disabled) void upload(file)
  }

  return (
    <div className="image-input" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {value != null && <Picture id={value} blob={fresh?.id === value ? fresh.blob : undefined} />}
      <div className="image-input-choose row">
        {/* The browser's own control: label, keyboard, camera and screen reader come with it. */}
        <input
          {...bound}
          ref={input}
          type="file"
          className="image-input-file"
          accept={imageContentTypes.join()}
          disabled={disabled}
          onBlur={() => onBlur?.()}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void upload(file)
          }}
        />
        <span className="image-input-face" aria-hidden="true" onClick={() => input.current?.click()}>
          {uploading ? <Spin size="small" /> : <UploadOutlined />}
          {intl.formatMessage({ id: uploading ? 'image.uploading' : value == null ? 'image.choose' : 'image.replace' })}
        </span>
        {uploading && (
          <Button type="link" size="small" onClick={() => uploading.abort()}>
            {intl.formatMessage({ id: 'action.cancel' })}
          </Button>
        )}
        {value != null && !uploading && !disabled && (
          <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} onClick={() => onChange?.(null)}>
            {intl.formatMessage({ id: 'image.remove' })}
          </Button>
        )}
      </div>
      {error !== null && (
        <div role="alert" className="image-input-error">
          {error}
        </div>
      )}
    </div>
  )
}
