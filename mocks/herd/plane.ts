import { metresPerDegree, type LongitudeLatitude, type Polygon } from '#contract/values/geo.ts'

/** A place in metres east (x) and north (y) of a farm's origin. */
export interface Place {
  x: number
  y: number
}

/** Four corners, counter-clockwise from the lower left. */
export type Quad = readonly [Place, Place, Place, Place]

/** One side of a pen, with the unit normal that points into the pen. */
export interface Side {
  from: Place
  to: Place
  inwardX: number
  inwardY: number
}

export function toDegrees(origin: LongitudeLatitude, { x, y }: Place): LongitudeLatitude {
  const longitude = origin[0] + x / (metresPerDegree * Math.cos((origin[1] * Math.PI) / 180))
  return [round(longitude, 1e7), round(origin[1] + y / metresPerDegree, 1e7)]
}

export function toPlace(origin: LongitudeLatitude, [longitude, latitude]: LongitudeLatitude): Place {
  return {
    x: (longitude - origin[0]) * metresPerDegree * Math.cos((origin[1] * Math.PI) / 180),
    y: (latitude - origin[1]) * metresPerDegree,
  }
}

export function round(value: number, scale: number): number {
  return Math.round(value * scale) / scale
}

/** A closed GeoJSON polygon through these places. */
export function polygonOf(origin: LongitudeLatitude, places: readonly Place[]): Polygon {
  const ring = places.map((place) => toDegrees(origin, place))
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] }
}

export function turned({ x, y }: Place, radians: number): Place {
  return { x: x * Math.cos(radians) - y * Math.sin(radians), y: x * Math.sin(radians) + y * Math.cos(radians) }
}

export function sidesOf(quad: Quad): Side[] {
  return quad.map((from, index) => {
    const to = quad[(index + 1) % 4] ?? from
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    return { from, to, inwardX: -(to.y - from.y) / length, inwardY: (to.x - from.x) / length }
  })
}

/** Metres from the nearest side: positive inside, negative outside. */
export function depth(sides: readonly Side[], { x, y }: Place): number {
  let minDepth = Infinity
  for (const { from, inwardX, inwardY } of sides) {
    minDepth = Math.min(minDepth, (x - from.x) * inwardX + (y - from.y) * inwardY)
  }
  return minDepth
}

/** Moves a place that is less than `metres` inside further in. Negative metres allow it to be that far outside. */
export function moveInside(sides: readonly Side[], place: Place, metres: number): void {
  for (let round = 0; round < 2; round += 1) {
    for (const { from, inwardX, inwardY } of sides) {
      const short = metres - ((place.x - from.x) * inwardX + (place.y - from.y) * inwardY)
      if (short > 0) {
        place.x += inwardX * short
        place.y += inwardY * short
      }
    }
  }
}

/** The place at the shares `u` (left to right) and `v` (bottom to top) of a quadrilateral. */
export function within([a, b, c, d]: Quad, u: number, v: number): Place {
  return {
    x: (1 - v) * ((1 - u) * a.x + u * b.x) + v * ((1 - u) * d.x + u * c.x),
    y: (1 - v) * ((1 - u) * a.y + u * b.y) + v * ((1 - u) * d.y + u * c.y),
  }
}
