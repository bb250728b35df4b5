import { map, type Observable } from 'rxjs'
import type { LiveRate } from '#contract/live/live.ts'
import { event$, type LiveSocket } from './liveSocket.ts'

/** Emits the rates of readings of the viewer's farms. Never errors, never completes. */
export function rates$(socket: LiveSocket): Observable<LiveRate[]> {
  return event$(socket, 'rates').pipe(map(([rates]) => rates))
}
