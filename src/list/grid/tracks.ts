import type { ShownColumn } from './fitting.ts'

type Track = Pick<ShownColumn, 'width' | 'isResized' | 'isPinned'>

/** Columns as `grid-template-columns` has them: what is left of the room is shared by those that nobody made wider or narrower, or goes to the last. */
export function tracksOf(columns: readonly Track[]): string {
  const isShared = columns.some(({ isResized }) => !isResized)
  return columns
    .map(({ width, isResized }, place) => (isResized && (isShared || place < columns.length - 1) ? `${width}px` : `minmax(${width}px, ${width}fr)`))
    .join(' ')
}

/** Where each pinned column stays, as custom properties: beside those before it, each as narrow as it is once the others move. */
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

/** The class and style of a cell in a pinned or resized column. @param index its place among the columns */
export function cellTrack({ isPinned, isResized }: Track, index: number, isLastPinned: boolean): { className: string; style?: { insetInlineStart: string } } {
  const className = `${isPinned ? ` grid-pinned${isLastPinned ? ' grid-pinned-last' : ''}` : ''}${isResized ? ' grid-resized' : ''}`
  return isPinned ? { className, style: { insetInlineStart: `var(--pin-${index})` } } : { className }
}
