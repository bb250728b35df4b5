import { filter, scan, type Observable } from 'rxjs'
import type { Status } from '#contract/live/live.ts'

/** Maximum delay of a heartbeat, in machine ms, for which the screen's running clock is kept. */
const maxDelayMs = 500

/** A known point of herd time: at `seenMs` on the page's monotonic clock it was `herdAt`. */
export interface HerdAnchor {
  herdAt: number
  seenMs: number
  /** Herd ms per machine ms. */
  speed: number
}

/** Returns herd time (epoch ms) from an anchor, running on at its speed. The computer's own clock is not used, since it may be wrong. */
export function herdTimeAt(anchor: HerdAnchor, nowMs: number): number {
  const speed = Number.isFinite(anchor.speed) && anchor.speed >= 0 ? anchor.speed : 0
  return anchor.herdAt + Math.max(0, nowMs - anchor.seenMs) * speed
}

/**
 * Emits an anchor of herd time for each heartbeat. A delayed heartbeat would set the clock back; then the previous anchor runs on, by at most half a
 * second, so that no clock on the screen steps back.
 */
export function herdAnchors$(status: Observable<Status>, nowMs: () => number): Observable<HerdAnchor> {
  return status.pipe(
    scan((last: HerdAnchor | null, { herdAt, speed }): HerdAnchor => {
      const seenMs = nowMs()
      const aheadMs = last?.speed === speed ? herdTimeAt(last, seenMs) - herdAt : 0
      const isDelayed = aheadMs > 0 && aheadMs < maxDelayMs * Math.max(1, speed)
      // The kept lead shrinks by a tenth per heartbeat, else a screen would keep its worst delay for ever.
      return { herdAt: isDelayed ? herdAt + aheadMs * 0.9 : herdAt, speed, seenMs }
    }, null),
    filter((anchor) => anchor !== null),
  )
}
