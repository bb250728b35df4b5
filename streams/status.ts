import { map, type Observable } from 'rxjs'
import type { Status } from '#contract/live/live.ts'
import { event$, type LiveSocket } from './liveSocket.ts'

/** Emits the server's heartbeat, once a second. */
export function status$(socket: LiveSocket): Observable<Status> {
  return event$(socket, 'status').pipe(map(([status]) => status))
}
