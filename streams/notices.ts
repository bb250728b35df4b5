import { map, type Observable } from 'rxjs'
import type { Notice, NoticeCounts } from '#contract/office/notices.ts'
import { event$, type LiveSocket } from './liveSocket.ts'

export interface NoticeNews {
  counts: NoticeCounts
  /** The new notice; null when notices were only read or cleared, perhaps on another screen. */
  notice: Notice | null
}

/** Emits changes of the caller's notices. Changes during a connection loss are not repeated: see `returns$`. */
export function notices$(socket: LiveSocket): Observable<NoticeNews> {
  return event$(socket, 'notices').pipe(map(([counts, notice]) => ({ counts, notice })))
}
