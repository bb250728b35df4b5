import type { IncomingMessage } from 'node:http'
import { createRateLimiter, networkOf } from '../rateLimiter.ts'
import type { LiveAccess, LiveSocket } from './viewer.ts'

type Connection = LiveSocket['conn']

/** Unauthenticated connections allowed per network and in total. */
const maxUnauthenticatedPerNetwork = 50
const maxUnauthenticated = 500
/** Time in which a connection must authenticate, ms. */
const signInMs = 5000
/** Time in which the peer of a WebSocket must confirm its close, ms. */
const closeTimeoutMs = 1000
/** Connections allowed per account, over all its sessions, and per wall. */
const maxPerAccount = 20

/** Messages of a connection: burst, and ms per further one. A screen sends a few per page. */
const messagePace = { capacity: 1000, refillMs: 20 }
/** Bytes of a connection's messages: burst, and ms per further one. A watch of 1,000 farms has 60 KB. */
const bytePace = { capacity: 4_000_000, refillMs: 0.01 }
/** How long a connection beyond its pace is not read, ms. */
const pauseMs = 1000

/** An unauthenticated connection. */
interface UnauthenticatedConnection {
  network: string
  /** Stops counting it. */
  end: () => void
}

/** Limits the connections, and so the memory, of unauthenticated clients and of each account. */
export class SocketLimits {
  private readonly addressOf: (request: IncomingMessage) => string
  private readonly networks = new Map<string, number>()
  private readonly accounts = new Map<string, number>()
  /** Unauthenticated connections, oldest first, and requests about to become one. */
  private readonly strangers = new Map<Connection | IncomingMessage, UnauthenticatedConnection>()

  /** @param addressOf returns a request's client address */
  constructor(addressOf: (request: IncomingMessage) => string) {
    this.addressOf = addressOf
  }

  /** Returns whether a request may open a connection. Counts it immediately, because many requests may arrive in one packet. */
  mayOpen(request: IncomingMessage): boolean {
    const network = networkOf(this.addressOf(request))
    if ((this.networks.get(network) ?? 0) >= maxUnauthenticatedPerNetwork) return false
    if (this.strangers.size >= maxUnauthenticated && !this.makeRoom()) return false
    this.strangers.set(request, { network, end: count(this.networks, network) })
    // By then the request has become a connection or was rejected.
    setImmediate(() => this.forget(request))
    return true
  }

  /** Counts a connection as unauthenticated, instead of its request, until it closes or authenticates. Ends it if it does neither in time. */
  opened(connection: Connection): void {
    const { transport, request } = connection
    limitMessages(connection)
    // A polling transport closes at once instead of waiting for its next request, which may never come.
    if ('closeTimeout' in transport) transport.closeTimeout = 0
    const stranger = this.strangers.get(request)
    if (!stranger) return
    this.strangers.delete(request)
    const late = setTimeout(() => cutOff(connection), signInMs)
    const end = () => (clearTimeout(late), stranger.end())
    this.strangers.set(connection, { ...stranger, end })
    connection.once('close', () => this.forget(connection))
  }

  /** Counts a connection for its account or wall until it closes. @throws Error TOO_MANY_CONNECTIONS; CLOSED when it has already closed */
  enter(
    { conn }: LiveSocket,
    { displayId = null, tokenHash, userId }: Pick<LiveAccess, 'displayId' | 'tokenHash' | 'userId'>,
  ): void {
    // A close event fires only once: a connection that has missed it would be counted forever.
    if (conn.readyState !== 'open') throw new Error('CLOSED')
    const name = displayId !== null ? tokenHash : String(userId)
    if ((this.accounts.get(name) ?? 0) >= maxPerAccount) throw new Error('TOO_MANY_CONNECTIONS')
    conn.once('close', count(this.accounts, name))
    this.forget(conn)
  }

  /**
   * Ends the oldest unauthenticated connection of the busiest network, so that one network cannot lock out the others.
   * @returns whether there was a connection to end
   */
  private makeRoom(): boolean {
    let [found, maxConnections]: [Connection | null, number] = [null, 0]
    for (const [stranger, { network }] of this.strangers) {
      const connections = this.networks.get(network) ?? 0
      if (connections > maxConnections && 'transport' in stranger) [found, maxConnections] = [stranger, connections]
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

/** Slows a connection that sends more than its pace: its socket is not read for a while. Each message costs time before it is understood. */
function limitMessages(connection: Connection): void {
  const messages = createRateLimiter(messagePace)
  const bytes = createRateLimiter(bytePace)
  let isPaused = false
  let resume: NodeJS.Timeout | undefined
  connection.once('close', () => clearTimeout(resume))
  connection.prependListener('data', (data: string | Buffer) => {
    const isWithinPace = messages.take('') && bytes.take('', data.length)
    if (isWithinPace || isPaused) return
    const { transport } = connection
    const socket = 'socket' in transport ? transport.socket : null
    // A polling transport cannot be slowed.
    if (!canPause(socket)) return cutOff(connection)
    isPaused = true
    socket.pause()
    resume = setTimeout(() => ((isPaused = false), socket.resume()), pauseMs)
  })
}

function canPause(socket: unknown): socket is { pause: () => void; resume: () => void } {
  return (
    typeof socket === 'object' &&
    socket !== null &&
    'pause' in socket &&
    typeof socket.pause === 'function' &&
    'resume' in socket &&
    typeof socket.resume === 'function'
  )
}

/** Shortens the close timeout of WebSockets, also for those that a polling client was about to upgrade to. */
export function endSoon(engine: object): void {
  const sockets: unknown = Reflect.get(engine, 'ws')
  const options: unknown = typeof sockets === 'object' && sockets !== null ? Reflect.get(sockets, 'options') : undefined
  if (typeof options === 'object' && options !== null) Reflect.set(options, 'closeTimeout', closeTimeoutMs)
}

/** Ends a connection at once and frees its memory, without sending its remaining data or waiting for the peer. */
function cutOff(connection: Connection): void {
  const { transport } = connection
  connection.close(true)
  if ('socket' in transport && canTerminate(transport.socket)) transport.socket.terminate()
}

function canTerminate(socket: unknown): socket is { terminate: () => void } {
  return (
    typeof socket === 'object' && socket !== null && 'terminate' in socket && typeof socket.terminate === 'function'
  )
}

/** Counts one more for a name. @returns a function that undoes it; call it once */
function count(counts: Map<string, number>, name: string): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return () => {
    const left = (counts.get(name) ?? 1) - 1
    if (left > 0) counts.set(name, left)
    else counts.delete(name)
  }
}

/** Returns whether a request comes from one of our pages or from no page: pages of other sites may not connect. */
export function isOfOurPages({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  if (headers.origin === undefined) return true
  const origin = URL.parse(headers.origin)
  return (
    origin !== null &&
    (origin.host === headers.host || (publicUrl !== undefined && origin.origin === new URL(publicUrl).origin))
  )
}
