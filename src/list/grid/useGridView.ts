import { useLayoutEffect, useRef, useState } from 'react'

/** Rows drawn above and below what is in sight, so that a flick finds them there. */
const spare = 8
/** Drawn where nothing has a height: before the first layout, and in tests. */
const unmeasured = 800
const headHeight = 40

interface Options {
  rowHeight: number
  count: number
  startTop: number
  /** With other rows the view begins at the top. */
  rowsKey: string
}

/** Which rows are in sight, and the way to others. */
export function useGridView({ rowHeight, count, startTop, rowsKey }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(startTop)
  const [height, setHeight] = useState(unmeasured)
  const shownKey = useRef(rowsKey)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = startTop
    const measure = () => setHeight(element.clientHeight || unmeasured)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
    // Where it starts is asked once.
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
    /** The places of the rows to draw; the one with the focus stays, wherever it is. */
    indexes(active: number): number[] {
      // By fours: not every pixel needs a new drawing.
      const first = Math.max(0, Math.floor(top / rowHeight / 4) * 4 - spare)
      const last = Math.min(count - 1, first + Math.ceil(height / rowHeight) + 2 * spare + 4)
      const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place)
      if (active < 0 || active >= count || (active >= first && active <= last)) return places
      return active < first ? [active, ...places] : [...places, active]
    },
    /** To be called when it has been scrolled. @returns how far, px */
    scrolled(): number {
      const now = scroller.current?.scrollTop ?? 0
      if (Math.floor(now / rowHeight / 4) !== Math.floor(top / rowHeight / 4)) setTop(now)
      return now
    },
    /** Brings a row into sight. @returns how far it is scrolled then, px */
    show(index: number): number {
      const element = scroller.current
      if (!element) return 0
      // What floats over the last rows has its room below them.
      const covered = Math.max(0, element.scrollHeight - headHeight - count * rowHeight)
      const visible = (element.clientHeight || unmeasured) - headHeight - covered
      if (index * rowHeight < element.scrollTop) element.scrollTop = index * rowHeight
      else if ((index + 1) * rowHeight > element.scrollTop + visible) element.scrollTop = (index + 1) * rowHeight - visible
      setTop(element.scrollTop)
      return element.scrollTop
    },
  }
}
