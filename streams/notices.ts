import { map, type Observable } from 'rxjs'
import type { Notice, NoticeCounts } from '#contract/office/notices.ts'
import { event$, type LiveSocket } from './liveSocket.ts'

export interface NoticeNews {
  counts: NoticeCounts
  /** The new one; null where notices were only read or cleared, perhaps on another screen. */
  notice: Notice | null
}

/** News of the caller's notices. News that was missed while the wire was down is not among it: see `returns$`. */
export function notices$(socket: LiveSocket): Observable<NoticeNews> {
  return event$(socket, 'notices').pipe(map(([counts, notice]) => ({ counts, notice })))
}
