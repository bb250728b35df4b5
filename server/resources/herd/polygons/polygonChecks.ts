import { setImmediate } from 'node:timers/promises'
import type { PolygonWarnings } from '#contract/herd/polygonWarnings.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { coordinateFault, isAtZero, maxLikelySquareMetres } from '#contract/values/polygonPlaces.ts'
import { extentFault, squareMetresOf } from '#contract/values/polygons.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Queries } from '../../../db/connect.ts'
import { flattenPolygon } from '#contract/values/flatPolygons.ts'
import { centreOf } from '../../../herd/geometry.ts'
import { metresBeyond, overlapMetres } from '../../../herd/polygonOverlap.ts'
import { visibleFarms } from '../../visibility.ts'

/** Overlaps and overhangs up to this are ignored, metres: nobody draws fences more exactly. */
const toleranceMetres = 1

type Warning = PolygonWarnings['warnings'][number]

interface PenRow {
  id: number
  name: string
  polygon: Polygon
}

function pensOf(sql: Queries, caller: Caller, farmId: number): Promise<readonly PenRow[]> {
  return sql<PenRow[]>`
    select id, name, polygon from pens
    where farm_id = ${farmId} and farm_id in (${visibleFarms(sql, caller)}) and deleted_at is null order by name, id`
}

async function warningsOf(
  kind: Warning['kind'],
  pens: readonly PenRow[],
  measure: (pen: PenRow) => number,
): Promise<Warning[]> {
  const warnings: Warning[] = []
  for (const pen of pens) {
    const metres = measure(pen)
    if (metres > toleranceMetres) warnings.push({ kind, penId: pen.id, penName: pen.name, metres: Math.round(metres) })
    // Gives other requests a turn between pens.
    await setImmediate()
  }
  return warnings
}

/** Returns the warnings about the area and the place of a polygon by itself. */
function placeWarnings(polygon: Polygon, noun: keyof typeof maxLikelySquareMetres): Warning[] {
  const fault = extentFault(polygon)
  const kinds: (Warning['kind'] | false)[] = [
    fault === 'crosses_antimeridian' && 'ANTIMERIDIAN',
    (fault === 'too_large_area' || (fault === null && squareMetresOf(polygon) > maxLikelySquareMetres[noun])) &&
      'LARGE',
    isAtZero(polygon) && 'AT_ZERO',
  ]
  return kinds.flatMap((kind) => (kind === false ? [] : [{ kind, penId: null, penName: null, metres: 0 }]))
}

/** Returns the warnings about a farm's boundary: its area and place, and the pens that it leaves outside. */
export async function checkBoundary(
  { sql }: { sql: Queries },
  caller: Caller,
  { id = 0, boundary }: { id?: number | undefined; boundary: Polygon },
): Promise<PolygonWarnings> {
  const origin = centreOf(boundary)
  const farm = flattenPolygon(boundary, origin)
  return {
    warnings: [
      ...placeWarnings(boundary, 'farm'),
      ...(await warningsOf('OUTSIDE_FARM', await pensOf(sql, caller, id), ({ polygon }) =>
        metresBeyond(flattenPolygon(polygon, origin), farm),
      )),
    ],
  }
}

/** Returns how far a pen reaches out of a farm, metres; 0 up to the tolerance. */
export function metresOutsideFarm(pen: Polygon, boundary: Polygon): number {
  const origin = centreOf(boundary)
  const beyond = metresBeyond(flattenPolygon(pen, origin), flattenPolygon(boundary, origin))
  return beyond > toleranceMetres ? beyond : 0
}

/**
 * Returns the warnings about a pen: it reaches out of its farm, or overlaps other pens.
 * @param input `id` is the pen that it replaces
 * @throws CallError BAD_SHAPE when the caller may not see the farm
 */
export async function checkPen(
  { sql }: { sql: Queries },
  caller: Caller,
  input: { id?: number | undefined; farmId: number; polygon: Polygon },
): Promise<PolygonWarnings> {
  const [farm] = await sql<{ boundary: Polygon }[]>`
    select boundary from farms where id = ${input.farmId} and id in (${visibleFarms(sql, caller)})`
  if (farm === undefined) throw new CallError('BAD_SHAPE', { fields: { farmId: 'unknown' } })
  const origin = centreOf(farm.boundary)
  const polygon = flattenPolygon(input.polygon, origin)
  const beyond = metresOutsideFarm(input.polygon, farm.boundary)
  const outside =
    beyond > 0 ? [{ kind: 'OUTSIDE_FARM' as const, penId: null, penName: null, metres: Math.round(beyond) }] : []
  const others = (await pensOf(sql, caller, input.farmId)).filter(({ id }) => id !== input.id)
  return {
    warnings: [
      ...placeWarnings(input.polygon, 'pen'),
      ...(coordinateFault(input.polygon, [farm.boundary]) === 'swapped'
        ? [{ kind: 'SWAPPED' as const, penId: null, penName: null, metres: 0 }]
        : []),
      ...outside,
      ...(await warningsOf('OVERLAPS', others, (pen) => overlapMetres(polygon, flattenPolygon(pen.polygon, origin)))),
    ],
  }
}
