import type { LayerSpecification, Map as MapLibreMap, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { BaseMap } from '#contract/herd/baseMap.ts'
import type { WallColours } from '../../theme/colours.ts'
import { overGround } from './baseStyle.ts'
import { archiveSource, type Archive } from './archive.ts'
import { groundLayers } from './groundLayers.ts'

/** Prefix of the base map's layers and sources, which lie below everything else. */
const own = 'base:'

/**
 * Adds the configured base map below everything drawn on a map. If it fails to load, the bundled outlines remain.
 * @param signal stops loading when the base map is removed
 */
export async function addBaseMap(
  map: MapLibreMap,
  baseMap: BaseMap,
  palette: WallColours,
  signal: AbortSignal,
): Promise<void> {
  switch (baseMap.kind) {
    case 'TILES':
      for (const [place, { tiles, maxZoom }] of baseMap.layers.entries()) {
        addLayers(map, { [place]: { type: 'raster', tiles, tileSize: 256, maxzoom: maxZoom } }, [
          { id: String(place), type: 'raster', source: String(place) },
        ])
      }
      return
    case 'STYLE': {
      const answer = await fetch(baseMap.url, { signal })
      if (!answer.ok) return
      const { sources, layers, glyphs, sprite } = (await answer.json()) as StyleSpecification
      if (isOver(map, signal)) return
      if (glyphs !== undefined) map.setGlyphs(glyphs)
      if (typeof sprite === 'string') map.setSprite(sprite)
      addLayers(map, sources, layers)
      return
    }
    case 'FILE': {
      const archive = await archiveSource()
      if (!isOver(map, signal)) addLayers(map, { file: archive.source }, layersOf(archive, palette))
    }
  }
}

/** Removes the base map's layers and sources, if the map still exists. */
export function removeBaseMap(map: MapLibreMap): void {
  if (!map.style) return
  for (const id of map.getLayersOrder()) if (id.startsWith(own)) map.removeLayer(id)
  for (const id of Object.keys(map.getStyle().sources)) if (id.startsWith(own)) map.removeSource(id)
}

function isOver(map: MapLibreMap, signal: AbortSignal): boolean {
  return signal.aborted || !map.style
}

function layersOf({ source, vectorLayers }: Archive, palette: WallColours): LayerSpecification[] {
  return source.type === 'raster'
    ? [{ id: 'file', type: 'raster', source: 'file' }]
    : groundLayers('file', vectorLayers, palette)
}

function addLayers(
  map: MapLibreMap,
  sources: Readonly<Record<string, SourceSpecification>>,
  layers: readonly LayerSpecification[],
): void {
  const above = overGround(map, 'base')
  for (const [id, source] of Object.entries(sources)) map.addSource(own + id, source)
  for (const layer of layers) {
    map.addLayer({ ...layer, id: own + layer.id, ...('source' in layer && { source: own + layer.source }) }, above)
  }
}
