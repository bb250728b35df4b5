import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { leastWidth, mostWidth } from './fitting.ts'

interface Props {
  /** Of the column. */
  title: string
  /** Px. */
  width: number
  /** It is dragged to a width, px; null: it is let go. */
  onDrag: (width: number | null) => void
  /** It was brought to a width, px; null: to its usual one. */
  onResize: (width: number | null) => void
}

const keyStep = 16
const within = (width: number) => Math.round(Math.min(mostWidth, Math.max(leastWidth, width)))
/** Whether what comes next stands to the right of an element. */
const isToRight = (element: Element) => getComputedStyle(element).direction !== 'rtl'

/** The edge of a column: dragged, or moved by the arrow keys, it makes the column wider or narrower; a double click or Enter takes that back. */
export function ColumnEdge({ title, width, onDrag, onResize }: Props) {
  const intl = useIntl()
  const drag = useRef<{ x: number; width: number; last: number } | null>(null)

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { currentTarget: edge } = event
    edge.setPointerCapture(event.pointerId)
    // It may have got more room than it asked for.
    const drawn = edge.parentElement?.getBoundingClientRect().width || width
    drag.current = { x: event.clientX, width: drawn, last: drawn }
  }
  const move = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const begun = drag.current
    if (begun === null || (clientX === begun.x && begun.last === begun.width)) return
    begun.last = within(begun.width + (clientX - begun.x) * (isToRight(currentTarget) ? 1 : -1))
    onDrag(begun.last)
  }
  const end = () => {
    const begun = drag.current
    drag.current = null
    if (begun === null || begun.last === begun.width) return
    onDrag(null)
    onResize(begun.last)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget } = event
    const side = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (side === 0 && key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    onResize(side === 0 ? null : within(width + side * keyStep * (isToRight(currentTarget) ? 1 : -1)))
  }
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      tabIndex={0}
      aria-label={intl.formatMessage({ id: 'list.width' }, { title })}
      aria-valuemin={leastWidth}
      aria-valuemax={mostWidth}
      aria-valuenow={width}
      title={intl.formatMessage({ id: 'list.widthHow' })}
      className="grid-edge"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onResize(null)}
      onKeyDown={press}
    />
  )
}
