import {
  asyncScheduler,
  connect,
  filter,
  map,
  merge,
  scan,
  startWith,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs'
import { staleAfterMs, type ServerEvents } from '#contract/live/live.ts'
import { event$, socketStates$, type LiveSocket, type SocketState } from './liveSocket.ts'

/**
 * Whether the screen's content is current. Times are ms of the page's monotonic clock (`performance.now()`), which is independent of clock changes.
 * `polling` is live too, over HTTP.
 */
export type Connection =
  | { kind: 'connecting'; sinceMs: number }
  | { kind: 'live'; lastFrameMs: number }
  | { kind: 'polling'; lastFrameMs: number }
  | { kind: 'stale'; sinceMs: number }
  | { kind: 'offline'; sinceMs: number }

type ConnectionInput =
  | { is: 'state'; state: SocketState; atMs: number }
  | { is: 'frame'; atMs: number }
  | { is: 'silence'; atMs: number }

interface Memory {
  connection: Connection
  transport: 'websocket' | 'polling' | null
  lastFrameMs: number | null
}

const graceMs = 200

const heartbeats = [
  'status',
  'snapshot',
  'delta',
  'headcounts',
  'gateways',
  'alerts',
] as const satisfies (keyof ServerEvents)[]

function after(memory: Memory, happening: ConnectionInput): Memory {
  const { lastFrameMs, transport, connection } = memory
  switch (happening.is) {
    case 'frame':
      if (transport === null) return memory
      return {
        ...memory,
        lastFrameMs: happening.atMs,
        connection: { kind: transport === 'polling' ? 'polling' : 'live', lastFrameMs: happening.atMs },
      }
    case 'silence':
      if (connection.kind === 'offline' || connection.kind === 'stale') return memory
      return lastFrameMs !== null && transport !== null
        ? { ...memory, connection: { kind: 'stale', sinceMs: lastFrameMs } }
        : {
            ...memory,
            connection: {
              kind: 'offline',
              sinceMs: lastFrameMs ?? ('sinceMs' in connection ? connection.sinceMs : happening.atMs),
            },
          }
    case 'state':
      return { ...memory, ...afterState(memory, happening.state, happening.atMs) }
  }
}

function afterState(memory: Memory, state: SocketState, atMs: number): Partial<Memory> {
  const { connection, lastFrameMs } = memory
  if (state.kind === 'connected') {
    if (connection.kind === 'live' || connection.kind === 'polling') return { transport: state.transport }
    return { transport: state.transport, connection: { kind: 'connecting', sinceMs: lastFrameMs ?? atMs } }
  }
  // Until the first timeout a newly opened screen is connecting, not offline.
  if (state.kind === 'connecting' || (lastFrameMs === null && connection.kind === 'connecting'))
    return { transport: null }
  return { transport: null, connection: { kind: 'offline', sinceMs: lastFrameMs ?? atMs } }
}

/**
 * Emits the connection as a value: with each event from the server, each change of the socket, and after `staleAfterMs` without events.
 * @param nowMs the page's monotonic clock
 */
export function connection$(
  socket: LiveSocket,
  nowMs: () => number,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<Connection> {
  const frames$ = merge(...heartbeats.map((name) => event$(socket, name))).pipe(
    map((): ConnectionInput => ({ is: 'frame', atMs: nowMs() })),
  )
  const states$ = socketStates$(socket).pipe(map((state): ConnectionInput => ({ is: 'state', state, atMs: nowMs() })))
  // Failed attempts to connect do not reset the timer; only a frame, a connection or the start does.
  const isSign = (happening: ConnectionInput) =>
    happening.is === 'frame' || (happening.is === 'state' && happening.state.kind === 'connected')
  const silenceIn$ = (happenings$: Observable<ConnectionInput>) =>
    happenings$.pipe(
      filter(isSign),
      startWith(null),
      // On a busy page the timer can fire before queued frames are handled, so they get a grace period.
      switchMap(() => timer(staleAfterMs, scheduler).pipe(switchMap(() => timer(graceMs, scheduler)))),
      map((): ConnectionInput => ({ is: 'silence', atMs: nowMs() })),
    )
  const first: Memory = { connection: { kind: 'connecting', sinceMs: nowMs() }, transport: null, lastFrameMs: null }
  return merge(frames$, states$).pipe(
    connect((happenings$) => merge(happenings$, silenceIn$(happenings$))),
    scan(after, first),
    map(({ connection }) => connection),
    startWith(first.connection),
  )
}
