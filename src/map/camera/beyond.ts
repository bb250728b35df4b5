import type { Map as MapLibreMap } from 'maplibre-gl'

/** The parts of a map's canvas that lie out of sight at either side, pixels. */
export interface Beyond {
  left: number
  right: number
}

/**
 * A canvas that is given another size is drawn anew, and a page waits for it. So a map that a panel takes room from keeps its canvas:
 * by `--map-beyond` it reaches out of the map's box at the end of the line, and what is seen of it gets narrower.
 */
export function beyondOf(container: HTMLElement): Beyond {
  const box = container.parentElement
  const hidden = box === null ? 0 : Math.max(0, container.clientWidth - box.clientWidth)
  return getComputedStyle(container).direction === 'rtl' ? { left: hidden, right: 0 } : { left: 0, right: hidden }
}

/** The size of what is seen of a map. */
export function seenSize(container: HTMLElement): { clientWidth: number; clientHeight: number } {
  const { left, right } = beyondOf(container)
  return { clientWidth: container.clientWidth - left - right, clientHeight: container.clientHeight }
}

/** Has the middle of a map be the middle of what is seen of it. */
export function centreOnSeen(map: MapLibreMap): void {
  const { left, right } = beyondOf(map.getContainer())
  const now = map.getPadding()
  if (now.left !== left || now.right !== right) map.setPadding({ top: 0, bottom: 0, left, right })
}
