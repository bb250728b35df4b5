import { PathStyleExtension, type PathStyleExtensionProps } from '@deck.gl/extensions'
import { PathLayer } from '@deck.gl/layers'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { outerRing } from '../geometry.ts'
import type { MapState } from '../mapState.ts'
import { toRgba } from '../paint.ts'

interface Boundary {
  farmId: number
  path: LongitudeLatitude[]
}

const dashes = new PathStyleExtension({ dash: true })

/** Draws the boundaries of farms, dashed. */
export function boundaries({ scene, nearFarmIds, palette, scale }: MapState) {
  return new PathLayer<Boundary, PathStyleExtensionProps<Boundary>>({
    id: 'boundaries',
    data: scene.farms.map((farm) => ({ farmId: farm.id, path: outerRing(farm.boundary) })),
    getPath: (boundary) => boundary.path,
    getColor: (boundary) => toRgba(palette.boundary, nearFarmIds.has(boundary.farmId) ? 220 : 120),
    getWidth: 1.6 * scale,
    widthUnits: 'pixels',
    getDashArray: [5, 4],
    updateTriggers: { getColor: [nearFarmIds] },
    extensions: [dashes],
  })
}
