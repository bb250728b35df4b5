import { map, type Observable } from 'rxjs'
import { event$, type LiveSocket } from './liveSocket.ts'

/**
 * Emits when this screen could not take frames as fast as they came and was given the newest state in their place: how
 * many it did not see.
 */
export function behind$(socket: LiveSocket): Observable<number> {
  return event$(socket, 'behind').pipe(map(([skippedFrames]) => skippedFrames))
}
