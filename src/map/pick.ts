import { metresPerDegree, type LongitudeLatitude } from '#contract/values/geo.ts'
import { metresPerDegreeEast } from './geometry.ts'
import { drawnOffset, isDrawn, type HerdColumns } from '../store/herd/herdColumns.ts'

/**
 * The animal drawn nearest to a place, at most so many metres away. A look through the columns costs less than
 * drawing them a second time for picking and waiting for the GPU to answer.
 */
export function nearestAnimal(herds: Iterable<HerdColumns>, [longitude, latitude]: LongitudeLatitude, withinMetres: number, nowS: number): number | null {
  const east = metresPerDegreeEast(latitude)
  let nearest: number | null = null
  let least = withinMetres * withinMetres
  for (const herd of herds) {
    const aimEast = (longitude - herd.originLongitude) * east
    const aimNorth = (latitude - herd.originLatitude) * metresPerDegree
    for (let slot = 0; slot < herd.count; slot++) {
      if (!isDrawn(herd, slot)) continue
      const [offsetEast, offsetNorth] = drawnOffset(herd, slot, nowS)
      const metres2 = (offsetEast * east - aimEast) ** 2 + (offsetNorth * metresPerDegree - aimNorth) ** 2
      if (metres2 > least) continue
      least = metres2
      nearest = herd.animalIds[slot]!
    }
  }
  return nearest
}
