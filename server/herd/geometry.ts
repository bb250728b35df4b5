import type { FlatPolygon } from '#contract/values/flatPolygons.ts'
import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'

/** Returns the centre of a polygon's bounding box, WGS-84: the origin of a farm's offsets. */
export function centreOf(polygon: Polygon): LongitudeLatitude {
  const ring = polygon.coordinates[0] ?? []
  const longitudes = ring.map((position) => position[0])
  const latitudes = ring.map((position) => position[1])
  return [
    (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
    (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
  ]
}

/**
 * Returns where a straight line finally leaves a polygon, as a share of the line (0 to 1); 1 when it does not cross an edge.
 * @param from a point inside, metres east and north of the polygon's origin
 */
export function exitOf(
  polygon: FlatPolygon,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): number {
  const [wayX, wayY] = [toX - fromX, toY - fromY]
  let last = Number.NaN
  for (const ring of polygon.rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay] = [ring[j] as number, ring[j + 1] as number]
      const [edgeX, edgeY] = [(ring[i] as number) - ax, (ring[i + 1] as number) - ay]
      const turn = wayX * edgeY - wayY * edgeX
      if (turn === 0) continue
      const share = ((ax - fromX) * edgeY - (ay - fromY) * edgeX) / turn
      const along = ((ax - fromX) * wayY - (ay - fromY) * wayX) / turn
      if (share >= 0 && share <= 1 && along >= 0 && along <= 1 && !(share <= last)) last = share
    }
  }
  return Number.isNaN(last) ? 1 : last
}
