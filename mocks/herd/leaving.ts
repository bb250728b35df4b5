import type { Place } from './plane.ts'
import type { Leave } from './troubles.ts'

const awayMetresPerSecond = 0.8
const backMetresPerSecond = 1.3

/** A walk outside the pen: the animal's place, or null once it is back at its start. */
export interface Outing {
  at(instant: number): Place | null
}

/**
 * Creates the path of an animal that leaves: through the fence, away in a slow bend, a stay there, and driven back the same way.
 * @param start where it stood when it left
 */
export function createOuting(leave: Leave, start: Place): Outing {
  const { openSide } = leave.animal.pen
  const along = { x: -openSide.inwardY, y: openSide.inwardX }
  const inward = (start.x - openSide.from.x) * openSide.inwardX + (start.y - openSide.from.y) * openSide.inwardY
  const exit = { x: start.x - openSide.inwardX * inward, y: start.y - openSide.inwardY * inward }
  const length = inward + leave.reachMetres
  const outMs = (length / awayMetresPerSecond) * 1000
  const backMs = (length / backMetresPerSecond) * 1000

  const after = (metres: number): Place => {
    const beyond = metres - inward
    if (beyond <= 0) return { x: start.x - openSide.inwardX * metres, y: start.y - openSide.inwardY * metres }
    const aside = leave.drift * 45 * Math.sin((beyond / leave.reachMetres) * 1.4)
    return {
      x: exit.x - openSide.inwardX * beyond + along.x * aside,
      y: exit.y - openSide.inwardY * beyond + along.y * aside,
    }
  }

  return {
    at(instant) {
      const since = instant - leave.from
      if (since < 0 || since >= outMs + leave.stayMs + backMs) return null
      if (since < outMs) return after((since / outMs) * length)
      if (since < outMs + leave.stayMs) return after(length - 3 * Math.abs(Math.sin(since / 40_000)))
      return after(length * (1 - (since - outMs - leave.stayMs) / backMs))
    },
  }
}
