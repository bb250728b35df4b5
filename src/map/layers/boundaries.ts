import { PathStyleExtension, type PathStyleExtensionProps } from '@deck.gl/extensions'
import { PathLayer } from '@deck.gl/layers'
import type { LongitudeLatitude } from '#contract/geo.ts'
import { outerRing } from '../geometry.ts'
import type { MapState } from '../mapState.ts'
import { rgba } from '../palette.ts'

interface Boundary {
  farmId: number
  path: LongitudeLatitude[]
}

const dashes = new PathStyleExtension({ dash: true })

/** What belongs to a farm, dashed. */
export function boundaries({ scene, nearFarmIds, palette, scale }: MapState) {
  return new PathLayer<Boundary, PathStyleExtensionProps<Boundary>>({
    id: 'boundaries',
    data: scene.farms
      .filter((farm) => nearFarmIds.has(farm.id))
      .map((farm) => ({ farmId: farm.id, path: outerRing(farm.boundary) })),
    getPath: (boundary) => boundary.path,
    getColor: rgba(palette.boundary, 190),
    getWidth: 1.4 * scale,
    widthUnits: 'pixels',
    getDashArray: [6, 4],
    extensions: [dashes],
  })
}
