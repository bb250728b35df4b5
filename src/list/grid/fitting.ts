import { useLayoutEffect, useState, type RefObject } from 'react'
import type { AnyColumn } from '../describe.ts'

export const usualWidth = 140
/** How narrow and how wide a column can be made, px. */
export const leastWidth = 60
export const mostWidth = 800

/** A column as it is drawn, `width` px at the least. */
export interface ShownColumn extends AnyColumn {
  width: number
  /** Somebody made it exactly so wide. */
  isResized: boolean
  /** It stays in sight while the others move past. */
  isPinned: boolean
}

/** The columns that there is room for, px: those that give way go first, in their order, so that none is cut that matters. */
export function fitColumns(columns: readonly ShownColumn[], room: number): ShownColumn[] {
  const left = [...columns]
  const leaving = columns.filter(({ yields, isPinned }) => yields !== undefined && !isPinned).toSorted((a, b) => (a.yields ?? 0) - (b.yields ?? 0))
  const needed = () => left.reduce((sum, { width }) => sum + width, 0)
  while (leaving.length > 0 && needed() > room) left.splice(left.indexOf(leaving.shift() ?? left[0]!), 1)
  return left
}

/** The width of an element, px; null before it is drawn. */
export function useWidth(element: RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const drawn = element.current
    if (!drawn) return
    const measure = () => setWidth(drawn.clientWidth || null)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(drawn)
    return () => observer.disconnect()
  }, [element])
  return width
}
