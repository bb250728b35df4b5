import { CallError } from '../callError.ts'
import type { Queries, Sql } from '../db/connect.ts'
import { codeOf } from '../errorCode.ts'

/** PostgreSQL's error code for a deadlock. */
const deadlock = '40P01'
/** Maximum tries of a transaction. */
const maxAttempts = 3

/**
 * Runs work in a transaction. Repeats it after a deadlock, so the work must have no side effects outside the database.
 * @returns the result of the work, once it is committed
 */
export async function inTransaction<T extends object>(sql: Sql, work: (sql: Queries) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryTransaction(sql, work)
    } catch (error) {
      if (codeOf(error) !== deadlock || attempt >= maxAttempts) throw error
    }
  }
}

async function tryTransaction<T extends object>(sql: Sql, work: (sql: Queries) => Promise<T>): Promise<T> {
  const done: { result?: T } = {}
  await sql.begin(async (transaction) => {
    done.result = await work(transaction)
  })
  if (done.result === undefined) throw new Error('the transaction gave nothing')
  return done.result
}

/** Returns the first row. @throws CallError NOT_FOUND without a row */
export function first<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new CallError('NOT_FOUND')
  return row
}

/** @throws CallError CONFLICT when the record has another version; BAD_SHAPE without a version */
export function requireVersion(record: { version: number }, version: number | undefined): void {
  if (version === undefined) throw new CallError('BAD_SHAPE', { fields: { version: 'required' } })
  if (version !== record.version) throw new CallError('CONFLICT', { fields: { version: 'stale' } })
}
