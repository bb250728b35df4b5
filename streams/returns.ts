import { distinctUntilChanged, filter, map, skip, type Observable } from 'rxjs'
import { socketStates$, type LiveSocket } from './liveSocket.ts'

/** Emits when a lost connection returns. Data without change ids must be reloaded then. */
export function returns$(socket: LiveSocket): Observable<void> {
  return socketStates$(socket).pipe(
    map(({ kind }) => kind === 'connected'),
    distinctUntilChanged(),
    filter((connected) => connected),
    skip(1),
    map(() => undefined),
  )
}
