import { metresPerDegree, type LongitudeLatitude, type Polygon } from '../values/geo.ts'

/** Distance from its farm up to which a gateway may stand: LoRaWAN reaches so far from a mountain, metres. */
const maxMetresFromFarm = 50_000
/** Distance from 0/0, where no farm lies, that means "not known", degrees. */
const zeroDegrees = 0.1

/** Returns a possible mistake in a gateway's position: not known, latitude and longitude swapped, or far from its farm. */
export function gatewayPlaceFault(
  [longitude, latitude]: LongitudeLatitude,
  boundary: Polygon,
): 'AT_ZERO' | 'SWAPPED' | 'FAR_FROM_FARM' | null {
  if (metresFrom(boundary, [longitude, latitude]) <= maxMetresFromFarm) return null
  if (Math.abs(longitude) < zeroDegrees && Math.abs(latitude) < zeroDegrees) return 'AT_ZERO'
  return metresFrom(boundary, [latitude, longitude]) <= maxMetresFromFarm ? 'SWAPPED' : 'FAR_FROM_FARM'
}

/** Distance of a position from the box around a polygon, metres. */
function metresFrom({ coordinates: [ring = []] }: Polygon, [longitude, latitude]: LongitudeLatitude): number {
  const beyond = (value: number, values: number[]) =>
    Math.max(0, Math.min(...values) - value, value - Math.max(...values))
  const east = beyond(
    longitude,
    ring.map(([x]) => x),
  )
  const north = beyond(
    latitude,
    ring.map(([, y]) => y),
  )
  return Math.hypot(east * Math.cos((latitude * Math.PI) / 180), north) * metresPerDegree
}
