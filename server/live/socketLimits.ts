import type { IncomingMessage } from 'node:http'
import { networkOf } from '../rateLimiter.ts'
import type { Admission, LiveSocket } from './viewer.ts'

type Connection = LiveSocket['conn']

/** Connections that have not said yet whose they are: of one network, and together. */
const maxOfNetwork = 50
const maxStrangers = 500
/** Within so many ms a connection has to say whose it is. */
const signInMs = 5000
/** The peer of a WebSocket has so many ms to agree to its end. */
const agreeMs = 1000
/** Connections of one account, signed in as often as it likes, and of one wall. */
const maxOfOne = 20

/** One that has not said yet whose it is. */
interface Stranger {
  network: string
  /** Counts it no longer. */
  end: () => void
}

/** Bounds the connections, and with them the memory, of strangers and of each account. */
export class SocketLimits {
  private readonly addressOf: (request: IncomingMessage) => string
  private readonly networks = new Map<string, number>()
  private readonly accounts = new Map<string, number>()
  /** The strangers among the connections, the oldest first; requests that are becoming one, too. */
  private readonly strangers = new Map<Connection | IncomingMessage, Stranger>()

  /** @param addressOf who makes a request, by their address */
  constructor(addressOf: (request: IncomingMessage) => string) {
    this.addressOf = addressOf
  }

  /** Whether a request may open a connection. It counts at once: many may come in one packet. */
  mayOpen(request: IncomingMessage): boolean {
    const network = networkOf(this.addressOf(request))
    if ((this.networks.get(network) ?? 0) >= maxOfNetwork) return false
    if (this.strangers.size >= maxStrangers && !this.makeRoom()) return false
    this.strangers.set(request, { network, end: count(this.networks, network) })
    // By then it is a connection, or it becomes none.
    setImmediate(() => this.forget(request))
    return true
  }

  /** Counts a connection as a stranger's, in the place of the request that opened it, until it closes or is named: soon it has to be. */
  opened(connection: Connection): void {
    const { transport, request } = connection
    // One that polls ends without waiting for its next question, which may never come.
    if ('closeTimeout' in transport) transport.closeTimeout = 0
    const stranger = this.strangers.get(request)
    if (!stranger) return
    this.strangers.delete(request)
    const late = setTimeout(() => cutOff(connection), signInMs)
    const end = () => (clearTimeout(late), stranger.end())
    this.strangers.set(connection, { ...stranger, end })
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

  /** Ends the oldest stranger of the networks that hold the most: who fills all places keeps nobody else out. @returns whether there was a connection to end */
  private makeRoom(): boolean {
    let [found, most]: [Connection | null, number] = [null, 0]
    for (const [stranger, { network }] of this.strangers) {
      const held = this.networks.get(network) ?? 0
      if (held > most && 'transport' in stranger) [found, most] = [stranger, held]
    }
    if (!found) return false
    cutOff(found)
    this.forget(found)
    return true
  }

  private forget(stranger: Connection | IncomingMessage): void {
    this.strangers.get(stranger)?.end()
    this.strangers.delete(stranger)
  }
}

/** Lets WebSockets whose peers don't agree to their end go soon, those among them that a stranger was about to change over to. */
export function endSoon(engine: object): void {
  const sockets: unknown = Reflect.get(engine, 'ws')
  const options: unknown = typeof sockets === 'object' && sockets !== null ? Reflect.get(sockets, 'options') : undefined
  if (typeof options === 'object' && options !== null) Reflect.set(options, 'closeTimeout', agreeMs)
}

/** Ends a connection at once, and frees what it holds: it is waited for neither to take what is left for it nor to agree. */
function cutOff(connection: Connection): void {
  const { transport } = connection
  connection.close(true)
  if ('socket' in transport && canTerminate(transport.socket)) transport.socket.terminate()
}

function canTerminate(socket: unknown): socket is { terminate: () => void } {
  return typeof socket === 'object' && socket !== null && 'terminate' in socket && typeof socket.terminate === 'function'
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
