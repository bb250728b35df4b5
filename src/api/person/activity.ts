/** Events that count as user activity, in addition to moving the pointer. */
const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Minimum interval between reports of user activity to the server, ms. */
const reportIntervalMs = 5 * 60_000

let actedAt = performance.now()
let reportedAt = performance.now()

/** Milliseconds since the last user activity on this page; opening the page counts. */
export function idleMs(): number {
  return Math.round(performance.now() - actedAt)
}

/** Reports the next user activity to the server immediately. */
export function reportNextAct(): void {
  reportedAt = Number.NEGATIVE_INFINITY
}

/** Calls back when the pointer moves on the screen. Browsers also send move events when the page scrolls under a resting pointer. */
export function followPointer(onMove: () => void): () => void {
  let place = ''
  const moved = ({ screenX, screenY }: PointerEvent) => {
    const next = `${screenX} ${screenY}`
    if (next !== place) onMove()
    place = next
  }
  window.addEventListener('pointermove', moved, { capture: true, passive: true })
  return () => window.removeEventListener('pointermove', moved, { capture: true })
}

/**
 * Tracks user activity from now on. A session without "keep me signed in" ends some time after the last activity; automatic requests do not extend
 * it.
 * @param reportActivity makes a call after activity, if the last report is old enough
 * @returns stops it
 */
export function followActs(reportActivity: () => void): () => void {
  const note = () => {
    actedAt = performance.now()
    if (actedAt - reportedAt < reportIntervalMs) return
    reportedAt = actedAt
    reportActivity()
  }
  for (const act of acts) window.addEventListener(act, note, { passive: true, capture: true })
  const leavePointer = followPointer(note)
  return () => {
    leavePointer()
    for (const act of acts) window.removeEventListener(act, note, { capture: true })
  }
}
