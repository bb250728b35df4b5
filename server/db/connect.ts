import postgres from 'postgres'
import { toInstant } from '../clock.ts'

/** A connection pool. In rows and parameters, instants are epoch ms, bigints are numbers and numerics are decimal strings. */
export type Sql = postgres.Sql<{ bigint: number; timestamptz: number }>

/** Runs queries: a pool or one of its transactions. */
export type Queries = postgres.ISql<{ bigint: number; timestamptz: number }>

/** Queries of one transaction. */
export type Transaction = postgres.TransactionSql<{ bigint: number; timestamptz: number }>

/** A part of a query, to embed in another query. */
export type Fragment = postgres.Fragment

export interface ConnectOptions {
  /** A URL, or the parts of a unix socket connection. */
  target: string | { socketDir: string; user: string; database: string }
  connections?: number
  name?: string
  /** Whether a commit waits for the disk (default: true). Without it a crash may lose the last commits: only for repeatable work. */
  durable?: boolean
  /** The database cancels statements that take longer; default: no limit. */
  statementTimeoutMs?: number
}

/**
 * Creates a pool. It connects on first use and reconnects after an outage.
 * A query sent during an outage fails after `connect_timeout` seconds.
 */
export function connect({
  target,
  connections = 8,
  name = 'drover',
  durable = true,
  statementTimeoutMs = 0,
}: ConnectOptions): Sql {
  const options = {
    max: connections,
    connect_timeout: 5,
    idle_timeout: 0,
    onnotice: () => {},
    backoff: (tries: number) => Math.min(1, 0.05 * 2 ** tries),
    connection: {
      application_name: name,
      timezone: 'UTC',
      ...(durable ? {} : { synchronous_commit: 'off' }),
      ...(statementTimeoutMs > 0 ? { statement_timeout: statementTimeoutMs } : {}),
    },
    types: {
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
      // Money: a decimal string, never a binary float.
      numeric: { to: 1700, from: [1700], serialize: String, parse: String },
      date: { to: 1082, from: [1082], serialize: (day: string) => day, parse: (day: string) => day },
      timestamptz: {
        to: 1184,
        from: [1184],
        serialize: (at: number | string) => (typeof at === 'number' ? toInstant(at) : at),
        parse: (text: string) => Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')),
      },
    },
  }
  const sql =
    typeof target === 'string'
      ? postgres(target, options)
      : postgres({ ...options, host: target.socketDir, user: target.user, database: target.database })
  return sql as Sql
}
