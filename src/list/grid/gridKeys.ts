interface Keys {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

export type KeyAction =
  | { kind: 'move'; to: number; extends: boolean }
  | { kind: 'open' | 'select' | 'selectAll' | 'escape' }

/** Returns the effect of a key press on a list with the focus on row `active` (-1: no row); null: no effect. */
export function keyAction(
  { key, shiftKey, ctrlKey, metaKey, altKey }: Keys,
  at: { active: number; count: number; page: number },
): KeyAction | null {
  const isCommand = ctrlKey || metaKey
  if (altKey) return null
  if (isCommand) return key.toLowerCase() === 'a' ? { kind: 'selectAll' } : null
  const move = (to: number): KeyAction => ({
    kind: 'move',
    to: Math.max(0, Math.min(at.count - 1, to)),
    extends: shiftKey,
  })
  switch (key) {
    case 'ArrowDown':
      return move(at.active + 1)
    case 'ArrowUp':
      return move(at.active - 1)
    case 'PageDown':
      return move(at.active + at.page)
    case 'PageUp':
      return move(at.active - at.page)
    case 'Home':
      return move(0)
    case 'End':
      return move(at.count - 1)
    case 'Enter':
      return { kind: 'open' }
    case ' ':
      return { kind: 'select' }
    case 'Escape':
      return { kind: 'escape' }
    default:
      return null
  }
}
