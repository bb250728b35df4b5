import type { KeyboardEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useLocale } from '../../locale/locale.ts'

/** Toolbar with one tab stop; arrow keys move between its buttons. */
export function EditorBar({ label, children }: { label: string; children: ReactNode }) {
  // Not memoised: the buttons depend on the editor, which mutates in place.
  'use no memo'
  const isRightToLeft = useLocale(({ direction }) => direction === 'rtl')
  const [reached, setReached] = useState<HTMLElement | null>(null)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')]
    const at = buttons.findIndex((button) => button === event.target)
    if (at < 0) return
    event.preventDefault()
    const step = (event.key === 'ArrowRight') === isRightToLeft ? -1 : 1
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }
  // Makes one button the tab stop: the last focused one, initially the first.
  function updateTabStops(bar: HTMLDivElement | null) {
    const buttons = [...(bar?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
    const enabled = buttons.filter(({ disabled }) => !disabled)
    const one = enabled.find((button) => button === reached) ?? enabled[0]
    for (const button of buttons) button.tabIndex = button === one ? 0 : -1
  }
  return (
    <div
      ref={updateTabStops}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      className="rich-bar"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => target instanceof HTMLElement && setReached(target)}
    >
      {children}
    </div>
  )
}

interface ButtonProps {
  label: string
  sign: ReactNode
  /** State of a toggle button; absent for other buttons. */
  isOn?: boolean
  isDisabled?: boolean
  onPress: () => void
}

export function BarButton({ label, sign, isOn, isDisabled = false, onPress }: ButtonProps) {
  return (
    // Keeps the cursor in the text.
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      disabled={isDisabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <span aria-hidden>{sign}</span>
    </button>
  )
}
