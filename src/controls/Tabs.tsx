import './controls.css'
import { useId, type KeyboardEvent, type ReactNode } from 'react'

interface Props<Key extends string> {
  /** What is chosen here, for a screen reader. */
  label: string
  tabs: readonly { key: Key; title: ReactNode }[]
  active: Key
  onChange: (key: Key) => void
  /** The panel of the active tab. */
  children: ReactNode
}

/** Tabs that arrow keys go through, with one panel. */
export function Tabs<Key extends string>({ label, tabs, active, onChange, children }: Props<Key>) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(tabs.findIndex(({ key }) => key === active) + step + tabs.length) % tabs.length]
    if (step === 0 || next === undefined) return
    onChange(next.key)
    document.querySelector<HTMLElement>(`[id="${id}${next.key}"]`)?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            id={id + key}
            role="tab"
            aria-selected={key === active}
            aria-controls={`${id}panel`}
            tabIndex={key === active ? 0 : -1}
            onClick={() => onChange(key)}
            onKeyDown={onKeyDown}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={id + active}>
        {children}
      </div>
    </>
  )
}
