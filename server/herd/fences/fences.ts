import { metresPerDegree } from '#contract/values/geo.ts'
import type { HerdColumns } from '../columns.ts'
import { type FlatPolygon, flatten, metresOutside } from '#contract/values/flatPolygons.ts'
import { exitOf } from '../geometry.ts'
import type { FarmHerd } from '../registry.ts'

/** Time between two positions beyond which the moment of a fence crossing is estimated, ms. */
export const sparseMs = 60_000

/** An animal's last position, relative to its fences. */
export interface Placed {
  fixedAt: number
  longitude: number
  latitude: number
  metresOutside: number
  metresOutsideFarm: number
}

/** Returns an animal's last position, before a newer one replaces it. */
export function placeOf(
  { fixedAt, longitude, latitude, metresOutside: ofPen, metresOutsideFarm }: HerdColumns,
  slot: number,
): Placed {
  const [at, east, north] = [fixedAt[slot] as number, longitude[slot] as number, latitude[slot] as number]
  return {
    fixedAt: at,
    longitude: east,
    latitude: north,
    metresOutside: ofPen[slot] as number,
    metresOutsideFarm: metresOutsideFarm[slot] as number,
  }
}

/** Records when an animal left its pen and its farm, on the straight line from its previous position. */
export function noteCrossings({ columns, pens, zones, boundary }: FarmHerd, slot: number, before: Placed): void {
  const to = flatten([columns.longitude[slot] as number, columns.latitude[slot] as number], columns.origin)
  const from = flatten([before.longitude, before.latitude], columns.origin)
  const lastedMs = (columns.fixedAt[slot] as number) - before.fixedAt
  const penId = columns.slots[slot]?.penId ?? 0
  const fences = [pens.get(penId) ?? [], zones.get(penId) ?? []].flat()
  if (before.metresOutside <= 0 && (columns.metresOutside[slot] as number) > 0) {
    // For a zone, the last crossed fence counts; fences of its pens that were not crossed are ignored.
    const shares = fences.map((fence) => exitOf(fence, from, to)).filter((share) => share < 1)
    columns.leftPenAt[slot] = before.fixedAt + (shares.length > 0 ? Math.max(...shares) : 1) * lastedMs
  }
  if (before.metresOutsideFarm <= 0 && (columns.metresOutsideFarm[slot] as number) > 0)
    columns.leftFarmAt[slot] = before.fixedAt + exitOf(boundary, from, to) * lastedMs
}

/** Returns the distance outside a pen and the other pens of its zone. @param outside metres outside the pen itself */
function nearestOf(others: readonly FlatPolygon[] | undefined, outside: number, x: number, y: number): number {
  let minMetres = outside
  if (others !== undefined) for (const other of others) minMetres = Math.min(minMetres, metresOutside(other, x, y))
  return minMetres
}

/** Updates the pen of a position, and how far the animal is outside its own pen and its farm. */
export function placeByPosition(herd: FarmHerd, slot: number, longitude: number, latitude: number): void {
  const { columns, pens, zones, boundary, unagreedPens } = herd
  // Like `flatten`, but without allocation, because it runs for every reading.
  const x = (longitude - columns.origin[0]) * metresPerDegree * columns.cosine
  const y = (latitude - columns.origin[1]) * metresPerDegree
  const own = columns.slots[slot]?.penId ?? 0
  const ownPolygon = pens.get(own)
  const outside = ownPolygon ? metresOutside(ownPolygon, x, y) : Number.NaN
  columns.metresOutside[slot] = outside > 0 ? nearestOf(zones.get(own), outside, x, y) : outside
  let penId = outside <= 0 ? own : 0
  if (penId === 0) {
    for (const [id, polygon] of pens) {
      if (x < polygon.minX || x > polygon.maxX || y < polygon.minY || y > polygon.maxY) continue
      if (metresOutside(polygon, x, y) <= 0) {
        penId = id
        break
      }
    }
  }
  const isOnGrounds = penId !== 0 && unagreedPens?.has(penId) !== true
  columns.metresOutsideFarm[slot] = isOnGrounds
    ? 0
    : boundary.rings.length > 0
      ? metresOutside(boundary, x, y)
      : Number.NaN
  if (columns.penId[slot] !== penId) {
    columns.penId[slot] = penId
    columns.noteMark(slot)
  }
}
