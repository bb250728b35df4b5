import { CallError } from '../callError.ts'
import type { Queries, Sql } from '../db/connect.ts'
import { codeOf } from '../errorCode.ts'

/** PostgreSQL's code for one of two transactions that wait for each other. */
const deadlock = '40P01'
/** So often some work is begun before it is given up. */
const attempts = 3

/**
 * Does all of some work or nothing. Where another transaction and this one wait for each other, the database takes this one back, and it
 * is begun again: the work keeps nothing outside of itself but what it returns.
 * @returns what the work gave, once it is committed
 */
export async function inTransaction<T extends object>(sql: Sql, work: (sql: Queries) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryTransaction(sql, work)
    } catch (error) {
      if (codeOf(error) !== deadlock || attempt >= attempts) throw error
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

/** The first row, which has to be there. @throws CallError NOT_FOUND */
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
