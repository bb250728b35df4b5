import type { HerdColumns } from '../../herd/columns.ts'
import { hold, type Verdict } from '../verdict.ts'

/** Columns of an animal's distance outside a fence (metres), and since when it is beyond the buffer or back within the clear distance (epoch ms). */
interface FenceColumns {
  metres: Float32Array
  outsideSince: Float64Array
  insideSince: Float64Array
  /** When it crossed the fence, between its last two positions; NaN when it did not, or when they are close in time. */
  crossedAt: Float64Array
}

interface FenceFacts {
  /** Metres outside, negative inside; NaN without a fence or a position. */
  metresOutside: number
  outsideSinceAt: number
  insideSinceAt: number
}

interface FenceParameters {
  bufferMetres: number
  clearMetres: number
}

/** Returns the verdict on an animal and a fence. @param detail returns the figures */
export function judgeFence(
  { metresOutside, outsideSinceAt, insideSinceAt }: FenceFacts,
  { bufferMetres, clearMetres }: FenceParameters,
  detail: Verdict['detail'],
): Verdict {
  if (metresOutside > bufferMetres)
    return { level: 'raise', levelSinceAt: outsideSinceAt, sinceAt: outsideSinceAt, detail }
  if (metresOutside > Math.min(clearMetres, bufferMetres) || Number.isNaN(metresOutside)) return hold
  return { level: 'clear', levelSinceAt: insideSinceAt, sinceAt: insideSinceAt, detail }
}

/**
 * Updates since when an animal is outside a fence or back inside, and returns the facts to judge.
 * The newest position decides. If the previous one was inside and much older, the animal counts as outside since it crossed the fence
 * on the straight line between the two. So one position suffices even when they are rare.
 * Two positions inside are no exit, because animals walk around the corners of a bent fence.
 * @returns null when inside without an open alert
 */
export function updateFence(
  { metres, outsideSince, insideSince, crossedAt }: FenceColumns,
  { fixedAt }: HerdColumns,
  slot: number,
  parameters: FenceParameters,
  isOpen: boolean,
): FenceFacts | null {
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
