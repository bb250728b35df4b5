/** Events of a person at a page, besides moving the pointer. */
const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Someone who only looks around on the page is told to the server this often, ms. */
const tellMs = 5 * 60_000

let actedAt = performance.now()
let toldAt = performance.now()

/** Ms since somebody last acted on this page; opening it is an act. */
export function idleMs(): number {
  return Math.round(performance.now() - actedAt)
}

/** Has the next act told to the server at once. */
export function tellNextAct(): void {
  toldAt = Number.NEGATIVE_INFINITY
}

/** Calls back when a pointer moves. Under one that lies still the page moves, and browsers may call that a move of the pointer. */
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
 * Notes what a person does from now on: a session that is not kept signed in ends some time after the last act, however much
 * the page asks for by itself.
 * @param tell makes a call, after acts that led to none for a while
 * @returns ends it
 */
export function followActs(tell: () => void): () => void {
  const note = () => {
    actedAt = performance.now()
    if (actedAt - toldAt < tellMs) return
    toldAt = actedAt
    tell()
  }
  for (const act of acts) window.addEventListener(act, note, { passive: true, capture: true })
  const leavePointer = followPointer(note)
  return () => {
    leavePointer()
    for (const act of acts) window.removeEventListener(act, note, { capture: true })
  }
}
