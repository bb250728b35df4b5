import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl'
import outlinesUrl from 'world-atlas/countries-50m.json?url'
import type { WallColours } from '../../theme/colours.ts'

/** A style that needs nothing from anywhere: no glyphs, no sprite, no tiles. */
export function baseStyle(palette: WallColours): StyleSpecification {
  return {
    version: 8,
    sources: {},
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': palette.ground } }],
  }
}

/** Below this zoom the outlines of countries say where one is; nearer there is nothing of them to see. */
const outlinesUntilZoom = 9

/** Adds the bundled outlines of land and countries when the map is first seen from so far away. */
export function addOutlines(map: MapLibreMap, palette: WallColours): void {
  let asked = false
  const ask = () => {
    if (asked || map.getZoom() >= outlinesUntilZoom) return
    asked = true
    map.off('move', ask)
    void load(map, palette)
  }
  map.on('move', ask)
  ask()
}

async function load(map: MapLibreMap, palette: WallColours): Promise<void> {
  const shapes = await outlineShapes()
  // The map may have gone while the outlines were on their way.
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
    { id: 'land', type: 'fill', source: 'outlines', maxzoom: outlinesUntilZoom, paint: { 'fill-color': palette.land, 'fill-antialias': false } },
    first,
  )
  map.addLayer(
    { id: 'countries', type: 'line', source: 'outlines', maxzoom: outlinesUntilZoom, paint: { 'line-color': palette.coast, 'line-width': 1 } },
    first,
  )
}

/** The bundled outlines as GeoJSON, made beside the page; null where they can't be had. */
async function outlineShapes(): Promise<Blob | null> {
  const worker = new Worker(new URL('./outlinesWorker.ts', import.meta.url), { type: 'module', name: new URL(outlinesUrl, location.href).href })
  try {
    return await new Promise<Blob | null>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Blob | null>) => resolve(data))
      worker.addEventListener('error', () => resolve(null))
    })
  } finally {
    worker.terminate()
  }
}

/** The layers of a map's ground, from the lowest: outlines, the base map, the plans of farms. */
const groundParts = { base: /^(?:ground|land|countries)$|^base:/, plan: /^(?:ground|land|countries)$|^(?:base|plan):/ }

/** The lowest layer of a map that lies above a part of its ground: what is of that part is added below it. */
export function overGround(map: MapLibreMap, part: keyof typeof groundParts): string | undefined {
  return map.getLayersOrder().find((id) => !groundParts[part].test(id))
}

/** Settings of every map of ours: seen from above, north up, as near as a pen and as far as a country. */
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

/** Takes away the turns that a map makes by touch and by keyboard, for which it has no option. */
export function keepNorthUp(map: MapLibreMap): void {
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
}
