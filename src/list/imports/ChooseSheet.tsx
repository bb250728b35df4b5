import '../../form/files/files.css'
import { UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { maxImportBytes, maxImportRows } from '#contract/calls/imports.ts'
import { CallError } from '../../api/CallError.ts'
import { failureMessage } from '../../api/callFailure.ts'
import { fetchTemplate, uploadSheet } from '../../api/files/files.ts'
import { saveFile } from '../../api/files/saveFile.ts'
import type { MessageId } from '../../locale/languages.ts'

interface Props {
  save: Endpoint
  titleId: MessageId
  onBegun: (id: number, file: File) => void
  /** A file to upload at once, such as one that was checked before its columns were mapped. */
  again: File | null
}

/** Chooses a sheet or accepts a dropped one, uploads it immediately, and offers the template. */
export function ChooseSheet({ save, titleId, onBegun, again }: Props) {
  const intl = useIntl()
  const id = useId()
  const [sending, setSending] = useState<{ name: string; share: number } | null>(
    again && { name: again.name, share: 0 },
  )
  const [failure, setFailure] = useState<string | null>(null)
  const end = useRef<AbortController>(null)
  useEffect(() => () => end.current?.abort(), [])

  const send = async (file: File) => {
    const mine = new AbortController()
    end.current?.abort()
    end.current = mine
    setFailure(file.size > maxImportBytes ? intl.formatMessage({ id: 'importFailure.TOO_LARGE' }) : null)
    if (file.size > maxImportBytes) return
    setSending({ name: file.name, share: 0 })
    await upload(file, mine)
  }
  const upload = async (file: File, mine: AbortController) => {
    try {
      const one = await uploadSheet(save, file, {
        signal: mine.signal,
        onProgress: (share) => setSending({ name: file.name, share }),
      })
      onBegun(one.id, file)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code !== 'ABORTED') setFailure(failureMessage(intl, error))
      setSending(null)
    }
  }
  const sendAgain = useEffectEvent(() => {
    if (again === null) return
    const mine = new AbortController()
    end.current = mine
    void upload(again, mine)
  })
  useEffect(() => sendAgain(), [])
  const downloadTemplate = async () => {
    try {
      saveFile(await fetchTemplate(save), `${intl.formatMessage({ id: titleId })}.xlsx`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  if (sending) {
    return (
      <>
        <p aria-live="polite">{intl.formatMessage({ id: 'import.uploading' }, { name: sending.name })}</p>
        <Progress
          percent={Math.round(100 * sending.share)}
          aria-label={intl.formatMessage({ id: 'upload.progress' })}
        />
        <div className="import-actions row">
          <Button onClick={() => end.current?.abort()}>{intl.formatMessage({ id: 'import.discard' })}</Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p>
        {intl.formatMessage(
          { id: 'import.text' },
          { rows: intl.formatNumber(maxImportRows), megabytes: maxImportBytes / 1024 / 1024 },
        )}
      </p>
      {failure !== null && <Alert type="error" showIcon title={failure} />}
      <div
        className="import-choose file-input-choose row"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          const [file] = event.dataTransfer.files
          if (file) void send(file)
        }}
      >
        {/* The native control brings keyboard and screen reader support. Its text is the browser's, so only its label is visible. */}
        <input
          id={id}
          type="file"
          className="file-input-file"
          accept=".xlsx,.csv,.txt"
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file) void send(file)
          }}
        />
        <label htmlFor={id} className="file-input-face">
          <UploadOutlined aria-hidden />
          {intl.formatMessage({ id: 'import.choose' })}
        </label>
      </div>
      <Button onClick={() => void downloadTemplate()}>{intl.formatMessage({ id: 'import.template' })}</Button>
    </>
  )
}
