import { InputNumber } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'

interface Props {
  /** Current position of the entry, from 1. */
  place: number
  count: number
  onClose: () => void
  onDone: (place: number) => void
}

/** Input for an entry's new position: Enter applies it; Escape and leaving do not. */
export function PlaceInput({ place, count, onClose, onDone }: Props) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'lookup.placeBetween' }, { count })
  const [typed, setTyped] = useState<number | null>(place)
  return (
    <InputNumber
      autoFocus
      className="order-number"
      aria-label={label}
      title={label}
      min={1}
      max={count}
      precision={0}
      value={typed}
      onChange={setTyped}
      onFocus={({ target }) => target.select()}
      onBlur={onClose}
      onPressEnter={() => typed !== null && onDone(typed)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Keeps the surrounding drawer open.
        event.nativeEvent.stopPropagation()
        onClose()
      }}
    />
  )
}
