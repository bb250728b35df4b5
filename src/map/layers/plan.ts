import { GeoJsonLayer } from '@deck.gl/layers'
import type { Feature, Geometry } from 'geojson'
import type { Plan } from '#contract/values/geo.ts'
import type { MapState } from '../mapState.ts'
import { toRgba } from '../paint.ts'
import type { WallColours } from '../../theme/colours.ts'

type Kind = Plan[number]['kind']
type PlanFeature = Feature<Geometry, { kind: Kind }>

const widthMetres = { water: 2, stream: 9, track: 4, building: 0.6, feed: 2.4 } as const satisfies Record<Kind, number>
const minPixels = { water: 1, stream: 2.5, track: 1, building: 1, feed: 1.4 } as const satisfies Record<Kind, number>
const colours = {
  water: 'water',
  stream: 'stream',
  track: 'track',
  building: 'building',
  feed: 'feed',
} as const satisfies Record<Kind, keyof WallColours>

/** Draws water, tracks, buildings and feed bunks faintly below the herd. */
export function plan({ scene, nearFarmIds, metresPerPixel, palette, scale }: MapState) {
  const data: PlanFeature[] = scene.farms
    .filter((farm) => nearFarmIds.has(farm.id))
    .flatMap((farm) => farm.plan)
    .map(({ kind, geometry }) => ({ type: 'Feature', geometry, properties: { kind } }))
  if (data.length === 0) return []
  return new GeoJsonLayer<{ kind: Kind }>({
    id: 'plan',
    data,
    filled: true,
    stroked: true,
    getFillColor: ({ properties: { kind } }) => toRgba(palette[colours[kind]], kind === 'building' ? 230 : 200),
    getLineColor: ({ properties: { kind } }) => toRgba(palette[kind === 'building' ? 'track' : colours[kind]], 230),
    getLineWidth: ({ properties: { kind } }) => Math.max(widthMetres[kind] / metresPerPixel, minPixels[kind] * scale),
    lineWidthUnits: 'pixels',
    lineJointRounded: true,
    lineCapRounded: true,
    getPointRadius: 4,
    pointRadiusUnits: 'meters',
    pointRadiusMinPixels: 2 * scale,
    updateTriggers: { getLineWidth: [metresPerPixel, scale] },
  })
}
