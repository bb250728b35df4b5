import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf } from '../../errorCode.ts'
import type { DatabaseClient } from '../databaseClient.ts'
import { isQuery } from './query.ts'
import { PreparedStatements, type Rows, Statement, toRows } from './statement.ts'
import { buildStatement, type TextWithValues } from './text.ts'
import { parserOf } from './values.ts'

/** An error of a connection that is lost, or of a query that is no longer sent. Its code is like those of the system. */
export class ConnectionError extends Error {
  readonly code: 'CONNECTION_CLOSED' | 'CONNECTION_ENDED' | '57014'

  constructor(code: ConnectionError['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export const cancelledBeforeSent = () => new ConnectionError('57014', 'the query was cancelled before it was sent')

/** Interval at which a cancelled statement that has not ended is cancelled again, ms. */
const cancelIntervalMs = 100

/** Functions of PostgreSQL that reject a plan whose tables have changed: prepared again, the statement works. */
const outdatedPlan = new Set(['FetchPreparedStatement', 'RevalidateCachedQuery', 'transformAssignedExpr'])
const isOutdatedPlan = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'routine' in error && outdatedPlan.has(String(error.routine))

/** A connection of a pool. It runs its statements one after another. */
export class PoolConnection {
  isBroken = false
  isInTransaction = false
  private readonly client: DatabaseClient
  private readonly prepared = new PreparedStatements()
  private last: Promise<unknown> = Promise.resolve()
  private savepoints = 0

  constructor(client: DatabaseClient) {
    this.client = client
    const onLost = () => {
      this.isBroken = true
    }
    client.on('error', onLost)
    client.on('end', onLost)
  }

  /** Runs a statement after the earlier ones. */
  run(query: TextWithValues, isSimple: boolean, signal: AbortSignal | null): Promise<Rows> {
    const done = this.last.then(() => this.runNow(query, isSimple, signal))
    this.last = done.then(
      () => {},
      () => {},
    )
    return done
  }

  /** Runs a command without values, such as `begin`. */
  command(text: string): Promise<Rows> {
    return this.run({ strings: [text], values: [] }, true, null)
  }

  /** Returns a name that no earlier savepoint of the connection had. */
  newSavepoint(): string {
    return `part_${this.savepoints++}`
  }

  /** Settles when all statements so far have ended. */
  get idle(): Promise<unknown> {
    return this.last
  }

  /** Closes the connection. Returns at once: ending a connection to a dead server may hang. */
  close(): void {
    this.isBroken = true
    this.client.end().catch(() => {})
  }

  private async runNow(query: TextWithValues, isSimple: boolean, signal: AbortSignal | null): Promise<Rows> {
    if (signal?.aborted) throw cancelledBeforeSent()
    if (this.isBroken) throw new ConnectionError('CONNECTION_CLOSED', 'the connection to the database is closed')
    const built = isSimple ? null : buildStatement(query, isQuery)
    if (built === null && query.values.length > 0)
      throw new TypeError('a query with values can’t be sent by the simple protocol')
    const stopCancelling = signal === null ? null : this.cancelWhenAborted(signal)
    try {
      if (built === null) return await this.runSimple(query.strings.join(''))
      const statement = this.client.query(new Statement(built, this.prepared))
      return await statement.done.catch((error: unknown) => {
        if (!statement.isReused || !isOutdatedPlan(error)) throw error
        statement.forgetPlan()
        // The failure has aborted a transaction, so the statement can't be repeated in it.
        if (this.isInTransaction) throw error
        return this.client.query(new Statement(built, this.prepared)).done
      })
    } catch (error) {
      throw this.withCode(error)
    } finally {
      await stopCancelling?.()
    }
  }

  private async runSimple(text: string): Promise<Rows> {
    const answer: unknown = await this.client.query({ text, types: { getTypeParser: parserOf } })
    const last = (Array.isArray(answer) ? answer.at(-1) : answer) as pg.QueryResult<Record<string, unknown>>
    return toRows(last.rows, last.rowCount ?? 0)
  }

  /** Gives errors of a broken connection a code; those of the database have one. */
  private withCode(error: unknown): unknown {
    const code = codeOf(error)
    // The database ends the connection after these.
    if (/^(?:08|57P0[1-5])/.test(code)) this.isBroken = true
    if (!(error instanceof Error)) return error
    const isOfSystem = 'syscall' in error
    if (code !== '' && !isOfSystem) return error
    // Our own fault, such as a value that can't be sent, does not break the connection.
    const isLost = isOfSystem || this.isBroken || /connection|terminated|not queryable/i.test(error.message)
    if (!isLost) return error
    this.isBroken = true
    return new ConnectionError('CONNECTION_CLOSED', `the connection to the database is lost: ${error.message}`, error)
  }

  /**
   * Cancels the running statement when a signal aborts, and repeats it until the statement has ended: the server ignores a request that
   * arrives before the statement does.
   * @returns a function that settles when no request is on its way, so that none meets the next statement
   */
  private cancelWhenAborted(signal: AbortSignal): () => Promise<void> {
    let hasEnded = false
    let cancelling = Promise.resolve()
    const cancel = () => {
      cancelling = (async () => {
        while (!hasEnded && !this.isBroken) {
          await this.client.cancelRunning()
          if (!hasEnded) await wait(cancelIntervalMs, undefined, { signal: ended.signal }).catch(() => {})
        }
      })()
    }
    const ended = new AbortController()
    signal.addEventListener('abort', cancel, { once: true })
    return () => {
      hasEnded = true
      ended.abort()
      signal.removeEventListener('abort', cancel)
      return cancelling
    }
  }
}
