import { UploadOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useRef } from 'react'
import { useIntl } from 'react-intl'
import { tagsOfFile } from './readTags.ts'

/** Maximum file size, bytes. Five hundred ear tags take 8 kB, but a sheet may have other columns. */
const maxBytes = 2_000_000

/** Extracts ear tags from a text file, such as a sheet saved as CSV. The file stays on this computer. */
export function TagsFile({ disabled, onRead }: { disabled: boolean; onRead: (tags: string) => void }) {
  const intl = useIntl()
  const { message } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  async function read(file: File) {
    const tags = file.size > maxBytes ? '' : tagsOfFile(await file.text())
    if (tags === '') void message.warning(intl.formatMessage({ id: 'pledgeCheck.noTags' }, { name: file.name }))
    else onRead(tags)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,text/csv,text/plain"
        aria-label={intl.formatMessage({ id: 'pledgeCheck.file' })}
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) void read(file)
        }}
      />
      <Button icon={<UploadOutlined aria-hidden />} disabled={disabled} onClick={() => input.current?.click()}>
        {intl.formatMessage({ id: 'pledgeCheck.file' })}
      </Button>
    </>
  )
}
