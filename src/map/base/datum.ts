import gcoord from 'gcoord'
import type { Datum } from '#contract/herd/baseMap.ts'
import type { Corners } from '#contract/herd/planImages.ts'
import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'

// Bundlers use gcoord's browser build, Node its own; the types describe only the first.
const { transform, WGS84, GCJ02 } = 'default' in gcoord ? gcoord.default : gcoord

/** Conversion between WGS-84, the datum of storage, and the coordinates of a base map. */
export interface Conversion {
  toMap: (position: LongitudeLatitude) => LongitudeLatitude
  toGround: (position: LongitudeLatitude) => LongitudeLatitude
}

const same: Conversion = { toMap: (position) => position, toGround: (position) => position }

/** Decimal places of drawn coordinates. */
const precision = 7
const nameOf = ([longitude, latitude]: LongitudeLatitude) =>
  `${longitude.toFixed(precision)},${latitude.toFixed(precision)}`

/**
 * Returns the conversion of a datum. A drawn position that returns unchanged maps back to its original exactly,
 * so a corner that nobody moves keeps its stored coordinates.
 */
export function conversionOf(datum: Datum): Conversion {
  if (datum === 'WGS-84') return same
  const grounds = new Map<string, LongitudeLatitude>()
  return {
    toMap(position) {
      const drawn = transform<LongitudeLatitude>(position, WGS84, GCJ02)
      grounds.set(nameOf(drawn), position)
      return drawn
    },
    toGround(position) {
      const [longitude, latitude] = transform<LongitudeLatitude>(position, GCJ02, WGS84)
      return (
        grounds.get(nameOf(position)) ?? [Number(longitude.toFixed(precision)), Number(latitude.toFixed(precision))]
      )
    },
  }
}

export function convertPolygon(
  { type, coordinates }: Polygon,
  convert: (position: LongitudeLatitude) => LongitudeLatitude,
): Polygon {
  return { type, coordinates: coordinates.map((ring) => ring.map(convert)) }
}

export function convertCorners(
  [a, b, c, d]: Corners,
  convert: (position: LongitudeLatitude) => LongitudeLatitude,
): Corners {
  return [convert(a), convert(b), convert(c), convert(d)]
}
