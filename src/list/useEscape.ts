import { useEffect, useRef } from 'react'

/** Calls back when Escape is pressed inside an element, unless a control in it has used the key. */
export function useEscape<T extends HTMLElement>(onEscape: () => void) {
  const element = useRef<T>(null)
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const inside = element.current
    const listen = (event: KeyboardEvent) => {
      // An open dropdown inside the element closes first.
      const isTaken =
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.closest('[aria-expanded=true]') !== null)
      if (event.key !== 'Escape' || isTaken) return
      event.stopPropagation()
      latest.current()
    }
    inside?.addEventListener('keydown', listen)
    return () => inside?.removeEventListener('keydown', listen)
  }, [])
  return element
}
