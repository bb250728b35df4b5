import { map, type Observable } from 'rxjs'
import type { LiveGateway } from '#contract/live/live.ts'
import { event$, type LiveSocket } from './liveSocket.ts'

/** Gateways whose state changed, all of them at first; instants are herd time, epoch ms. */
export function gateways$(socket: LiveSocket): Observable<LiveGateway[]> {
  return event$(socket, 'gateways').pipe(map(([gateways]) => gateways))
}
