import { create } from 'zustand'
import { herdTimeAt, type HerdAnchor } from '#streams/herdTime.ts'

interface ClockState {
  /** The page's monotonic clock at the last tick, ms. */
  nowMs: number
  /** Herd time at the last tick, epoch ms; null until the server has told it. */
  herdAt: number | null
  anchor: HerdAnchor | null
}

/** One tick a second for every age and clock on the screen, so that they change together and no oftener. */
export const useClock = create<ClockState>()(() => ({ nowMs: performance.now(), herdAt: null, anchor: null }))

/** Herd time at this instant; null until the server has told it. */
export function herdNow(): number | null {
  const { anchor } = useClock.getState()
  return anchor && herdTimeAt(anchor, performance.now())
}

export function setAnchor(anchor: HerdAnchor): void {
  const first = useClock.getState().anchor === null
  useClock.setState({ anchor })
  if (first) tick()
}

function tick(): void {
  useClock.setState({ nowMs: performance.now(), herdAt: herdNow() })
}

/** Starts the ticks, each at a full second of herd time while that runs as fast as the clock on the wall. */
export function startClock(): () => void {
  let timer: ReturnType<typeof setTimeout>
  const again = () => {
    const { anchor } = useClock.getState()
    const herdAt = herdNow()
    const waitMs = anchor?.speed === 1 && herdAt !== null ? 1000 - (herdAt % 1000) : 1000
    timer = setTimeout(
      () => {
        tick()
        again()
      },
      // A tick that comes a little early must not be followed by a second one for the same second.
      waitMs < 100 ? waitMs + 1000 : waitMs + 5,
    )
  }
  tick()
  again()
  return () => clearTimeout(timer)
}
