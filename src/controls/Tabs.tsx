import './controls.css'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useLocale } from '../locale/locale.ts'

interface Props<Key extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly { key: Key; title: ReactNode }[]
  active: Key
  onChange: (key: Key) => void
  size?: 'small' | 'large'
  /** Panel of the active tab; absent when the content is elsewhere on the page. */
  children?: ReactNode
}

/** Tabs with arrow key navigation. Tabs without room are reached by scrolling rather than by a menu, so that screen readers find only tabs. */
export function Tabs<Key extends string>({ label, tabs, active, onChange, size, children }: Props<Key>) {
  const id = useId()
  const strip = useRef<HTMLDivElement>(null)
  const isRightToLeft = useLocale(({ direction }) => direction === 'rtl')
  const hasPanel = children !== undefined

  useEffect(() => {
    const show = () => showTab(strip.current, id + active)
    show()
    // A count that loads later, or a font, may move the active tab out of view.
    const observer = new ResizeObserver(show)
    for (const tab of strip.current?.children ?? []) observer.observe(tab)
    return () => observer.disconnect()
  }, [id, active])

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeAfter(
      event.key,
      tabs.findIndex(({ key }) => key === active),
      tabs.length,
      isRightToLeft,
    )
    const next = place === null ? undefined : tabs.at(place)
    if (next === undefined) return
    event.preventDefault()
    onChange(next.key)
    document.querySelector<HTMLElement>(`[id="${id}${next.key}"]`)?.focus()
  }
  return (
    <>
      <div ref={strip} className="tabs" role="tablist" aria-label={label} data-size={size}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            id={id + key}
            role="tab"
            aria-selected={key === active}
            aria-controls={hasPanel ? `${id}panel` : undefined}
            tabIndex={key === active ? 0 : -1}
            onClick={() => onChange(key)}
            onKeyDown={onKeyDown}
          >
            {title}
          </button>
        ))}
      </div>
      {hasPanel && (
        <div className="tabs-panel" role="tabpanel" id={`${id}panel`} aria-labelledby={id + active}>
          {children}
        </div>
      )}
    </>
  )
}

/** Returns the index that a key leads to; null for other keys. */
function placeAfter(key: string, place: number, count: number, isRightToLeft: boolean): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return null
  return (place + ((key === 'ArrowRight') === isRightToLeft ? -1 : 1)) % count
}

/** Scrolls the strip, but not the page, until the active tab and a part of its neighbour are visible. */
function showTab(strip: HTMLElement | null, tabId: string): void {
  const tab = strip?.querySelector(`[id="${tabId}"]`)
  if (!strip || !tab) return
  const [room, taken] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  const neighbour = 48
  if (taken.right > room.right - neighbour) strip.scrollLeft += taken.right - room.right + neighbour
  else if (taken.left < room.left + neighbour) strip.scrollLeft += taken.left - room.left - neighbour
}
