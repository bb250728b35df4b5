import { useEffect, useRef, type RefObject } from 'react'
import { useScreen } from '../navigation/useScreen.ts'

/**
 * Moves the focus to the heading of a newly opened page, for screen readers and the keyboard.
 * A page that has already focused something keeps that focus.
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
