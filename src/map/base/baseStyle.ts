import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl'
import outlinesUrl from 'world-atlas/countries-50m.json?url'
import type { WallColours } from '../../theme/colours.ts'

/** Returns a map style without external resources: no glyphs, sprites or tiles. */
export function baseStyle(palette: WallColours): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': palette.ground } }],
  }
}

/** Below this zoom the outlines of countries help orientation; above it they are not visible. */
const outlinesUntilZoom = 9

/** Adds the bundled outlines of land and countries when the map is first zoomed out far enough. */
export function addOutlines(map: MapLibreMap, palette: WallColours): void {
  let isRequested = false
  const ask = () => {
    if (isRequested || map.getZoom() >= outlinesUntilZoom) return
    isRequested = true
    map.off('move', ask)
    void load(map, palette)
  }
  map.on('move', ask)
  ask()
}

async function load(map: MapLibreMap, palette: WallColours): Promise<void> {
  const shapes = await outlineShapes()
  // The map may have been removed while the outlines loaded.
  if (shapes === null || !map.style) return
  const url = URL.createObjectURL(shapes)
  const loaded = map.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
    if (sourceId !== 'outlines' || !isSourceLoaded) return
    loaded.unsubscribe()
    URL.revokeObjectURL(url)
  })
  map.addSource('outlines', { type: 'geojson', data: url, tolerance: 0.2, maxzoom: outlinesUntilZoom })
  const first = map.getLayersOrder().find((id) => id !== 'ground')
  map.addLayer(
    {
      id: 'land',
      type: 'fill',
      source: 'outlines',
      maxzoom: outlinesUntilZoom,
      paint: { 'fill-color': palette.land, 'fill-antialias': false },
    },
    first,
  )
  map.addLayer(
    {
      id: 'countries',
      type: 'line',
      source: 'outlines',
      maxzoom: outlinesUntilZoom,
      paint: { 'line-color': palette.coast, 'line-width': 1 },
    },
    first,
  )
}

/** Loads the bundled outlines as GeoJSON in a worker; null when they are unavailable. */
async function outlineShapes(): Promise<Blob | null> {
  const worker = new Worker(new URL('./outlinesWorker.ts', import.meta.url), {
    type: 'module',
    name: new URL(outlinesUrl, location.href).href,
  })
  try {
    return await new Promise<Blob | null>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => resolve(data))
      worker.addEventListener('error', () => resolve(null))
    })
  } finally {
    worker.terminate()
  }
}

/** Layers of the ground, from the lowest: outlines, base map, farm plans. */
const groundParts = { base: /^(?:ground|land|countries)$|^base:/, plan: /^(?:ground|land|countries)$|^(?:base|plan):/ }

/** Returns the lowest layer above a part of the ground; layers of that part are added below it. */
export function overGround(map: MapLibreMap, part: keyof typeof groundParts): string | undefined {
  return map.getLayersOrder().find((id) => !groundParts[part].test(id))
}

/** Settings of every map: seen from above, north up, zoom from a country to a pen. */
export const flatMap = {
  attributionControl: false,
  maxPitch: 0,
  dragRotate: false,
  touchPitch: false,
  minZoom: 2,
  maxZoom: 21,
  fadeDuration: 0,
  renderWorldCopies: false,
} as const

/** Disables rotation by touch and keyboard, for which MapLibre has no option. */
export function disableMapRotation(map: MapLibreMap): void {
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
}
