import { map, type Observable } from 'rxjs'
import { event$, type LiveSocket } from './liveSocket.ts'

/** Emits the number of skipped frames when this screen was too slow for the live frames and received the newest state instead. */
export function behind$(socket: LiveSocket): Observable<number> {
  return event$(socket, 'behind').pipe(map(([skippedFrames]) => skippedFrames))
}
