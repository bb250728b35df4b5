import { codeOf } from '../../errorCode.ts'
import { ConnectionError, type PoolConnection } from './connection.ts'
import type { Pool } from './pool.ts'
import { createQueries, type Queries, type Send } from './query.ts'

const transactionIsOver = () => new ConnectionError('CONNECTION_ENDED', 'the transaction of the query is over')

/** Queries of one transaction. */
export interface Transaction extends Queries {
  /** Runs a part of the transaction, which is rolled back alone when it fails. */
  savepoint<T>(work: (part: Transaction) => T): Promise<Awaited<T>>
}

/**
 * Runs work in a transaction on one connection. Rolls back when the work fails, and when one of its statements failed though the work
 * went on.
 * @param options text behind `begin`: `isolation level repeatable read read only`
 */
export async function inTransactionOf<T>(
  pool: Pool,
  options: string,
  work: (transaction: Transaction) => T,
): Promise<Awaited<T>> {
  return pool.hold<Awaited<T>>(async (connection): Promise<Awaited<T>> => {
    await connection.command(`begin ${options}`)
    connection.isInTransaction = true
    try {
      const result: Awaited<T> = await inScope(connection, work)
      await connection.command('commit')
      return result
    } catch (error) {
      await connection.command('rollback').catch(() => connection.close())
      throw error
    } finally {
      connection.isInTransaction = false
    }
  })
}

/** @param isOuterOver whether the transaction or the savepoint around it is over */
async function inScope<T>(
  connection: PoolConnection,
  work: (transaction: Transaction) => T,
  isOuterOver = () => false,
): Promise<Awaited<T>> {
  const failures: unknown[] = []
  let hasEnded = false
  const isOver = () => hasEnded || isOuterOver()
  const send: Send = (query, isSimple, signal) => {
    // It would run outside of the transaction, or in the next one of the connection.
    if (isOver()) return Promise.reject(transactionIsOver())
    const done = connection.run(query, isSimple, signal)
    done.catch((error: unknown) => failures.push(error))
    return done
  }
  const transaction: Transaction = Object.assign(createQueries(send), {
    async savepoint<P>(part: (inner: Transaction) => P): Promise<Awaited<P>> {
      if (isOver()) throw transactionIsOver()
      const name = connection.newSavepoint()
      await connection.command(`savepoint ${name}`)
      try {
        return await inScope(connection, part, isOver)
      } catch (error) {
        if (!isOver()) await connection.command(`rollback to ${name}`).catch(() => {})
        throw error
      }
    },
  })
  try {
    const result: Awaited<T> = await work(transaction)
    hasEnded = true
    await connection.idle
    if (failures.length > 0) throw failures[0]
    return result
  } catch (error) {
    // The first failure says more than “current transaction is aborted”.
    throw codeOf(error) === '25P02' && failures.length > 0 ? failures[0] : error
  } finally {
    hasEnded = true
  }
}
