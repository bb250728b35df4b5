import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'

/** One host of a database, and how its connection is secured. */
export interface Place {
  /** A name, an address, or the directory of a unix socket. */
  host: string
  port: number
  ssl: ConnectionOptions | false
  sslNegotiation: 'postgres' | 'direct'
}

/** Identifies a connection to its server in a request to cancel. */
interface CancelKey {
  processID: number
  secretKey: number
}

/** What `pg`'s connection offers and its types leave out. */
interface OpenConnection extends pg.Connection {
  once(event: 'backendKeyData', listener: (key: CancelKey) => void): this
  once(event: 'connect' | 'sslconnect' | 'end' | 'error', listener: () => void): this
  connect(portOrPath: number | string, host?: string): void
  requestSsl(): void
  cancel(processId: number, secretKey: number): void
}

/** Maximum time of a request to cancel, ms. */
const maxCancelMs = 5000

/** A connection to the database that can cancel the statement it runs. */
export class DatabaseClient extends pg.Client {
  private readonly place: Place
  private key: CancelKey | null = null

  constructor(place: Place, config: Omit<pg.ClientConfig, keyof Place>) {
    const { host, port, ssl, sslNegotiation } = place
    super({ ...config, host, port, ssl, ...(ssl !== false && { sslnegotiation: sslNegotiation }) })
    this.place = place
    const connection = this.connection as OpenConnection
    connection.once('backendKeyData', (key) => {
      this.key = key
    })
  }

  /** Process id that the server gave for requests to cancel; a pooler makes one up. */
  get processId(): number | null {
    return this.key?.processID ?? null
  }

  /**
   * Asks the same server, on a connection of its own, to cancel the running statement. The server needs no free slot for it.
   * Settles when the server has taken note, or can't be reached.
   */
  cancelRunning(): Promise<void> {
    const { key, place } = this
    if (key === null) return Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const { host, port, ssl } = place
    const connection = new pg.Connection({ ssl }) as OpenConnection
    const send = () => connection.cancel(key.processID, key.secretKey)
    connection.once('connect', () => (ssl === false ? send() : connection.requestSsl()))
    connection.once('sslconnect', send)
    // The server closes the connection after it has signalled the process.
    connection.once('end', resolve)
    connection.on('error', resolve)
    const late = setTimeout(() => connection.stream.destroy(), maxCancelMs)
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
    return promise.finally(() => {
      clearTimeout(late)
      connection.stream.destroy()
    })
  }
}
