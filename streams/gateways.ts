import { map, type Observable } from 'rxjs'
import type { LiveGateway } from '#contract/live/live.ts'
import { event$, type LiveSocket } from './liveSocket.ts'

/** Emits all gateways at first, then those whose state changed. Instants are herd time, epoch ms. */
export function gateways$(socket: LiveSocket): Observable<LiveGateway[]> {
  return event$(socket, 'gateways').pipe(map(([gateways]) => gateways))
}
