import { type LongitudeLatitude, type Polygon, polygonSchema } from './geo.ts'
import { crossesAntimeridian, eastOfGreenwich, maxSquareMetres } from './polygonPlaces.ts'

/** Maximum corners of all rings together. */
export const maxCorners = 2000
/** Area below which a polygon is rejected as a drawing mistake, m². */
const minSquareMetres = 1

interface Edge {
  ring: number
  /** Index of the first corner in the ring. */
  place: number
  from: LongitudeLatitude
  to: LongitudeLatitude
  /** Index among the ring's edges of non-zero length, and the number of those. */
  order: number
  count: number
}

function edgesOf({ coordinates }: Polygon): Edge[] {
  return coordinates.flatMap((corners, ring) => {
    const edges = corners.flatMap((from, place) => {
      const to = corners[place + 1]
      return to === undefined || (to[0] === from[0] && to[1] === from[1]) ? [] : [{ ring, place, from, to }]
    })
    return edges.map((edge, order) => ({ ...edge, order, count: edges.length }))
  })
}

/** Returns a positive number when a point lies left of a line, negative to its right, 0 on it. */
function sideOf([x, y]: LongitudeLatitude, { from, to }: Edge): number {
  return Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]))
}

function isOnEdge(point: LongitudeLatitude, edge: Edge): boolean {
  const { from, to } = edge
  const isWithin = (axis: 0 | 1) =>
    point[axis] >= Math.min(from[axis], to[axis]) && point[axis] <= Math.max(from[axis], to[axis])
  return isWithin(0) && isWithin(1) && sideOf(point, edge) === 0
}

/** Whether two edges meet illegally. Edges of two rings may touch; those of one ring only at their shared corner. */
function collide(one: Edge, other: Edge): boolean {
  const isSameRing = one.ring === other.ring
  const isNext =
    isSameRing && (other.order === (one.order + 1) % one.count || one.order === (other.order + 1) % one.count)
  if (isNext) {
    const [first, second] = other.order === (one.order + 1) % one.count ? [one, other] : [other, one]
    const dot =
      (first.to[0] - first.from[0]) * (second.to[0] - second.from[0]) +
      (first.to[1] - first.from[1]) * (second.to[1] - second.from[1])
    return sideOf(second.to, first) === 0 && dot < 0
  }
  // An edge that lies on one side of the other's line cannot meet it: this decides nearly all pairs.
  const ofOne = sideOf(one.from, other) * sideOf(one.to, other)
  if (ofOne > 0) return false
  const crosses = ofOne < 0 && sideOf(other.from, one) * sideOf(other.to, one) < 0
  if (crosses || !isSameRing) return crosses
  return isOnEdge(one.from, other) || isOnEdge(one.to, other) || isOnEdge(other.from, one) || isOnEdge(other.to, one)
}

/** Returns the first corner, by ring and index, whose edge crosses or touches another edge; null when none does. */
function crossingOf(polygon: Polygon): [ring: number, place: number] | null {
  const edges = edgesOf(polygon).toSorted((a, b) => Math.min(a.from[0], a.to[0]) - Math.min(b.from[0], b.to[0]))
  for (const [index, one] of edges.entries()) {
    const east = Math.max(one.from[0], one.to[0])
    const [south, north] = [Math.min(one.from[1], one.to[1]), Math.max(one.from[1], one.to[1])]
    for (let next = index + 1; next < edges.length; next++) {
      const other = edges[next]!
      if (Math.min(other.from[0], other.to[0]) > east) break
      if (Math.min(other.from[1], other.to[1]) > north || Math.max(other.from[1], other.to[1]) < south) continue
      if (collide(one, other)) return [one.ring, one.place]
    }
  }
  return null
}

/** Whether a point lies inside a ring. */
function isInside([x, y]: LongitudeLatitude, ring: readonly LongitudeLatitude[]): boolean {
  let inside = false
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i]!, ring[i + 1]!]
    if (by > y !== ay > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx) inside = !inside
  }
  return inside
}

/** Whether a point lies inside a polygon and outside its holes. */
export function containsPoint({ coordinates: [outer = [], ...holes] }: Polygon, point: LongitudeLatitude): boolean {
  return isInside(point, outer) && !holes.some((hole) => isInside(point, hole))
}

const radians = Math.PI / 180

/** Area of a ring on the ellipsoid, m²; accurate to a thousandth for any farm. */
function ringSquareMetres(ring: readonly LongitudeLatitude[]): number {
  const [origin] = ring
  if (origin === undefined) return 0
  const latitudes = ring.map(([, latitude]) => latitude)
  const middle = ((Math.min(...latitudes) + Math.max(...latitudes)) / 2) * radians
  const perDegreeNorth = 111_132.954 - 559.822 * Math.cos(2 * middle) + 1.175 * Math.cos(4 * middle)
  const perDegreeEast = 111_412.84 * Math.cos(middle) - 93.5 * Math.cos(3 * middle) + 0.118 * Math.cos(5 * middle)
  let twice = 0
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i]!, ring[i + 1]!]
    twice += (ax - origin[0]) * (by - origin[1]) - (bx - origin[0]) * (ay - origin[1])
  }
  return (Math.abs(twice) / 2) * perDegreeNorth * perDegreeEast
}

/** Area of a polygon without its holes, m². */
export function squareMetresOf({ coordinates: [outer = [], ...holes] }: Polygon): number {
  return holes.reduce((area, hole) => area - ringSquareMetres(hole), ringSquareMetres(outer))
}

/**
 * A hand-drawn polygon: no edges cross, each ring has an area, and holes lie inside. Faults are reported at the ring (`coordinates.1`) or the corner
 * (`coordinates.0.3`).
 */
export const drawnPolygonSchema = polygonSchema.superRefine((polygon, context) => {
  const { coordinates } = polygon
  if (coordinates.reduce((count, ring) => count + ring.length, 0) > maxCorners) {
    context.addIssue({ code: 'custom', path: ['coordinates'], message: 'too_many_corners' })
    return
  }
  for (const [ring, corners] of coordinates.entries()) {
    if (ringSquareMetres(corners) < minSquareMetres)
      context.addIssue({ code: 'custom', path: ['coordinates', ring], message: 'no_area' })
  }
  const crossing = crossingOf(polygon)
  if (crossing !== null) {
    context.addIssue({ code: 'custom', path: ['coordinates', ...crossing], message: 'crosses_itself' })
    return
  }
  const [outer = [], ...holes] = coordinates
  for (const [place, hole] of holes.entries()) {
    const others = holes.filter((other) => other !== hole)
    const isOutside =
      !hole.some((corner) => isInside(corner, outer)) ||
      others.some((other) => hole.every((corner) => isInside(corner, other)))
    if (isOutside) context.addIssue({ code: 'custom', path: ['coordinates', place + 1], message: 'hole_outside' })
  }
})

/** Returns why a polygon is no fence: it is larger than any farm, or crosses the 180th meridian. */
export function extentFault(polygon: Polygon): 'too_large_area' | 'crosses_antimeridian' | null {
  const isSplit = crossesAntimeridian(polygon)
  if (squareMetresOf(isSplit ? eastOfGreenwich(polygon) : polygon) > maxSquareMetres) return 'too_large_area'
  return isSplit ? 'crosses_antimeridian' : null
}

/** A fence that is saved: drawn without faults, smaller than any country, and on one side of the 180th meridian. */
export const polygonInputSchema = drawnPolygonSchema.superRefine((polygon, context) => {
  const fault = extentFault(polygon)
  if (fault !== null) context.addIssue({ code: 'custom', path: ['coordinates'], message: fault })
})
