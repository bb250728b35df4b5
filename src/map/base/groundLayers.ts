import type { LayerSpecification } from 'maplibre-gl'
import type { WallColours } from '../../theme/colours.ts'

type Colour = 'land' | 'coast' | 'water' | 'stream' | 'track' | 'building'

/** Ground layers in the two common vector tile schemas, Protomaps and OpenMapTiles. Names are left out, as they need glyphs. */
const ground: readonly { names: readonly string[]; colour: Colour; width?: number }[] = [
  { names: ['earth', 'landcover', 'landuse', 'park'], colour: 'land' },
  { names: ['water'], colour: 'water' },
  { names: ['waterway', 'physical_line'], colour: 'stream', width: 1 },
  { names: ['roads', 'transportation', 'transit'], colour: 'track', width: 1.5 },
  { names: ['buildings', 'building'], colour: 'building' },
  { names: ['boundaries', 'boundary'], colour: 'coast', width: 1 },
]

/** Returns the ground layers of a vector source in the wall's colours, for the layers that the source has. */
export function groundLayers(source: string, has: readonly string[], palette: WallColours): LayerSpecification[] {
  return ground.flatMap(({ names, colour, width }) =>
    names
      .filter((name) => has.includes(name))
      .map((name): LayerSpecification => {
        const common = { id: name, source, 'source-layer': name }
        return width === undefined
          ? {
              ...common,
              type: 'fill',
              filter: ['==', ['geometry-type'], 'Polygon'],
              paint: { 'fill-color': palette[colour], 'fill-antialias': false },
            }
          : { ...common, type: 'line', paint: { 'line-color': palette[colour], 'line-width': width } }
      }),
  )
}
