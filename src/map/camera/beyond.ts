import type { Map as MapLibreMap } from 'maplibre-gl'

/** Hidden widths at the left and right of a map's canvas, pixels. */
export interface Beyond {
  left: number
  right: number
}

/**
 * Returns the hidden parts of a map's canvas. Resizing a canvas redraws it and blocks the page, so a map next to a panel keeps its canvas.
 * `--map-beyond` extends the canvas out of the map's box at the end side, and less of it is visible.
 */
export function hiddenPartsOf(container: HTMLElement): Beyond {
  const box = container.parentElement
  const hidden = box === null ? 0 : Math.max(0, container.clientWidth - box.clientWidth)
  return getComputedStyle(container).direction === 'rtl' ? { left: hidden, right: 0 } : { left: 0, right: hidden }
}

/** Returns the size of the visible part of a map. */
export function seenSize(container: HTMLElement): { clientWidth: number; clientHeight: number } {
  const { left, right } = hiddenPartsOf(container)
  return { clientWidth: container.clientWidth - left - right, clientHeight: container.clientHeight }
}

/** Centres the map on its visible part. */
export function centreOnSeen(map: MapLibreMap): void {
  const { left, right } = hiddenPartsOf(map.getContainer())
  const now = map.getPadding()
  if (now.left !== left || now.right !== right) map.setPadding({ top: 0, bottom: 0, left, right })
}
