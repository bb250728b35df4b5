import { setImmediate } from 'node:timers/promises'
import type { PolygonWarnings } from '#contract/herd/polygonWarnings.ts'
import type { Polygon } from '#contract/values/geo.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Queries } from '../../../db/connect.ts'
import { centreOf, flattenPolygon } from '../../../herd/geometry.ts'
import { metresBeyond, overlapMetres } from '../../../herd/polygonOverlap.ts'
import { visibleFarms } from '../../visibility.ts'

/** Nobody draws a fence more exactly, metres. */
const tolerance = 1

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

async function warningsOf(kind: Warning['kind'], pens: readonly PenRow[], measure: (pen: PenRow) => number): Promise<Warning[]> {
  const warnings: Warning[] = []
  for (const pen of pens) {
    const metres = measure(pen)
    if (metres > tolerance) warnings.push({ kind, penId: pen.id, penName: pen.name, metres: Math.round(metres) })
    // A farm of many fine-drawn pens holds up nobody else's call.
    await setImmediate()
  }
  return warnings
}

/** The oddities of a boundary: the pens of its farm that it leaves outside. A new farm has none. */
export async function checkBoundary({ sql }: { sql: Queries }, caller: Caller, { id = 0, boundary }: { id?: number | undefined; boundary: Polygon }): Promise<PolygonWarnings> {
  const origin = centreOf(boundary)
  const farm = flattenPolygon(boundary, origin)
  return { warnings: await warningsOf('OUTSIDE_FARM', await pensOf(sql, caller, id), ({ polygon }) => metresBeyond(flattenPolygon(polygon, origin), farm)) }
}

/**
 * The oddities of a pen: it reaches out of its farm, or over other pens of it.
 * @param input `id`: the pen that it replaces
 * @throws CallError BAD_SHAPE for a farm that the caller may not name
 */
export async function checkPen({ sql }: { sql: Queries }, caller: Caller, input: { id?: number | undefined; farmId: number; polygon: Polygon }): Promise<PolygonWarnings> {
  const [farm] = await sql<{ boundary: Polygon }[]>`
    select boundary from farms where id = ${input.farmId} and id in (${visibleFarms(sql, caller)})`
  if (farm === undefined) throw new CallError('BAD_SHAPE', { fields: { farmId: 'unknown' } })
  const origin = centreOf(farm.boundary)
  const polygon = flattenPolygon(input.polygon, origin)
  const beyond = metresBeyond(polygon, flattenPolygon(farm.boundary, origin))
  const outside = beyond > tolerance ? [{ kind: 'OUTSIDE_FARM' as const, penId: null, penName: null, metres: Math.round(beyond) }] : []
  const others = (await pensOf(sql, caller, input.farmId)).filter(({ id }) => id !== input.id)
  return { warnings: [...outside, ...(await warningsOf('OVERLAPS', others, (pen) => overlapMetres(polygon, flattenPolygon(pen.polygon, origin))))] }
}
