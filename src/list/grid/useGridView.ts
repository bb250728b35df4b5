import { useLayoutEffect, useRef, useState } from 'react'

/** Extra rows drawn above and below the visible ones, for fast scrolling. */
const extraRows = 8
/** Height assumed before the first layout and in tests, px. */
const defaultHeight = 800
const headHeight = 40

interface Options {
  rowHeight: number
  count: number
  startTop: number
  /** Other rows start the view at the top. */
  rowsKey: string
}

/** Tracks which rows are visible, and scrolls to others. */
export function useGridView({ rowHeight, count, startTop, rowsKey }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(startTop)
  const [height, setHeight] = useState(defaultHeight)
  const shownKey = useRef(rowsKey)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = startTop
    const measure = () => setHeight(element.clientHeight || defaultHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
    // The start position is applied once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  useLayoutEffect(() => {
    if (shownKey.current === rowsKey) return
    shownKey.current = rowsKey
    if (scroller.current) scroller.current.scrollTop = 0
    setTop(0)
  }, [rowsKey])

  const rowsInSight = Math.max(1, Math.floor((height - headHeight) / rowHeight))
  return {
    scroller,
    rowsInSight,
    /** Returns the indexes of the rows to draw; the focused row is always among them. */
    indexes(active: number): number[] {
      // Steps of four rows, so that not every scroll event redraws.
      const first = Math.max(0, Math.floor(top / rowHeight / 4) * 4 - extraRows)
      const last = Math.min(count - 1, first + Math.ceil(height / rowHeight) + 2 * extraRows + 4)
      const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place)
      if (active < 0 || active >= count || (active >= first && active <= last)) return places
      return active < first ? [active, ...places] : [...places, active]
    },
    /** Updates the view after scrolling. @returns the scroll position, px */
    scrolled(): number {
      const now = scroller.current?.scrollTop ?? 0
      if (Math.floor(now / rowHeight / 4) !== Math.floor(top / rowHeight / 4)) setTop(now)
      return now
    },
    /** Scrolls a row into view. @returns the new scroll position, px */
    show(index: number): number {
      const element = scroller.current
      if (!element) return 0
      // Extra space at the end of the content, which a floating bar covers.
      const covered = Math.max(0, element.scrollHeight - headHeight - count * rowHeight)
      const visible = (element.clientHeight || defaultHeight) - headHeight - covered
      if (index * rowHeight < element.scrollTop) element.scrollTop = index * rowHeight
      else if ((index + 1) * rowHeight > element.scrollTop + visible)
        element.scrollTop = (index + 1) * rowHeight - visible
      setTop(element.scrollTop)
      return element.scrollTop
    },
  }
}
