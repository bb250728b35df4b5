import { toInstant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../db/connect.ts'
import { CallError } from '../http/callError.ts'
import type { Caller } from '../sessions.ts'
import { visibleFarms } from './visibility.ts'

interface AuditEntry {
  action: 'ADD' | 'EDIT' | 'REMOVE' | 'ACKNOWLEDGE'
  noun: string
  nounId: number
  detail?: Record<string, unknown>
}

/** Notes who did what, in the transaction that does it. */
export async function audit(sql: Queries, caller: Caller, at: number, entry: AuditEntry): Promise<void> {
  await sql`
    insert into audit_entries (at, user_id, action, noun, noun_id, detail)
    values (${at}, ${caller.userId === 0 ? null : caller.userId}, ${entry.action}, ${entry.noun}, ${entry.nounId},
      ${JSON.stringify(entry.detail ?? {})}::text::jsonb)`
}

/** Changes records in one transaction, and has them read again once it is committed. */
export async function change<T extends object>(context: Context, work: (sql: Queries, now: number) => Promise<T>): Promise<T> {
  const done: { result?: T } = {}
  await context.sql.begin(async (sql) => {
    done.result = await work(sql, context.clock.now())
  })
  context.herd.recordsChanged()
  if (done.result === undefined) throw new Error('the transaction gave nothing')
  return done.result
}

/** The first row, which has to be there. */
export function first<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new CallError('NOT_FOUND')
  return row
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
