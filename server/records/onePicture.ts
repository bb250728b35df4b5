import type { Context } from '../context.ts'
import { through } from '../db/through.ts'

/** Runs queries in one read-only snapshot of the database: all of them see the same moment. */
export async function inReadSnapshot<T extends object>(
  context: Context,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const done: { result?: T } = {}
  await context.sql.begin('isolation level repeatable read read only', async (transaction) => {
    done.result = await work({ ...context, sql: through(transaction, context.sql) })
  })
  if (done.result === undefined) throw new Error('the transaction gave nothing')
  return done.result
}
