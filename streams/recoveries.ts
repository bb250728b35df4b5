import { distinctUntilChanged, filter, map, merge, pairwise, type Observable } from 'rxjs'
import type { Status } from '#contract/live/live.ts'
import type { Connection } from './connection.ts'

/** Emits when an interruption ends: of the connection, of the server's database, or of its broker. Data shown before it is old then. */
export function recoveries$(connections: Observable<Connection>, statuses: Observable<Status>): Observable<void> {
  const isConnected$ = connections.pipe(
    // A connection without its first frame has not recovered yet.
    filter(({ kind }) => kind !== 'connecting'),
    map(({ kind }) => kind === 'live' || kind === 'polling'),
  )
  const isWhole$ = statuses.pipe(map(({ database, broker }) => database.up && broker.up))
  return merge(rises(isConnected$), rises(isWhole$))
}

function rises(isUp$: Observable<boolean>): Observable<void> {
  return isUp$.pipe(
    distinctUntilChanged(),
    pairwise(),
    filter(([, isUp]) => isUp),
    map(() => undefined),
  )
}
