import { useSortable } from '@dnd-kit/sortable'
import { HolderOutlined } from '@ant-design/icons'
import { Dropdown, Tag } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import type { Ordered } from './ordered.ts'
import { PlaceInput } from './PlaceInput.tsx'
import { rowHeight } from './useWindow.ts'

interface Props {
  entry: Ordered
  /** Position, from 0. */
  at: number
  count: number
  onPut: (at: number) => void
}

/** Entry with a drag handle, its name, and its position, which opens an input for another one. */
export function OrderEntry({ entry: { id, name, note }, at, count, onPut }: Props) {
  const intl = useIntl()
  const roleDescription = intl.formatMessage({ id: 'lookup.movable' })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription },
  })
  const style = {
    insetBlockStart: at * rowHeight,
    transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
    transition,
  }
  const [isAsking, setAsking] = useState(false)
  const place = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  // Returns the focus to the position after its input closes, unless the user has moved it.
  useEffect(() => {
    if (wasAsking.current && !isAsking && document.activeElement === document.body) place.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  return (
    <li
      ref={setNodeRef}
      style={style}
      data-id={id}
      aria-posinset={at + 1}
      aria-setsize={count}
      {...(isDragging && { 'data-dragging': '' })}
    >
      <button
        type="button"
        className="order-handle"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={intl.formatMessage({ id: 'lookup.move' }, { name })}
      >
        <HolderOutlined aria-hidden />
      </button>
      <bdi className="clip">{name}</bdi>
      {note !== undefined && <Tag>{note}</Tag>}
      {isAsking ? (
        <PlaceInput
          place={at + 1}
          count={count}
          onClose={() => setAsking(false)}
          onDone={(wanted) => {
            setAsking(false)
            onPut(wanted - 1)
          }}
        />
      ) : (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'first', label: intl.formatMessage({ id: 'lookup.toFirst' }), disabled: at === 0 },
              { key: 'last', label: intl.formatMessage({ id: 'lookup.toLast' }), disabled: at === count - 1 },
              { key: 'place', label: intl.formatMessage({ id: 'lookup.toPlace' }), disabled: count < 2 },
            ],
            onClick({ key }) {
              if (key === 'place') setAsking(true)
              else onPut(key === 'first' ? 0 : count - 1)
            },
          }}
        >
          <button
            type="button"
            ref={place}
            className="order-place"
            aria-haspopup="menu"
            aria-label={intl.formatMessage({ id: 'lookup.placeOf' }, { name, place: at + 1, count })}
          >
            {intl.formatNumber(at + 1)}
          </button>
        </Dropdown>
      )}
    </li>
  )
}
