import type { Map as MapLibreMap } from 'maplibre-gl'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { boundsOf, middleOf, type Bounds } from '../geometry.ts'

/** Initial view of a map without content. */
const nowhere = { longitude: 105, latitude: 36, zoom: 3 }
/** Padding that keeps clear of the buttons at the edges. */
const fitting = { padding: { top: 96, bottom: 48, left: 40, right: 64 }, maxZoom: 18, duration: 0 }

/** Moves a map to show an area, unless it is already visible and large enough. */
export function ensureVisible(map: MapLibreMap, [west, south, east, north]: Bounds): void {
  const view = map.getBounds()
  const isSeen = view.contains([west, south]) && view.contains([east, north])
  const share = (east - west) / Math.max(1e-9, view.getEast() - view.getWest())
  if (!isSeen || share < 0.05) map.fitBounds([west, south, east, north], fitting)
}

/** Returns the initial view over some points. */
export function viewOver(points: readonly LongitudeLatitude[]) {
  if (points.length === 0) return nowhere
  const bounds = boundsOf(points)
  const [longitude, latitude] = middleOf(bounds)
  const [west, south, east, north] = bounds
  return {
    longitude,
    latitude,
    bounds: [west, south, east, north] as [number, number, number, number],
    fitBoundsOptions: fitting,
  }
}
