import { useIntl } from 'react-intl'
import type { FilterValue } from '../address/address.ts'
import type { EditorProps } from './editorProps.ts'

/** Selects one or several codes; each choice applies immediately. */
export function CodesEditor({ filter, value, onChange, onClose }: EditorProps) {
  const intl = useIntl()
  const { kind, options } = filter.shape
  const isMany = kind === 'many'
  const chosen = codesOf(value)
  const choose = (code: string, isChosen: boolean) => {
    if (!isMany) {
      onChange({ kind: 'one', code })
      return
    }
    // Adds to the codes selected at that time: fast clicks may be ahead of rendering.
    onChange((now) => {
      const before = codesOf(now)
      const codes = options.filter((option) => (option === code ? isChosen : before.has(option)))
      return codes.length > 0 ? { kind: 'many', codes } : null
    })
  }
  return (
    <fieldset className="editor editor-codes">
      <legend className="only-read">{intl.formatMessage({ id: filter.titleId })}</legend>
      {options.map((code, index) => (
        <label key={code}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={filter.field}
            autoFocus={index === 0}
            checked={chosen.has(code)}
            onChange={({ target }) => choose(code, target.checked)}
            onClick={() => !isMany && chosen.has(code) && onChange(null)}
            onKeyDown={(event) => event.key === 'Enter' && onClose()}
          />
          {filter.words ? intl.formatMessage({ id: filter.words(code) }) : code}
        </label>
      ))}
    </fieldset>
  )
}

function codesOf(value: FilterValue | null): ReadonlySet<string> {
  return new Set(value?.kind === 'many' ? value.codes : value?.kind === 'one' ? [value.code] : [])
}
