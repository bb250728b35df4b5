import { filter, scan, type Observable } from 'rxjs'
import type { Status } from '#contract/live/live.ts'

/** A heartbeat may be held up by so many machine ms before it is believed over the clock that ran on. */
const slackMs = 500

/** A moment at which herd time was known: at `seenMs` of the page's monotonic clock it was `herdAt`. */
export interface HerdAnchor {
  herdAt: number
  seenMs: number
  /** Herd ms per machine ms. */
  speed: number
}

/** Herd time (epoch ms) by an anchor, going on at its speed; never the computer's own clock, which may be wrong. */
export function herdTimeAt(anchor: HerdAnchor, nowMs: number): number {
  const speed = Number.isFinite(anchor.speed) && anchor.speed >= 0 ? anchor.speed : 0
  return anchor.herdAt + Math.max(0, nowMs - anchor.seenMs) * speed
}

/**
 * Herd time as each heartbeat gives it. A heartbeat that was held up on its way says less than has passed since the
 * one before: that one then goes on, up to half a second, so that no clock on the screen steps back.
 */
export function herdAnchors$(status: Observable<Status>, nowMs: () => number): Observable<HerdAnchor> {
  return status.pipe(
    scan((last: HerdAnchor | null, { herdAt, speed }): HerdAnchor => {
      const seenMs = nowMs()
      const aheadMs = last?.speed === speed ? herdTimeAt(last, seenMs) - herdAt : 0
      const held = aheadMs > 0 && aheadMs < slackMs * Math.max(1, speed)
      // The slack melts by a tenth a heartbeat, or a screen would keep the worst delay it ever had.
      return { herdAt: held ? herdAt + aheadMs * 0.9 : herdAt, speed, seenMs }
    }, null),
    filter((anchor) => anchor !== null),
  )
}
