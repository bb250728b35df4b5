import type { HerdColumns } from '../../herd/columns.ts'
import { hold, type Verdict } from '../verdict.ts'

/** The columns of how far animals are outside a fence (metres), and since when beyond the buffer or back within the clear distance (epoch ms, by the times of their positions). */
interface FenceColumns {
  metres: Float32Array
  outsideSince: Float64Array
  insideSince: Float64Array
  /** When it crossed the fence, between its last two positions; NaN: not lately, or they are close in time. */
  crossedAt: Float64Array
}

interface FenceFacts {
  /** Metres outside, negative inside; NaN: there is no fence or no position. */
  metresOutside: number
  outsideSinceAt: number
  insideSinceAt: number
}

interface FenceParameters {
  bufferMetres: number
  clearMetres: number
}

/** A verdict on an animal and a fence. @param detail the figures */
export function judgeFence({ metresOutside, outsideSinceAt, insideSinceAt }: FenceFacts, { bufferMetres, clearMetres }: FenceParameters, detail: Verdict['detail']): Verdict {
  if (metresOutside > bufferMetres) return { level: 'raise', levelSinceAt: outsideSinceAt, sinceAt: outsideSinceAt, detail }
  if (metresOutside > Math.min(clearMetres, bufferMetres) || Number.isNaN(metresOutside)) return hold
  return { level: 'clear', levelSinceAt: insideSinceAt, sinceAt: insideSinceAt, detail }
}

/**
 * Notes since when an animal is outside a fence or back, and says what of it matters. The newest position decides; where the one
 * before was inside and lies long back, the animal is outside since it crossed the fence on the straight way between the two, so that
 * one position is enough however seldom they come. Two positions inside are no exit, wherever the straight way between them runs: around
 * the corner of a bent fence animals walk.
 * @returns null: inside, with no open alert
 */
export function followFence({ metres, outsideSince, insideSince, crossedAt }: FenceColumns, { fixedAt }: HerdColumns, slot: number, parameters: FenceParameters, isOpen: boolean): FenceFacts | null {
  const metresOutside = metres[slot] as number
  const isOutside = metresOutside > parameters.bufferMetres
  if (!isOutside) outsideSince[slot] = Number.NaN
  else if (Number.isNaN(outsideSince[slot])) {
    const crossed = crossedAt[slot] as number
    outsideSince[slot] = Number.isNaN(crossed) ? (fixedAt[slot] as number) : crossed
  }
  if (!(metresOutside <= Math.min(parameters.clearMetres, parameters.bufferMetres))) insideSince[slot] = Number.NaN
  else if (Number.isNaN(insideSince[slot])) insideSince[slot] = fixedAt[slot] as number
  if (!isOutside && !isOpen) return null
  return { metresOutside, outsideSinceAt: outsideSince[slot] as number, insideSinceAt: insideSince[slot] as number }
}
