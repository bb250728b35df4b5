import { useEffect, useEffectEvent } from 'react'

/** Calls back when Escape is pressed, unless a closer element has handled it. */
export function useEscape(onEscape: () => void): void {
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null) onEscape()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => escape(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
