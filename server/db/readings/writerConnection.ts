import type pg from 'pg'
import { isDatabaseAway } from '../away.ts'
import { codeOf } from '../../errorCode.ts'
import type { ConnectOptions } from '../connect.ts'
import { openClient } from '../client.ts'

const connectionClosed = 'CONNECTION_CLOSED'

export interface WriterConnectionOptions {
  target: ConnectOptions['target']
  /** See `ConnectOptions`. */
  durable?: boolean
}

/** A connection that runs transactions one after another. It opens on demand, and reopens after it broke. */
export class WriterConnection {
  private readonly options: WriterConnectionOptions
  private client: pg.Client | null = null
  private last: Promise<void> = Promise.resolve()

  constructor(options: WriterConnectionOptions) {
    this.options = options
  }

  /** Settles when all transactions so far have ended. */
  get idle(): Promise<void> {
    return this.last
  }

  /** Starts no transaction before a promise settles. */
  waitFor(other: Promise<unknown>): void {
    // Drops the results: keeping them would retain every earlier result for the server's lifetime.
    this.last = Promise.allSettled([this.last, other]).then(() => {})
  }

  /** Runs work that begins and ends a transaction. Discards the connection after any error but a plain refusal that could be rolled back. */
  do<T>(work: (connection: pg.Client) => Promise<T>): Promise<T> {
    const done = this.last.then(() => this.attempt(work))
    this.waitFor(done)
    return done
  }

  async close(): Promise<void> {
    await this.client?.end().catch(() => {})
    this.client = null
  }

  private async attempt<T>(work: (connection: pg.Client) => Promise<T>): Promise<T> {
    const connection = (this.client ??= await this.open())
    try {
      return await work(connection)
    } catch (error) {
      if (isDatabaseAway(error) || codeOf(error) === '' || !(await rolledBack(connection))) {
        this.forget(connection)
        // Marks a client error as a broken connection, so that the batch is retried; the next try shows the cause.
        if (codeOf(error) === '' && error instanceof Error) Object.assign(error, { code: connectionClosed })
      }
      throw error
    }
  }

  private async open(): Promise<pg.Client> {
    const { target, durable = true } = this.options
    let opened: pg.Client | undefined
    try {
      opened = await openClient(target, { name: 'drover-writer' })
      const client = opened
      client.on('error', () => this.forget(client))
      await opened.query(`set timezone = 'UTC'`)
      if (!durable) await opened.query('set synchronous_commit = off')
      await opened.query('create temp table incoming (like readings, ordinal integer not null) on commit delete rows')
      return opened
    } catch (error) {
      if (opened) this.forget(opened)
      // Without a connection no message is at fault, so none may be rejected.
      throw isDatabaseAway(error)
        ? error
        : Object.assign(new Error('no connection to write readings on', { cause: error }), { code: connectionClosed })
    }
  }

  private forget(broken: pg.Client): void {
    if (this.client === broken) this.client = null
    // Do not await: ending a connection to a dead server may hang.
    broken.end().catch(() => {})
  }
}

async function rolledBack(connection: pg.Client): Promise<boolean> {
  return connection.query('rollback').then(
    () => true,
    () => false,
  )
}
