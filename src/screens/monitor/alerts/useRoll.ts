import { useEffect, useState, type RefObject } from 'react'

/** Entries drawn initially, and added when the last ones come near. */
const step = 60

/**
 * Returns how many entries of a scrolling list are drawn, and how many lie below the visible part.
 * @param list element with an entry per child; exists while `count` is not 0
 */
export function useScrollWindow(list: RefObject<HTMLElement | null>, count: number): { drawn: number; below: number } {
  const [drawn, setDrawn] = useState(step)
  const [seen, setSeen] = useState(count)
  const isThere = count > 0
  useEffect(() => {
    const element = isThere ? list.current : null
    if (!element) return
    const look = () => {
      const bottom = element.getBoundingClientRect().bottom + 1
      setSeen([...element.children].filter((child) => child.getBoundingClientRect().bottom <= bottom).length)
      const isNearEnd = element.scrollTop + 2 * element.clientHeight >= element.scrollHeight
      if (isNearEnd) setDrawn((now) => (now <= element.children.length ? now + step : now))
    }
    look()
    const resizes = new ResizeObserver(look)
    const changes = new MutationObserver(look)
    resizes.observe(element)
    changes.observe(element, { childList: true })
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      resizes.disconnect()
      changes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [list, isThere])
  return { drawn, below: Math.max(0, count - seen) }
}
