import type { Map as MapLibreMap } from 'maplibre-gl'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { boundsOf, middleOf, type Bounds } from '../geometry.ts'

/** Where a map begins that has nothing to show. */
const nowhere = { longitude: 105, latitude: 36, zoom: 3 }
/** Clear of the buttons at its edges. */
const fitting = { padding: { top: 96, bottom: 48, left: 40, right: 64 }, maxZoom: 18, duration: 0 }

/** Moves a map so that something is in sight, unless it is already, and not too small. */
export function look(map: MapLibreMap, [west, south, east, north]: Bounds): void {
  const view = map.getBounds()
  const isSeen = view.contains([west, south]) && view.contains([east, north])
  const share = (east - west) / Math.max(1e-9, view.getEast() - view.getWest())
  if (!isSeen || share < 0.05) map.fitBounds([west, south, east, north], fitting)
}

/** The view that a map begins with: over some places. */
export function viewOver(points: readonly LongitudeLatitude[]) {
  if (points.length === 0) return nowhere
  const bounds = boundsOf(points)
  const [longitude, latitude] = middleOf(bounds)
  const [west, south, east, north] = bounds
  return { longitude, latitude, bounds: [west, south, east, north] as [number, number, number, number], fitBoundsOptions: fitting }
}
