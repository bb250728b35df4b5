import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseClient } from '../databaseClient.ts'
import { cancelledBeforeSent, ConnectionError, PoolConnection } from './connection.ts'
import type { Send } from './query.ts'

interface Waiting {
  resolve: (connection: PoolConnection) => void
  reject: (error: unknown) => void
}

export interface PoolOptions {
  /** Opens a connection. @throws with the system's or the database's code */
  connect: () => Promise<DatabaseClient>
  /** Statements that each connection begins with. */
  settings: string
  maxConnections: number
}

/** Pause before a connection is tried again, ms: doubled after each failure. */
const firstPauseMs = 50
const maxPauseMs = 1000

/** A pool of connections. Opens them on demand, and again after the database was unavailable. */
export class Pool {
  private readonly options: PoolOptions
  private readonly connections = new Set<PoolConnection>()
  private readonly free: PoolConnection[] = []
  private readonly waiting: Waiting[] = []
  private opening = 0
  private failures = 0
  private isEnding = false
  /** Settles when the pool is ending and no connection is in use. */
  private readonly quiet = Promise.withResolvers<void>()

  constructor(options: PoolOptions) {
    this.options = options
  }

  /** Runs one statement on the first connection that is free. */
  readonly send: Send = async (query, isSimple, signal) => {
    const connection = await this.take(signal)
    try {
      return await connection.run(query, isSimple, signal)
    } finally {
      this.give(connection)
    }
  }

  /** Reserves a connection for the duration of `work`. */
  async hold<T>(work: (connection: PoolConnection) => Promise<T>): Promise<T> {
    const connection = await this.take(null)
    try {
      return await work(connection)
    } finally {
      await connection.idle
      this.give(connection)
    }
  }

  /**
   * Ends the pool: new queries fail, running ones may end.
   * @param timeoutS seconds after which running queries are aborted; default: never
   */
  async end(timeoutS?: number): Promise<void> {
    this.isEnding = true
    for (const { reject } of this.waiting.splice(0)) reject(ended())
    const quiet = this.opening + this.connections.size > this.free.length ? this.quiet.promise : Promise.resolve()
    await (timeoutS === undefined ? quiet : Promise.race([quiet, wait(timeoutS * 1000, undefined, { ref: false })]))
    for (const connection of this.connections) connection.close()
    this.connections.clear()
    this.free.length = 0
  }

  private take(signal: AbortSignal | null): Promise<PoolConnection> {
    if (this.isEnding) return Promise.reject(ended())
    if (signal?.aborted) return Promise.reject(cancelledBeforeSent())
    for (let free = this.free.pop(); free; free = this.free.pop()) {
      if (!free.isBroken) return Promise.resolve(free)
      this.drop(free)
    }
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject }
      this.waiting.push(waiting)
      signal?.addEventListener(
        'abort',
        () => {
          const place = this.waiting.indexOf(waiting)
          if (place < 0) return
          this.waiting.splice(place, 1)
          reject(cancelledBeforeSent())
        },
        { once: true },
      )
      this.openForWaiting()
    })
  }

  private give(connection: PoolConnection): void {
    if (connection.isBroken || this.isEnding) {
      this.drop(connection)
      this.openForWaiting()
      return
    }
    const next = this.waiting.shift()
    if (next) next.resolve(connection)
    else this.free.push(connection)
  }

  private drop(connection: PoolConnection): void {
    this.connections.delete(connection)
    connection.close()
    this.noteQuiet()
  }

  private noteQuiet(): void {
    if (this.isEnding && this.opening + this.connections.size <= this.free.length) this.quiet.resolve()
  }

  private openForWaiting(): void {
    while (
      !this.isEnding &&
      this.opening < this.waiting.length &&
      this.connections.size + this.opening < this.options.maxConnections
    )
      void this.openOne()
  }

  private async openOne(): Promise<void> {
    this.opening++
    try {
      if (this.failures > 0) await wait(Math.min(maxPauseMs, firstPauseMs * 2 ** this.failures))
      const client = await this.options.connect()
      const connection = new PoolConnection(client)
      this.connections.add(connection)
      try {
        await connection.command(this.options.settings)
      } catch (error) {
        this.drop(connection)
        throw error
      }
      this.failures = 0
      this.opening--
      this.give(connection)
    } catch (error) {
      this.opening--
      this.failures++
      // Without any connection, no waiting query can be served; otherwise the next free connection serves them.
      const refused = this.waiting.splice(
        0,
        this.connections.size === 0 && this.opening === 0 ? this.waiting.length : 1,
      )
      for (const { reject } of refused) reject(error)
      this.noteQuiet()
    }
  }
}

const ended = () => new ConnectionError('CONNECTION_ENDED', 'the pool of connections to the database is ended')
