import { Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { rememberName, useFound } from '../../api/references.ts'
import type { EditorProps } from './editorProps.ts'

/** A record of another noun, found by typing. */
export function ReferenceEditor({ filter, value, onChange, onClose }: EditorProps) {
  const intl = useIntl()
  const [text, setText] = useState('')
  const { choices, isFailed } = useFound(filter.of, text, true)
  return (
    <div className="editor editor-reference">
      <Input autoFocus maxLength={100} aria-label={intl.formatMessage({ id: 'list.find' })} placeholder={intl.formatMessage({ id: 'list.find' })} value={text} onChange={({ target }) => setText(target.value)} />
      {choices === undefined && !isFailed && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {isFailed && <p className="editor-note">{intl.formatMessage({ id: 'list.findFailed' })}</p>}
      {choices?.length === 0 && <p className="editor-note">{intl.formatMessage({ id: 'list.findNothing' })}</p>}
      <ul>
        {choices?.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={value?.kind === 'number' && value.id === id}
              onClick={() => {
                if (filter.of) rememberName(filter.of, { id, name })
                onChange({ kind: 'number', id })
                onClose()
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
