import { Button, Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { EditorProps } from './editorProps.ts'

export function TextEditor({ filter, value, onChange, onClose }: EditorProps) {
  const intl = useIntl()
  const [text, setText] = useState(value?.kind === 'text' ? value.text : '')
  return (
    <form
      className="editor editor-row"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(text.trim() === '' ? null : { kind: 'text', text: text.trim() })
        onClose()
      }}
    >
      <Input
        autoFocus
        maxLength={100}
        aria-label={intl.formatMessage({ id: filter.titleId })}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="primary" htmlType="submit">
        {intl.formatMessage({ id: 'list.apply' })}
      </Button>
    </form>
  )
}
