import type { LayerSpecification } from 'maplibre-gl'
import type { WallColours } from '../../theme/colours.ts'

type Colour = 'land' | 'coast' | 'water' | 'stream' | 'track' | 'building'

/** Layers of the ground in the two usual schemas of vector tiles, Protomaps and OpenMapTiles; names need glyphs, and are left out. */
const ground: readonly { names: readonly string[]; colour: Colour; width?: number }[] = [
  { names: ['earth', 'landcover', 'landuse', 'park'], colour: 'land' },
  { names: ['water'], colour: 'water' },
  { names: ['waterway', 'physical_line'], colour: 'stream', width: 1 },
  { names: ['roads', 'transportation', 'transit'], colour: 'track', width: 1.5 },
  { names: ['buildings', 'building'], colour: 'building' },
  { names: ['boundaries', 'boundary'], colour: 'coast', width: 1 },
]

/** The layers of a source of vectors in the wall's colours, of those that it has. */
export function groundLayers(source: string, has: readonly string[], palette: WallColours): LayerSpecification[] {
  return ground.flatMap(({ names, colour, width }) =>
    names
      .filter((name) => has.includes(name))
      .map((name): LayerSpecification => {
        const common = { id: name, source, 'source-layer': name }
        return width === undefined
          ? { ...common, type: 'fill', filter: ['==', ['geometry-type'], 'Polygon'], paint: { 'fill-color': palette[colour], 'fill-antialias': false } }
          : { ...common, type: 'line', paint: { 'line-color': palette[colour], 'line-width': width } }
      }),
  )
}
