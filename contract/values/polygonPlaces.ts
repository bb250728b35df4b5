import type { LongitudeLatitude, Polygon } from './geo.ts'

/** Area above which a polygon is no farm, m²: twice the largest farm of the world. */
export const maxSquareMetres = 50_000_000_000
/** Areas above which a farm, or a pen, is probably a mistake, m². */
export const maxLikelySquareMetres = { farm: 1_000_000_000, pen: 100_000_000 } as const
/** Distance from 0/0 within which there is only sea, degrees. */
const zeroDegrees = 0.5
/** Values above this are metres of a projection, not degrees. */
const maxDegrees = 360

type Coordinates = readonly (readonly (readonly number[])[])[]
const cornersOf = (coordinates: Coordinates) =>
  coordinates.flatMap((ring) =>
    ring.map(([longitude = Number.NaN, latitude = Number.NaN]): LongitudeLatitude => [longitude, latitude]),
  )

/** Whether an edge takes the long way around the earth, because its polygon crosses the 180th meridian. */
export function crossesAntimeridian({ coordinates }: Polygon): boolean {
  return coordinates.some((ring) =>
    ring.some(([longitude], place) => Math.abs(longitude - (ring[place + 1]?.[0] ?? longitude)) > 180),
  )
}

/** Returns a polygon whose western longitudes continue beyond 180°. */
export function eastOfGreenwich({ type, coordinates }: Polygon): Polygon {
  return {
    type,
    coordinates: coordinates.map((ring) =>
      ring.map(([longitude, latitude]) => [longitude < 0 ? longitude + 360 : longitude, latitude]),
    ),
  }
}

/** Whether a polygon lies at 0/0 in the Gulf of Guinea, where unset coordinates are. */
export function isAtZero({ coordinates }: Polygon): boolean {
  return cornersOf(coordinates).every(
    ([longitude, latitude]) => Math.abs(longitude) <= zeroDegrees && Math.abs(latitude) <= zeroDegrees,
  )
}

/** Returns a polygon with longitude and latitude exchanged. */
export function swapAxes({ type, coordinates }: Polygon): Polygon {
  return {
    type,
    coordinates: coordinates.map((ring) => ring.map(([longitude, latitude]) => [latitude, longitude])),
  }
}

const isOnEarth = ([longitude, latitude]: LongitudeLatitude) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
const isSwappedOnEarth = ([longitude, latitude]: LongitudeLatitude) => isOnEarth([latitude, longitude])

/** Square of the distance between the middles of two polygons, in degrees. */
function distanceOf(one: Polygon, other: Polygon): number {
  const [from, to] = [middleOf(one), middleOf(other)]
  return (from[0] - to[0]) ** 2 + (from[1] - to[1]) ** 2
}
function middleOf({ coordinates }: Polygon): LongitudeLatitude {
  const corners = cornersOf(coordinates)
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / Math.max(1, corners.length)
  return [mean(0), mean(1)]
}
/** Distance from known places within which a polygon is taken as it is, squared degrees. */
const near = 4

/**
 * Returns a mistake in the coordinates of a polygon from elsewhere: metres instead of degrees, latitude before longitude, or a place off the
 * earth.
 * @param known polygons near which it should lie
 */
export function coordinateFault(polygon: Polygon, known: readonly Polygon[]): 'metres' | 'swapped' | 'offEarth' | null {
  const corners = cornersOf(polygon.coordinates)
  if (corners.some((corner) => corner.some((value) => Math.abs(value) > maxDegrees))) return 'metres'
  if (!corners.every(isOnEarth)) return corners.every(isSwappedOnEarth) ? 'swapped' : 'offEarth'
  if (known.length === 0 || !corners.every(isSwappedOnEarth)) return null
  const distance = Math.min(...known.map((one) => distanceOf(polygon, one)))
  const swapped = Math.min(...known.map((one) => distanceOf(swapAxes(polygon), one)))
  return distance > near && swapped <= near ? 'swapped' : null
}
