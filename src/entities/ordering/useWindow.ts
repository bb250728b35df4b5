import { useCallback, useEffect, useRef, useState } from 'react'

/** Height of an entry, px, as in `order.css`. */
export const rowHeight = 45
/** Entries drawn above and below the visible ones, and the step of the window. */
const extraEntries = 20

/** Returns which entries of a long list to draw: visible ones and some around them. `reveal` scrolls to an entry. */
export function useWindow(count: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [goal, setGoal] = useState<number | null>(null)
  const windowSize = Math.ceil(window.innerHeight / rowHeight) + 3 * extraEntries
  const first = Math.max(0, Math.min(top - extraEntries, count - windowSize))

  const onScroll = useCallback(
    () => setTop(Math.floor((ref.current?.scrollTop ?? 0) / rowHeight / extraEntries) * extraEntries),
    [],
  )
  const reveal = useCallback((at: number) => {
    const { scrollTop = 0, clientHeight = 0 } = ref.current ?? {}
    const isSeen = at * rowHeight >= scrollTop && (at + 1) * rowHeight <= scrollTop + clientHeight
    if (isSeen) return
    setTop(Math.floor(at / extraEntries) * extraEntries)
    setGoal(at)
  }, [])
  useEffect(() => {
    if (goal === null || ref.current === null) return
    ref.current.scrollTop = goal * rowHeight - ref.current.clientHeight / 2
    setGoal(null)
  }, [goal])
  return { ref, first, last: first + windowSize, onScroll, reveal }
}
