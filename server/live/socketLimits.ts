import type { IncomingMessage } from 'node:http'
import { networkOf } from '../rateLimiter.ts'
import type { Admission, LiveSocket } from './viewer.ts'

type Connection = LiveSocket['conn']

/** Connections that have not said yet whose they are: of one network, and together. */
const maxOfNetwork = 50
const maxStrangers = 500
/** Connections of one account, signed in as often as it likes, and of one wall. */
const maxOfOne = 20

/** Bounds the connections, and with them the memory, of strangers and of each account. */
export class SocketLimits {
  private readonly addressOf: (request: IncomingMessage) => string
  private readonly networks = new Map<string, number>()
  private readonly accounts = new Map<string, number>()
  /** Ends that the strangers among the connections count; of requests that are becoming one, too. */
  private readonly strangers = new Map<Connection | IncomingMessage, () => void>()

  /** @param addressOf who makes a request, by their address */
  constructor(addressOf: (request: IncomingMessage) => string) {
    this.addressOf = addressOf
  }

  /** Whether a request may open a connection. It counts at once: many may come in one packet. */
  mayOpen(request: IncomingMessage): boolean {
    const network = networkOf(this.addressOf(request))
    if (this.strangers.size >= maxStrangers || (this.networks.get(network) ?? 0) >= maxOfNetwork) return false
    this.strangers.set(request, count(this.networks, network))
    // By then it is a connection, or it becomes none.
    setImmediate(() => this.forget(request))
    return true
  }

  /** Counts a connection as a stranger's, in the place of the request that opened it, until it closes or is named. */
  opened(connection: Connection): void {
    const end = this.strangers.get(connection.request)
    if (!end) return
    this.strangers.delete(connection.request)
    this.strangers.set(connection, end)
    connection.once('close', () => this.forget(connection))
  }

  /** Counts a connection to its account, or wall, until it closes. @throws Error TOO_MANY_CONNECTIONS; CLOSED: it has closed already */
  enter({ conn }: LiveSocket, { displayId = null, tokenHash, userId }: Pick<Admission, 'displayId' | 'tokenHash' | 'userId'>): void {
    // Its end is told once: who has missed that would count it for ever.
    if (conn.readyState !== 'open') throw new Error('CLOSED')
    const name = displayId !== null ? tokenHash : String(userId)
    if ((this.accounts.get(name) ?? 0) >= maxOfOne) throw new Error('TOO_MANY_CONNECTIONS')
    conn.once('close', count(this.accounts, name))
    this.forget(conn)
  }

  private forget(stranger: Connection | IncomingMessage): void {
    this.strangers.get(stranger)?.()
    this.strangers.delete(stranger)
  }
}

/** Counts one more by its name. @returns to be called once: what counts it no longer */
function count(counts: Map<string, number>, name: string): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return () => {
    const left = (counts.get(name) ?? 1) - 1
    if (left > 0) counts.set(name, left)
    else counts.delete(name)
  }
}

/** Whether a request comes from a page of ours, or from no page: other sites' pages may not connect. */
export function isOfOurPages({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  if (headers.origin === undefined) return true
  const origin = URL.parse(headers.origin)
  return origin !== null && (origin.host === headers.host || (publicUrl !== undefined && origin.origin === new URL(publicUrl).origin))
}
