import { metresPerDegree, type LongitudeLatitude } from '#contract/values/geo.ts'
import { metresPerDegreeEast } from './geometry.ts'
import { drawnOffset, isDrawn, type HerdColumns } from '../store/herd/herdColumns.ts'

/**
 * Returns the animal drawn nearest to a position within a distance; null: none.
 * Searching the columns costs less than deck.gl's picking, which draws a second time and waits for the GPU.
 */
export function nearestAnimal(
  herds: Iterable<HerdColumns>,
  [longitude, latitude]: LongitudeLatitude,
  withinMetres: number,
  nowS: number,
): number | null {
  const east = metresPerDegreeEast(latitude)
  let nearest: number | null = null
  let minSquaredDistance = withinMetres * withinMetres
  for (const herd of herds) {
    const aimEast = (longitude - herd.originLongitude) * east
    const aimNorth = (latitude - herd.originLatitude) * metresPerDegree
    for (let slot = 0; slot < herd.count; slot++) {
      if (!isDrawn(herd, slot)) continue
      const [offsetEast, offsetNorth] = drawnOffset(herd, slot, nowS)
      const metres2 = (offsetEast * east - aimEast) ** 2 + (offsetNorth * metresPerDegree - aimNorth) ** 2
      if (metres2 > minSquaredDistance) continue
      minSquaredDistance = metres2
      nearest = herd.animalIds[slot]!
    }
  }
  return nearest
}
