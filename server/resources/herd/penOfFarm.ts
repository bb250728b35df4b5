import { CallError } from '../../callError.ts'
import type { Queries } from '../../db/connect.ts'

interface Place {
  farmId: number
  farmSlotId?: number | null | undefined
}

/**
 * Resolves the pen of an animal or device on a farm: the given one, else its present pen unless it moves to another farm.
 * @throws CallError naming the field, when the pen does not belong to the farm
 */
export async function resolvePenOnFarm({
  sql,
  before,
  input,
}: {
  sql: Queries
  before: Place | null
  input: Place
}): Promise<{ pen_id: number | null }> {
  const samePen = before?.farmId === input.farmId ? (before.farmSlotId ?? null) : null
  const penId = input.farmSlotId === undefined ? samePen : input.farmSlotId
  if (penId !== null && !(await isPenOf(sql, penId, input.farmId)))
    throw new CallError('BAD_SHAPE', { fields: { farmSlotId: 'not_of_farm' } })
  return { pen_id: penId }
}

/** Returns the pen for a record restored from the recycle bin; null when the pen no longer exists. */
export async function penIfPresent({
  sql,
  before: { farmId, farmSlotId },
}: {
  sql: Queries
  before: Place
}): Promise<{ pen_id: number | null }> {
  const isPresent = typeof farmSlotId === 'number' && (await isPenOf(sql, farmSlotId, farmId))
  return { pen_id: isPresent ? farmSlotId : null }
}

async function isPenOf(sql: Queries, penId: number, farmId: number): Promise<boolean> {
  const rows =
    await sql`select from pens where id = ${penId} and farm_id = ${farmId} and deleted_at is null for key share`
  return rows.length > 0
}
