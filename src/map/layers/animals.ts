import { flags } from '#contract/live/frames.ts'
import { isDrawn, type HerdColumns } from '../../store/herd/herdColumns.ts'
import { GlideLayer } from '../glide/glideLayer.ts'
import type { FollowMark, GlideRows } from '../glide/glideRows.ts'
import type { MapState } from '../mapState.ts'

/** Radius of an animal on the ground, larger than life to be visible on a wall, and its minimum on the screen. */
const animalMetres = 7
const minAnimalPixels = 1.6

/** Draws the herds of near farms, one layer per farm with its own origin for exact positions. */
export function animals(state: MapState) {
  return [...state.herds.values()]
    .filter((herd) => state.nearFarmIds.has(herd.farmId))
    .map((herd) => gliding(`animals-${herd.farmId}`, herd, state))
}

/** Marks of a herd's missing animals as of the last frame that changed them, keyed by the herd's flags. */
const missingMarks = new WeakMap<Uint8Array, { of: HerdColumns; marks: FollowMark[] }>()

/** Draws unaccounted animals again, above the present ones. They do not move, so the buffers change only when one comes or goes. */
export function missing(state: MapState) {
  return [...state.herds.values()]
    .filter((herd) => state.nearFarmIds.has(herd.farmId))
    .flatMap((herd) => {
      const { of, marks } = missingOf(herd)
      return marks.length === 0 ? [] : [gliding(`missing-${herd.farmId}`, of, state, marks, animalMetres)]
    })
}

function missingOf(herd: HerdColumns): { of: HerdColumns; marks: FollowMark[] } {
  const cached = missingMarks.get(herd.flags)
  if (cached?.of.marksVersion === herd.marksVersion && cached.of.baseS === herd.baseS) return cached
  const marks: FollowMark[] = []
  for (let slot = 0; slot < herd.count; slot++) {
    if ((herd.flags[slot]! & flags.unaccounted) !== 0 && isDrawn(herd, slot))
      marks.push({ slot, symbol: 'unaccounted' })
  }
  const found = { of: herd, marks }
  missingMarks.set(herd.flags, found)
  return found
}

/** Returns the layer of a herd, or of marks that glide with some of its animals. */
export function gliding(
  id: string,
  rows: GlideRows,
  { palette, scale, herdAt, glides }: MapState,
  marks: readonly FollowMark[] | null = null,
  sizeMetres = marks ? 0 : animalMetres,
) {
  return new GlideLayer({
    id,
    rows,
    marks,
    palette,
    scale,
    herdAt,
    sizeMetres,
    minPixels: minAnimalPixels,
    glides,
    coordinateSystem: 'lnglat-offsets',
    coordinateOrigin: [rows.originLongitude, rows.originLatitude, 0],
  })
}
