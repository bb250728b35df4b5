import { create } from 'zustand'
import { herdTimeAt, type HerdAnchor } from '#streams/herdTime.ts'

interface ClockState {
  /** Monotonic page time at the last tick, ms. */
  nowMs: number
  /** Herd time at the last tick, epoch ms; null until the server has sent it. */
  herdAt: number | null
  anchor: HerdAnchor | null
}

/** Ticks once a second for every age and clock on the screen, so that all of them change together. */
export const useClock = create<ClockState>()(() => ({ nowMs: performance.now(), herdAt: null, anchor: null }))

/** Returns the current herd time, epoch ms; null until the server has sent it. */
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

/** Starts the ticks. At normal speed they fall on full seconds of herd time; at other speeds they come once a second of real time. */
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
      // An early tick must not be followed by a second one for the same second.
      waitMs < 100 ? waitMs + 1000 : waitMs + 5,
    )
  }
  tick()
  again()
  return () => clearTimeout(timer)
}
