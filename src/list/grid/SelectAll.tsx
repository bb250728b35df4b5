import { useEffect, useRef } from 'react'
import { useIntl } from 'react-intl'

interface Props {
  ids: readonly number[]
  selected: ReadonlySet<number>
  onSelect: (ids: readonly number[], isSelected: boolean) => void
}

/** Selects every row of the page, or none. */
export function SelectAll({ ids, selected, onSelect }: Props) {
  const intl = useIntl()
  const box = useRef<HTMLInputElement>(null)
  const count = ids.filter((id) => selected.has(id)).length
  const all = ids.length > 0 && count === ids.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all
  }, [count, all])
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        aria-label={intl.formatMessage({ id: 'list.selectPage' })}
        checked={all}
        disabled={ids.length === 0}
        onChange={() => onSelect(ids, !all)}
      />
    </label>
  )
}
