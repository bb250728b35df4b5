import { Observable } from 'rxjs'
import { io, type Socket } from 'socket.io-client'
import { livePath, type AlertsAnswer, type ClientEvents, type ServerEvents, type Watch } from '#contract/live/live.ts'

/** State of the connection to the server. */
export type SocketState =
  | { kind: 'connecting' }
  | { kind: 'connected'; transport: 'websocket' | 'polling' }
  /** `refused`: the server answered that the session is invalid or over. */
  | { kind: 'disconnected'; refused?: boolean }

/** The live connection as the streams use it: Socket.IO in the product, a script in tests. */
export interface LiveSocket {
  on<E extends keyof ServerEvents>(event: E, listener: ServerEvents[E]): void
  off<E extends keyof ServerEvents>(event: E, listener: ServerEvents[E]): void
  /**
   * Calls back with the current state and with every change.
   * @returns a function that unsubscribes
   */
  onState(listener: (state: SocketState) => void): () => void
  /** Requests the frames of these farms only. Rejects when the connection is lost before the answer. */
  watch(watch: Watch): Promise<{ refused: number[] }>
  /** Requests the alerts changed after `changeId`; 0 requests all open ones. Rejects like `watch`. */
  alertsSince(asOf: string): Promise<AlertsAnswer>
  /** Reports that a wall has painted recent data; false reports that it shows something else now. Does nothing while disconnected. */
  wall(isShown: boolean): void
  close(): void
}

const answerTimeoutMs = 10_000
const firstDelayMs = 250
const longestDelayMs = 1000
const transports = ['websocket', 'polling']
/** After WebSocket has worked once, every nth reconnection attempt tries polling. */
const pollingEveryNthTry = 3

/**
 * Opens the live connection. It reconnects for ever with delays from 0.25 s to 1 s, randomised by half so that many screens do not return at once.
 * Where WebSocket is blocked, the events arrive over HTTP long polling.
 * @param token the session's token
 * @param origin the server's address; empty for the page's origin
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
  alternateTransports(socket)
  return {
    // The emitter's overloads resolve only for a known event name; the generic call is the same function.
    on: (event, listener) => void socket.on(event, listener as never),
    off: (event, listener) => void socket.off(event, listener as never),
    onState: (listener) => listenToState(socket, listener),
    watch: (watch) => socket.timeout(answerTimeoutMs).emitWithAck('watch', watch),
    alertsSince: (asOf) => socket.timeout(answerTimeoutMs).emitWithAck('alertsSince', asOf),
    wall: (isShown) => void (socket.connected && socket.emit('wall', isShown)),
    close: () => void socket.close(),
  }
}

/**
 * Alternates the transports between reconnection attempts.
 * A refused upgrade falls back to polling by itself (`tryAllTransports`), but an unanswered one only times out, so some attempts must start with
 * polling.
 * Once WebSocket has worked, most attempts use WebSocket alone. Otherwise a restarting server would leave its viewers on polling. Polling attempts
 * then upgrade by themselves.
 */
function alternateTransports({ io: manager }: Socket<ServerEvents, ClientEvents>): void {
  let hasWorked = false
  manager.on('open', () => {
    const { engine } = manager
    const note = () => void (hasWorked ||= engine.transport.name === 'websocket')
    note()
    engine.once('upgrade', note)
  })
  manager.on('reconnect_attempt', (tries) => {
    const isPollingsTurn = hasWorked ? tries % pollingEveryNthTry === 0 : tries % 2 === 1
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
    // Socket.IO does not reconnect by itself after this reason, but a screen must.
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

/** Emits the current state of a socket, then every change. */
export function socketStates$(socket: LiveSocket): Observable<SocketState> {
  return new Observable((observer) => socket.onState((state) => observer.next(state)))
}

/** Emits the arguments of a server event. */
export function event$<E extends keyof ServerEvents>(
  socket: LiveSocket,
  event: E,
): Observable<Parameters<ServerEvents[E]>> {
  return new Observable((observer) => {
    const listener = (...values: Parameters<ServerEvents[E]>) => observer.next(values)
    socket.on(event, listener as ServerEvents[E])
    return () => socket.off(event, listener as ServerEvents[E])
  })
}
