import { Input } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { rememberName, useFound } from '../../api/references.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import type { FilterValue } from '../address/address.ts'
import type { EditorProps } from './editorProps.ts'

/** Selects one or several records of another noun, found by typing. */
export function ReferenceEditor({ filter, value, onChange, onClose }: EditorProps) {
  const intl = useIntl()
  const [text, setText] = useState('')
  const { choices, isFailed } = useFound(filter.of, text, true)
  const isMany = filter.shape.kind === 'ids'
  const chosen = idsOf(value)
  const choose = (id: number) => {
    if (!isMany) {
      onChange({ kind: 'number', id })
      onClose()
      return
    }
    onChange((now) => {
      const before = idsOf(now)
      const ids = before.includes(id) ? before.filter((one) => one !== id) : [...before, id]
      return ids.length > 0 ? { kind: 'ids', ids } : null
    })
  }
  return (
    <div className="editor editor-reference">
      <Input
        autoFocus
        maxLength={100}
        aria-label={intl.formatMessage({ id: 'list.find' })}
        placeholder={intl.formatMessage({ id: 'list.find' })}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {choices === undefined && !isFailed && <SkeletonLines lines={4} />}
      {isFailed && <p className="editor-note">{intl.formatMessage({ id: 'list.findFailed' })}</p>}
      {choices?.length === 0 && <p className="editor-note">{intl.formatMessage({ id: 'list.findNothing' })}</p>}
      <ul>
        {choices?.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={chosen.includes(id)}
              onClick={() => {
                if (filter.of) rememberName(filter.of, { id, name })
                choose(id)
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

function idsOf(value: FilterValue | null): readonly number[] {
  return value?.kind === 'ids' ? value.ids : value?.kind === 'number' ? [value.id] : []
}
