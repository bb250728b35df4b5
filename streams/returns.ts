import { distinctUntilChanged, filter, map, skip, type Observable } from 'rxjs'
import { socketStates$, type LiveSocket } from './liveSocket.ts'

/** Each return of a connection that was lost: what has no ids to ask after is to be read again then. */
export function returns$(socket: LiveSocket): Observable<void> {
  return socketStates$(socket).pipe(
    map(({ kind }) => kind === 'connected'),
    distinctUntilChanged(),
    filter((connected) => connected),
    skip(1),
    map(() => undefined),
  )
}
