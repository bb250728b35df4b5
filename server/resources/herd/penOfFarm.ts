import { CallError } from '../../callError.ts'
import type { Queries } from '../../db/connect.ts'

interface Place {
  farmId: number
  farmSlotId?: number | null | undefined
}

/**
 * The pen of what stands on a farm: the one that is named, else the one it had, unless it moves to another farm.
 * @throws CallError that names the field, when the pen is not one of the farm
 */
export async function ofTheFarm({ sql, before, input }: { sql: Queries; before: Place | null; input: Place }): Promise<{ pen_id: number | null }> {
  const samePen = before?.farmId === input.farmId ? (before.farmSlotId ?? null) : null
  const penId = input.farmSlotId === undefined ? samePen : input.farmSlotId
  if (penId !== null && !(await isPenOf(sql, penId, input.farmId))) throw new CallError('BAD_SHAPE', { fields: { farmSlotId: 'not_of_farm' } })
  return { pen_id: penId }
}

/** The pen of what is taken out of the recycle bin: none, if it was removed meanwhile. */
export async function penIfKept({ sql, before: { farmId, farmSlotId } }: { sql: Queries; before: Place }): Promise<{ pen_id: number | null }> {
  const isKept = typeof farmSlotId === 'number' && (await isPenOf(sql, farmSlotId, farmId))
  return { pen_id: isKept ? farmSlotId : null }
}

async function isPenOf(sql: Queries, penId: number, farmId: number): Promise<boolean> {
  const rows = await sql`select from pens where id = ${penId} and farm_id = ${farmId} and deleted_at is null for key share`
  return rows.length > 0
}
