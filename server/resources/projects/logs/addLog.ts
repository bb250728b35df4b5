import type { Parsed } from '#contract/calls/endpoint.ts'
import {
  type DailyLogDetail,
  dailyLogDetailSchema,
  type dailyLogEndpoints,
  logDayFault,
} from '#contract/projects/days/dailyLogs.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { dayAt, endOfDay } from '../../../farmDays.ts'
import { audit } from '../../../records/audit.ts'
import { inTransaction } from '../../../records/transaction.ts'
import { requireOwnPicture } from '../../files/fileOwners.ts'
import { requireWritable } from './logProjects.ts'
import { findLog } from './logRows.ts'

/** The audit's copy of a log, without the farm's outline and the reader's rights. */
const dailyLogNoteSchema = dailyLogDetailSchema.omit({ boundary: true, canCorrect: true })

type Input = Parsed<typeof dailyLogEndpoints.add>

/** Builds the error about one field of the input. */
const fault = (field: string, code: string) => new CallError('BAD_SHAPE', { fields: { [field]: code } })

/**
 * Adds a daily log. A log sent again under the same key returns the stored one, at any time.
 * @throws CallError as `requireWritable` does; BAD_SHAPE naming a field outside the project or not owned by the caller; CONFLICT
 * naming `correctsId` when another log already corrects that one
 */
export async function addLog(context: Context, caller: Caller, input: Input): Promise<DailyLogDetail> {
  const now = context.clock.now()
  const { log, isNew } = await inTransaction(context.sql, async (sql) => {
    const sentId = await sentBefore(sql, caller, input)
    if (sentId !== null) return { log: await findLog(sql, caller, input.id, sentId), isNew: false }
    await requireWritable(sql, caller, input.id)
    const timeZone = await zoneOf(sql, input)
    const dayFault = logDayFault(input.day, dayAt(now, timeZone))
    if (dayFault !== null) throw fault('day', dayFault)
    await requireOfProject(sql, caller, input)
    const id = await insertLog(sql, caller, input, { receivedAt: now, isLate: now >= endOfDay(input.day, timeZone) })
    if (id === null) {
      const sent = await sentBefore(sql, caller, input)
      if (sent === null) throw new CallError('CONFLICT', { fields: { correctsId: 'corrected' } })
      return { log: await findLog(sql, caller, input.id, sent), isNew: false }
    }
    await insertParts(sql, id, input)
    const log = await findLog(sql, caller, input.id, id)
    await audit(sql, caller, machineNow(), {
      action: 'ADD',
      noun: 'dailyLog',
      nounId: id,
      before: null,
      after: dailyLogNoteSchema.parse(log),
    })
    return { log, isNew: true }
  })
  if (isNew) context.events.emit('recordsChanged', { noun: 'dailyLogs', ids: [log.id], farmIds: [log.farmId] })
  return log
}

/**
 * Returns the id of the log that the caller sent earlier under this key; null when none exists. @throws CallError CONFLICT when it is of another
 * project
 */
async function sentBefore(sql: Queries, { userId }: Caller, { key, id }: Input): Promise<number | null> {
  const [sent] = await sql<{ id: number; projectId: number }[]>`
    select id, project_id as "projectId" from daily_logs where author_id = ${userId} and client_key = ${key}`
  if (sent === undefined) return null
  if (sent.projectId !== id) throw new CallError('CONFLICT', { fields: { key: 'taken' } })
  return sent.id
}

async function zoneOf(sql: Queries, { id, farmId }: Input): Promise<string> {
  const [farm] = await sql<{ timeZone: string }[]>`
    select time_zone as "timeZone" from farms where id = ${farmId} and id in (select farm_id from project_farms where project_id = ${id})`
  if (farm === undefined) throw fault('farmId', 'unknown')
  return farm.timeZone
}

async function requireOfProject(
  sql: Queries,
  caller: Caller,
  { id, farmId, handCount, counts, photos, correctsId }: Input,
): Promise<void> {
  if (handCount !== null && counts.length > 0) throw fault('handCount', 'counted_by_pen')
  const pens = await sql<{ id: number }[]>`select id from pens where farm_id = ${farmId}`
  const uncountedPens = new Set(pens.map((pen) => pen.id))
  for (const [place, { farmSlotId }] of counts.entries()) {
    // Removing the pen rejects a second count of it.
    if (!uncountedPens.delete(farmSlotId)) throw fault(`counts.${place}.farmSlotId`, 'unknown')
  }
  if (correctsId !== null) {
    const corrected = await sql`select from daily_logs where id = ${correctsId} and project_id = ${id}`
    if (corrected.length === 0) throw fault('correctsId', 'unknown')
  }
  for (const [place, { imageId }] of photos.entries())
    await requireOwnPicture(sql, caller, `photos.${place}.imageId`, imageId)
}

/** @returns its id; null when it was sent before, or the log to correct has a correction already */
async function insertLog(
  sql: Queries,
  { userId }: Caller,
  input: Input,
  { receivedAt, isLate }: { receivedAt: number; isLate: boolean },
): Promise<number | null> {
  const { id, farmId, day, monitorStatus, text, key, writtenAt, correctsId } = input
  const [row] = await sql<{ id: number }[]>`
    insert into daily_logs (project_id, farm_id, day, author_id, monitor_status, hand_count, note, client_key, written_at, received_at, is_late, corrects_id)
    values (${id}, ${farmId}, ${day}, ${userId}, ${monitorStatus}, ${await farmCount(sql, input)}, ${text}, ${key}, ${writtenAt}, ${receivedAt}, ${isLate}, ${correctsId})
    on conflict do nothing returning id`
  return row?.id ?? null
}

/** Returns the heads of the whole farm: as counted, or the sum of its pens. @returns null when an animal stands in no pen or an uncounted one */
async function farmCount(sql: Queries, { farmId, handCount, counts }: Input): Promise<number | null> {
  if (counts.length === 0) return handCount
  const missing = await sql`
    select from animals where farm_id = ${farmId} and in_herd_to is null
      and (pen_id is null or pen_id <> all(${counts.map(({ farmSlotId }) => farmSlotId)}::bigint[])) limit 1`
  return missing.length > 0 ? null : counts.reduce((sum, { heads }) => sum + heads, 0)
}

async function insertParts(sql: Queries, id: number, { counts, photos }: Input): Promise<void> {
  for (const { farmSlotId, heads } of counts)
    await sql`insert into daily_log_counts (log_id, pen_id, heads) values (${id}, ${farmSlotId}, ${heads})`
  for (const [place, { imageId, longitude, latitude, accuracyM, takenAt }] of photos.entries()) {
    const isPlaced = longitude !== null && latitude !== null
    await sql`
      insert into daily_log_photos (log_id, place, image_id, longitude, latitude, accuracy_m, taken_at)
      values (${id}, ${place}, ${imageId}, ${isPlaced ? longitude : null}, ${isPlaced ? latitude : null}, ${isPlaced ? accuracyM : null}, ${takenAt})`
  }
}
