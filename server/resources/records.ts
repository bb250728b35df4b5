import { toInstant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Queries, Sql } from '../db/connect.ts'
import type { EventPayloads } from '../events.ts'
import { CallError } from '../callError.ts'
import type { Caller } from '../auth/sessions.ts'
import { visibleFarms } from './visibility.ts'

/** Does all of some work or nothing. @returns what the work gave, once it is committed */
export async function inTransaction<T extends object>(sql: Sql, work: (sql: Queries) => Promise<T>): Promise<T> {
  const done: { result?: T } = {}
  await sql.begin(async (transaction) => {
    done.result = await work(transaction)
  })
  if (done.result === undefined) throw new Error('the transaction gave nothing')
  return done.result
}

/** Changes records of a noun in one transaction, and emits `recordsChanged` once it is committed. */
export async function change<T extends object>(context: Context, noun: EventPayloads['recordsChanged']['noun'], work: (sql: Queries, now: number) => Promise<T>): Promise<T> {
  const result = await inTransaction(context.sql, (sql) => work(sql, context.clock.now()))
  context.events.emit('recordsChanged', { noun })
  return result
}

/** The first row, which has to be there. */
export function first<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new CallError('NOT_FOUND')
  return row
}

/** @throws CallError CONFLICT when a record is no longer as its editor has seen it, who has to say which version that was */
export function requireVersion(record: { version: number }, version: number | undefined): void {
  if (version === undefined) throw new CallError('BAD_SHAPE', { fields: { version: 'required' } })
  if (version !== record.version) throw new CallError('CONFLICT', { fields: { version: 'stale' } })
}

/** @throws CallError that names the field, when the caller may not see the farm: as if there were none */
export async function requireFarm(sql: Queries, caller: Caller, farmId: number): Promise<void> {
  const rows = await sql`select from farms where id = ${farmId} and id in (${visibleFarms(sql, caller)})`
  if (rows.length === 0) throw new CallError('BAD_SHAPE', { fields: { farmId: 'unknown' } })
}

/** @throws CallError that names the field, when the pen is not one of the farm */
export async function requirePenOfFarm(sql: Queries, penId: number | null | undefined, farmId: number): Promise<void> {
  if (penId === null || penId === undefined) return
  const rows = await sql`select from pens where id = ${penId} and farm_id = ${farmId}`
  if (rows.length === 0) throw new CallError('BAD_SHAPE', { fields: { farmSlotId: 'not_of_farm' } })
}

/** An instant (epoch ms, null or NaN: not known) as answers carry it. */
export function instantOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined || Number.isNaN(at) ? null : toInstant(at)
}

/** A number that NaN or nothing stands in for where it is not known. */
export function numberOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined || Number.isNaN(value) ? null : value
}
