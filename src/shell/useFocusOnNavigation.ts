import { useEffect, useRef, type RefObject } from 'react'
import { useScreen } from '../navigation/useScreen.ts'

/**
 * When another page has been opened the focus goes to its heading: a screen reader says where one is, and the keyboard
 * goes on from there. A page that has put the focus somewhere itself keeps it.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const path = useScreen()?.path
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    const frame = requestAnimationFrame(() => {
      const element = main.current
      if (!element || element.contains(document.activeElement)) return
      element.scrollTop = 0
      const heading = element.querySelector<HTMLElement>('h1[tabindex]') ?? element
      heading.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [path, main])
}
