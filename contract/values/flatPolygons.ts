import { metresPerDegree } from './geo.ts'
import type { LongitudeLatitude, Polygon } from './geo.ts'

/** A polygon in metres east and north of an origin, prepared for fast tests. */
export interface FlatPolygon {
  /** Each ring as x0, y0, x1, y1, …; the first is the outer one, the others are holes. */
  rings: Float64Array[]
  minX: number
  minY: number
  maxX: number
  maxY: number
}

/** Converts a position to metres east and north of an origin, on a plane; valid for distances within a farm. */
export function flatten(position: LongitudeLatitude, origin: LongitudeLatitude): [x: number, y: number] {
  const cosine = Math.cos((origin[1] * Math.PI) / 180)
  return [(position[0] - origin[0]) * metresPerDegree * cosine, (position[1] - origin[1]) * metresPerDegree]
}

/** Converts a polygon to metres from an origin. */
export function flattenPolygon(polygon: Polygon, origin: LongitudeLatitude): FlatPolygon {
  const rings = polygon.coordinates.map((ring) =>
    Float64Array.from(ring.flatMap((position) => flatten(position, origin))),
  )
  const outer = rings[0] ?? new Float64Array()
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < outer.length; i += 2) {
    minX = Math.min(minX, outer[i] ?? 0)
    maxX = Math.max(maxX, outer[i] ?? 0)
    minY = Math.min(minY, outer[i + 1] ?? 0)
    maxY = Math.max(maxY, outer[i + 1] ?? 0)
  }
  return { rings, minX, minY, maxX, maxY }
}

/**
 * Returns the distance from a point to a polygon's nearest edge, metres: positive outside, negative inside.
 * Its time is linear in the number of corners; it allocates nothing.
 */
export function metresOutside(polygon: FlatPolygon, x: number, y: number): number {
  let inside = false
  let nearest = Infinity
  for (const ring of polygon.rings) {
    const length = ring.length
    for (let i = 0, j = length - 2; i < length; j = i, i += 2) {
      const ax = ring[j] as number
      const ay = ring[j + 1] as number
      const bx = ring[i] as number
      const by = ring[i + 1] as number
      if (by > y !== ay > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx) inside = !inside
      const dx = bx - ax
      const dy = by - ay
      const along =
        dx === 0 && dy === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
      const ex = ax + along * dx - x
      const ey = ay + along * dy - y
      const square = ex * ex + ey * ey
      if (square < nearest) nearest = square
    }
  }
  const metres = Math.sqrt(nearest)
  return inside ? -metres : metres
}
