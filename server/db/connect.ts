import { openClient, type Target } from './client.ts'
import { Pool } from './sql/pool.ts'
import { createQueries, type Fragment, type Queries } from './sql/query.ts'
import { inTransactionOf, type Transaction } from './sql/transaction.ts'

export type { Fragment, Queries, Transaction }

/** A connection pool. In rows and parameters, instants are epoch ms, bigints are numbers and numerics are decimal strings. */
export interface Sql extends Queries {
  /** Runs work in a transaction, which is rolled back when the work or one of its statements fails. */
  begin<T>(work: (transaction: Transaction) => T): Promise<Awaited<T>>
  begin<T>(options: string, work: (transaction: Transaction) => T): Promise<Awaited<T>>
  /** Ends the pool. @param options.timeout seconds after which running queries are aborted; default: never */
  end(options?: { timeout: number }): Promise<void>
}

export interface ConnectOptions {
  target: Target
  connections?: number
  name?: string
  /** Whether a commit waits for the disk (default: true). Without it a crash may lose the last commits: only for repeatable work. */
  durable?: boolean
  /** The database cancels statements that take longer; default: no limit. */
  statementTimeoutMs?: number
}

/**
 * Creates a pool. It connects on first use and reconnects after an outage.
 * A query sent during an outage fails when its connection does.
 */
export function connect({
  target,
  connections = 8,
  name = 'drover',
  durable = true,
  statementTimeoutMs = 0,
}: ConnectOptions): Sql {
  const settings = [
    "set timezone = 'UTC'",
    ...(durable ? [] : ['set synchronous_commit = off']),
    ...(statementTimeoutMs > 0 ? [`set statement_timeout = ${statementTimeoutMs}`] : []),
  ]
  const pool = new Pool({
    connect: () => openClient(target, { name }),
    settings: settings.join('; '),
    maxConnections: connections,
  })
  function begin<T>(
    ...words: [string, (transaction: Transaction) => T] | [(transaction: Transaction) => T]
  ): Promise<Awaited<T>> {
    const [options, work] = words.length === 1 ? ['', words[0]] : words
    return inTransactionOf(pool, options, work)
  }
  return Object.assign(createQueries(pool.send), {
    begin,
    end: ({ timeout }: { timeout?: number } = {}) => pool.end(timeout),
  })
}
