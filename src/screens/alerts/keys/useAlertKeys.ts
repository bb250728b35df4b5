import { useEffect, useEffectEvent } from 'react'

/** Controls that take typed letters, and dialogs, which have keys of their own. */
const typedInto = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog]'

interface Keys {
  onAcknowledge: () => void
  onShelve: () => void
  onHelp: () => void
}

/** Keys of the alert list, in the order of the help. */
export const alertKeys = ['J', 'K', 'Enter', 'A', 'S', '/', '?'] as const

const grid = () => document.querySelector<HTMLElement>('.alert-table [role=grid]')
const activeRow = () => grid()?.querySelector<HTMLElement>('[role=row][data-active]') ?? null

/** Moves the focus to the list: its active row, or its first one. */
export function focusAlertList(): void {
  const row = activeRow() ?? grid()?.querySelector<HTMLElement>('.grid-body [role=row]')
  ;(row ?? grid())?.focus()
}

/** Returns the place of the list's active row on its page; -1 without one. */
export function activePlace(firstIndex: number): number {
  const index = Number(activeRow()?.getAttribute('aria-rowindex') ?? Number.NaN)
  // Rows count from one, after the heading.
  return Number.isNaN(index) ? -1 : index - 2 - firstIndex
}

/** Gives a key press to the list, which moves and opens rows itself. */
function pressInList(key: string): void {
  const target = activeRow() ?? grid()
  target?.focus()
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

/** Listens for the keys of the alert list, except while somebody types. */
export function useAlertKeys({ onAcknowledge, onShelve, onHelp }: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
    if (event.target instanceof Element && event.target.closest(typedInto)) return
    if (document.querySelector('[role=dialog]') !== null) return
    const acts: Record<string, () => void> = {
      j: () => pressInList('ArrowDown'),
      k: () => pressInList('ArrowUp'),
      a: onAcknowledge,
      s: onShelve,
      '?': onHelp,
      // A focused control or row handles Enter itself.
      ...(event.target === document.body && { enter: () => pressInList('Enter') }),
    }
    const act = acts[event.key.toLowerCase()]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
