import { GlideLayer } from '../glide/glideLayer.ts'
import type { FollowMark, GlideRows } from '../glide/glideRows.ts'
import type { MapState } from '../mapState.ts'

/** Radius an animal has on the ground, larger than life so that a wall shows it; and its smallest on the screen. */
const animalMetres = 7
const leastPixels = 1.6

/** The herds of the farms that are near: each farm its own layer, with its own origin for exact positions. */
export function animals(state: MapState) {
  return [...state.herds.values()]
    .filter((herd) => state.nearFarmIds.has(herd.farmId))
    .map((herd) => gliding(`animals-${herd.farmId}`, herd, state))
}

/** A layer of a herd, or of marks that glide with some of its animals. */
export function gliding(id: string, rows: GlideRows, { palette, scale, herdAt, glides }: MapState, marks: readonly FollowMark[] | null = null) {
  return new GlideLayer({
    id,
    rows,
    marks,
    palette,
    scale,
    herdAt,
    sizeMetres: marks ? 0 : animalMetres,
    minPixels: leastPixels,
    glides,
    coordinateSystem: 'lnglat-offsets',
    coordinateOrigin: [rows.originLongitude, rows.originLatitude, 0],
  })
}
