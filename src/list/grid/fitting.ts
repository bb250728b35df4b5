import { useLayoutEffect, useState, type RefObject } from 'react'
import type { AnyColumn } from '../describe.ts'

export const defaultWidth = 140
/** Limits of a column's width, px. */
export const minWidth = 60
export const maxWidth = 800

/** Column as drawn, at least `width` px wide. */
export interface ShownColumn extends AnyColumn {
  width: number
  /** The user set exactly this width. */
  isResized: boolean
  /** Stays visible while the other columns scroll. */
  isPinned: boolean
}

/** Returns the columns that fit into the room, px. Columns with a hiding order go first, so that no other column is cut off. */
export function fitColumns(columns: readonly ShownColumn[], room: number): ShownColumn[] {
  const left = [...columns]
  const leaving = columns
    .filter(({ hideOrder: yields, isPinned }) => yields !== undefined && !isPinned)
    .toSorted((a, b) => (a.hideOrder ?? 0) - (b.hideOrder ?? 0))
  const needed = () => left.reduce((sum, { width }) => sum + width, 0)
  while (leaving.length > 0 && needed() > room) left.splice(left.indexOf(leaving.shift() ?? left[0]!), 1)
  return left
}

/** Returns the width of an element, px; null before it is drawn. */
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
