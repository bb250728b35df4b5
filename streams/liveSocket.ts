import { Observable } from 'rxjs'
import { io, type Socket } from 'socket.io-client'
import { livePath, type AlertsAnswer, type ClientEvents, type ServerEvents, type Watch } from '#contract/live/live.ts'

/** Whether there is a way to the server just now. */
export type SocketState =
  | { kind: 'connecting' }
  | { kind: 'connected'; transport: 'websocket' | 'polling' }
  /** `refused`: the server answered that the session is no session (any more). */
  | { kind: 'disconnected'; refused?: boolean }

/** The live connection as the streams need it: Socket.IO in the product, a script in tests. */
export interface LiveSocket {
  on<E extends keyof ServerEvents>(event: E, listener: ServerEvents[E]): void
  off<E extends keyof ServerEvents>(event: E, listener: ServerEvents[E]): void
  /** Calls back with the state at once and with every change; answers how to stop. */
  onState(listener: (state: SocketState) => void): () => void
  /** Asks for the frames of these farms and no others. Rejects when the connection is lost before the answer. */
  watch(watch: Watch): Promise<{ refused: number[] }>
  /** The alerts that changed after `changeId`; 0: all that are open. Rejects like `watch`. */
  alertsSince(changeId: number): Promise<AlertsAnswer>
  /** A wall says that it has painted what it was sent; false: that it shows something else now. Nothing is said while there is no connection. */
  wall(isShown: boolean): void
  close(): void
}

const answerTimeoutMs = 10_000
const firstDelayMs = 250
const longestDelayMs = 1000
const transports = ['websocket', 'polling']
/** Where WebSocket has worked, polling's turn comes at every so many tries to come back. */
const loyalTries = 3

/**
 * Opens the live connection. It reconnects for ever, after 0.25 s at first and 1 s at the most, each delay scattered
 * by half so that a control room full of screens does not return in one instant. Where WebSocket is blocked the same
 * events come over HTTP long polling.
 * @param token the session's token
 * @param origin the server's address; empty: where the page came from
 */
export function openLiveSocket(token: string, origin = ''): LiveSocket {
  const socket: Socket<ServerEvents, ClientEvents> = io(origin, {
    path: livePath,
    transports,
    tryAllTransports: true,
    auth: { token },
    reconnection: true,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    reconnectionDelay: firstDelayMs,
    reconnectionDelayMax: longestDelayMs,
    randomizationFactor: 0.5,
    timeout: 5000,
    forceNew: true,
  })
  takeTurns(socket)
  return {
    // The overloads of the emitter resolve per event name only when it is known: the generic call is the same function.
    on: (event, listener) => void socket.on(event, listener as never),
    off: (event, listener) => void socket.off(event, listener as never),
    onState: (listener) => listenToState(socket, listener),
    watch: (watch) => socket.timeout(answerTimeoutMs).emitWithAck('watch', watch),
    alertsSince: (changeId) => socket.timeout(answerTimeoutMs).emitWithAck('alertsSince', changeId),
    wall: (isShown) => void (socket.connected && socket.emit('wall', isShown)),
    close: () => void socket.close(),
  }
}

/**
 * An upgrade that is refused leads to polling by itself (`tryAllTransports`). One that nobody answers only runs into the
 * time-out, so polling has to have its turns. Where WebSocket has worked, a server that is only just coming back must not
 * find its viewers polling for good: there the other tries are by WebSocket alone, and polling's turns go over to it.
 */
function takeTurns({ io: manager }: Socket<ServerEvents, ClientEvents>): void {
  let hasWorked = false
  manager.on('open', () => {
    const { engine } = manager
    const note = () => void (hasWorked ||= engine.transport.name === 'websocket')
    note()
    engine.once('upgrade', note)
  })
  manager.on('reconnect_attempt', (tries) => {
    const isPollingsTurn = hasWorked ? tries % loyalTries === 0 : tries % 2 === 1
    if (isPollingsTurn) manager.opts.transports = transports.toReversed()
    else manager.opts.transports = hasWorked ? transports.slice(0, 1) : transports
  })
}

function listenToState(socket: Socket<ServerEvents, ClientEvents>, listener: (state: SocketState) => void): () => void {
  const transport = () => (socket.io.engine?.transport.name === 'websocket' ? 'websocket' : 'polling')
  const connected = () => {
    listener({ kind: 'connected', transport: transport() })
    socket.io.engine?.once('upgrade', () => listener({ kind: 'connected', transport: transport() }))
  }
  const disconnected = (reason: string) => {
    listener({ kind: 'disconnected' })
    // The only reason after which Socket.IO does not try again by itself; a screen must.
    if (reason === 'io server disconnect') retry = setTimeout(() => socket.connect(), longestDelayMs)
  }
  const failed = (error: Error) => {
    listener({ kind: 'disconnected', refused: error.message === 'NOT_SIGNED_IN' })
    // A refused handshake (no session yet, server starting) does not reconnect by itself either.
    if (!socket.active) retry = setTimeout(() => socket.connect(), longestDelayMs)
  }
  let retry: ReturnType<typeof setTimeout> | undefined
  socket.on('connect', connected)
  socket.on('disconnect', disconnected)
  socket.on('connect_error', failed)
  if (socket.connected) connected()
  else listener({ kind: 'connecting' })
  return () => {
    clearTimeout(retry)
    socket.off('connect', connected)
    socket.off('disconnect', disconnected)
    socket.off('connect_error', failed)
  }
}

/** The states of a socket, the present one first. */
export function socketStates$(socket: LiveSocket): Observable<SocketState> {
  return new Observable((observer) => socket.onState((state) => observer.next(state)))
}

/** An event of the server as an observable of its arguments. */
export function event$<E extends keyof ServerEvents>(socket: LiveSocket, event: E): Observable<Parameters<ServerEvents[E]>> {
  return new Observable((observer) => {
    const listener = (...values: Parameters<ServerEvents[E]>) => observer.next(values)
    socket.on(event, listener as ServerEvents[E])
    return () => socket.off(event, listener as ServerEvents[E])
  })
}
