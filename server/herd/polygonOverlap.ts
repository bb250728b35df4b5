import { type FlatPolygon, metresOutside } from '#contract/values/flatPolygons.ts'

/** Returns where the line a-b crosses the edges of a polygon, as shares of the line from 0 to 1. */
function crossingsOf(ax: number, ay: number, bx: number, by: number, { rings }: FlatPolygon): number[] {
  const shares: number[] = []
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [cx, cy] = [ring[i] as number, ring[i + 1] as number]
      const [ex, ey] = [(ring[i + 2] as number) - cx, (ring[i + 3] as number) - cy]
      const turn = (bx - ax) * ey - (by - ay) * ex
      if (turn === 0) continue
      const share = ((cx - ax) * ey - (cy - ay) * ex) / turn
      const along = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn
      if (share > 0 && share < 1 && along >= 0 && along <= 1) shares.push(share)
    }
  }
  return shares
}

/** Returns a point well inside a polygon: the middle of the widest piece of a horizontal line near its centre. */
function pointInside({ rings, minY, maxY }: FlatPolygon): [x: number, y: number] {
  // Slightly off the middle, where polygons often have a corner.
  const y = minY + (maxY - minY) * 0.4973
  const cuts: number[] = []
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [ax, ay, bx, by] = [ring[i] as number, ring[i + 1] as number, ring[i + 2] as number, ring[i + 3] as number]
      if (ay > y !== by > y) cuts.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
    }
  }
  cuts.sort((a, b) => a - b)
  let [widest, x] = [0, cuts[0] ?? 0]
  for (let i = 0; i + 1 < cuts.length; i += 2) {
    const width = (cuts[i + 1] as number) - (cuts[i] as number)
    if (width > widest) [widest, x] = [width, (cuts[i] as number) + width / 2]
  }
  return [x, y]
}

/** Maximum test points per polygon; enough even for edges with very many crossings. */
const maxProbes = 4000

/** Returns test points of a polygon against another: its corners, and the middles of its edges' pieces between crossings. */
function probesOf(polygon: FlatPolygon, other: FlatPolygon): [x: number, y: number][] {
  const probes: [x: number, y: number][] = []
  for (const ring of polygon.rings) {
    for (let i = 0; i + 3 < ring.length && probes.length < maxProbes; i += 2) {
      const [ax, ay, bx, by] = [ring[i] as number, ring[i + 1] as number, ring[i + 2] as number, ring[i + 3] as number]
      const cuts = [0, ...crossingsOf(ax, ay, bx, by, other).sort((one, next) => one - next), 1]
      probes.push([ax, ay])
      for (let cut = 0; cut + 1 < cuts.length; cut++) {
        const middle = ((cuts[cut] as number) + (cuts[cut + 1] as number)) / 2
        probes.push([ax + middle * (bx - ax), ay + middle * (by - ay)])
      }
    }
  }
  return probes
}

/** Returns the largest measured value, at least 0. */
function maxOf(points: readonly [x: number, y: number][], measure: (x: number, y: number) => number): number {
  return points.reduce((largest, [x, y]) => Math.max(largest, measure(x, y)), 0)
}

function deepestIn(polygon: FlatPolygon, other: FlatPolygon): number {
  return maxOf(probesOf(polygon, other), (x, y) => -metresOutside(other, x, y))
}

/** Returns how deep two polygons overlap, metres; 0 when they at most touch. Both must have the same origin. */
export function overlapMetres(one: FlatPolygon, other: FlatPolygon): number {
  if (one.minX > other.maxX || other.minX > one.maxX || one.minY > other.maxY || other.minY > one.maxY) return 0
  const lines = Math.max(deepestIn(one, other), deepestIn(other, one))
  // No edge of identical polygons lies inside the other.
  return lines > 0 ? lines : Math.max(0, -metresOutside(other, ...pointInside(one)))
}

/** Returns how far a polygon extends outside another one or into one of its holes, metres; 0 when it does not. */
export function metresBeyond(polygon: FlatPolygon, fence: FlatPolygon): number {
  const [outer, ...holes] = fence.rings
  if (outer === undefined) return 0
  const whole = { ...fence, rings: [outer] }
  const out = maxOf(probesOf(polygon, whole), (x, y) => metresOutside(whole, x, y))
  return Math.max(out, ...holes.map((hole) => overlapMetres(polygon, ringOf(hole))))
}

function ringOf(ring: Float64Array): FlatPolygon {
  const xs = ring.filter((_, place) => place % 2 === 0)
  const ys = ring.filter((_, place) => place % 2 === 1)
  return { rings: [ring], minX: Math.min(...xs), maxX: Math.max(...xs), minY: Math.min(...ys), maxY: Math.max(...ys) }
}
