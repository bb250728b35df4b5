import { map, type Observable } from 'rxjs'
import type { LiveHeadcount } from '#contract/live/live.ts'
import { event$, type LiveSocket } from './liveSocket.ts'

/** Emits the headcounts of all farms at first, then those that changed, each with its window. */
export function headcounts$(socket: LiveSocket): Observable<LiveHeadcount[]> {
  return event$(socket, 'headcounts').pipe(map(([headcounts]) => headcounts))
}
