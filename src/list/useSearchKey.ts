import type { InputRef } from 'antd'
import { useEffect, useRef } from 'react'

const typedInto = 'input, textarea, select, [contenteditable=true], [role=dialog]'

/** Focuses the search field when `/` is pressed anywhere outside a text input. */
export function useSearchKey() {
  const field = useRef<InputRef>(null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(typedInto)) return
      if (!field.current) return
      event.preventDefault()
      field.current.focus({ cursor: 'all' })
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return field
}
