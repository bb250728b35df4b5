import { Input, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { type Choice, rememberNames } from '../../api/references.ts'
import type { EditorProps } from './editorProps.ts'

const pauseMs = 250

/** A record of another noun, found by typing. */
export function ReferenceEditor({ filter, value, onChange, onClose }: EditorProps) {
  const intl = useIntl()
  const { of } = filter
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ text: string; choices: Choice[] | null } | null>(null)

  useEffect(() => {
    if (!of) return
    const end = new AbortController()
    const timer = setTimeout(
      () => {
        of.find(text.trim(), end.signal).then(
          (choices) => {
            if (end.signal.aborted) return
            rememberNames(of.noun, choices)
            setFound({ text, choices })
          },
          () => {
            if (!end.signal.aborted) setFound({ text, choices: null })
          },
        )
      },
      text === '' ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [of, text])

  const choices = found?.choices ?? []
  return (
    <div className="editor editor-reference">
      <Input autoFocus maxLength={100} aria-label={intl.formatMessage({ id: 'list.find' })} placeholder={intl.formatMessage({ id: 'list.find' })} value={text} onChange={({ target }) => setText(target.value)} />
      {found === null && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {found?.choices === null && <p className="editor-note">{intl.formatMessage({ id: 'list.findFailed' })}</p>}
      {found?.choices?.length === 0 && <p className="editor-note">{intl.formatMessage({ id: 'list.findNothing' })}</p>}
      <ul>
        {choices.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={value?.kind === 'number' && value.id === id}
              onClick={() => {
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
