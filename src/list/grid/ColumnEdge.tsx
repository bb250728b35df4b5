import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { minWidth, maxWidth } from './fitting.ts'

interface Props {
  /** Title of the column. */
  title: string
  /** Width in pixels. */
  width: number
  /** Reports the width during a drag, px; null: the drag has ended. */
  onDrag: (width: number | null) => void
  /** Reports a new width, px; null: the default width. */
  onResize: (width: number | null) => void
}

const keyStep = 16
const within = (width: number) => Math.round(Math.min(maxWidth, Math.max(minWidth, width)))
/** Returns whether the layout runs from left to right. */
const isToRight = (element: Element) => getComputedStyle(element).direction !== 'rtl'

/** Edge of a column. Dragging and arrow keys change the width; a double click or Enter restores the default. */
export function ColumnEdge({ title, width, onDrag, onResize }: Props) {
  const intl = useIntl()
  const drag = useRef<{ x: number; width: number; last: number } | null>(null)

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { currentTarget: edge } = event
    edge.setPointerCapture(event.pointerId)
    // The column may be wider than the width it asked for.
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
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
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
