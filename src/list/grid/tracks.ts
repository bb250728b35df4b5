import type { ShownColumn } from './fitting.ts'

type Track = Pick<ShownColumn, 'width' | 'isResized' | 'isPinned'>

/** Returns the `grid-template-columns` value. Columns without a width set by the user share the spare room; without any, the last gets it. */
export function tracksOf(columns: readonly Track[]): string {
  const isShared = columns.some(({ isResized }) => !isResized)
  return columns
    .map(({ width, isResized }, place) =>
      isResized && (isShared || place < columns.length - 1) ? `${width}px` : `minmax(${width}px, ${width}fr)`,
    )
    .join(' ')
}

/**
 * Returns the position of each pinned column as custom properties. Each stands after those before it, which shrink to their minimum when scrolling.
 */
export function pinPlaces(columns: readonly Track[], start: number): Record<string, string> {
  const places: Record<string, string> = {}
  let place = start
  for (const [index, { width, isPinned }] of columns.entries()) {
    if (!isPinned) break
    places[`--pin-${index}`] = `${place}px`
    place += width
  }
  return places
}

/** Returns class and style of a cell in a pinned or resized column. @param index position of the column */
export function cellTrack(
  { isPinned, isResized }: Track,
  index: number,
  isLastPinned: boolean,
): { className: string; style?: { insetInlineStart: string } } {
  const className = `${isPinned ? ` grid-pinned${isLastPinned ? ' grid-pinned-last' : ''}` : ''}${isResized ? ' grid-resized' : ''}`
  return isPinned ? { className, style: { insetInlineStart: `var(--pin-${index})` } } : { className }
}
