import { GlideLayer } from '../glideLayer.ts'
import type { GlideRows } from '../glideRows.ts'
import type { MapState } from '../mapState.ts'

/** Radius an animal has on the ground, larger than life so that a wall shows it; and its smallest on the screen. */
const animalMetres = 7
const leastPixels = 1.6

/** The herds of the farms that are near: each farm its own layer, with its own origin for exact positions. */
export function animals(state: MapState) {
  return [...state.herds.values()]
    .filter((herd) => state.nearFarmIds.has(herd.farmId))
    .map((herd) => gliding(`animals-${herd.farmId}`, herd, state, animalMetres))
}

/** A layer of symbols that glide with a herd; of a size on the ground, or (0) on the screen. */
export function gliding(id: string, rows: GlideRows, { palette, scale, herdAt, glides }: MapState, sizeMetres = 0) {
  return new GlideLayer({
    id,
    rows,
    palette,
    scale,
    herdAt,
    sizeMetres,
    minPixels: leastPixels,
    glides,
    coordinateSystem: 'lnglat-offsets',
    coordinateOrigin: [rows.originLongitude, rows.originLatitude, 0],
    parameters: { depthCompare: 'always', depthWriteEnabled: false },
  })
}
