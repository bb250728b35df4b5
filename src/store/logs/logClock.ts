import { z } from 'zod'
import { browserValue } from '../../storage/kept.ts'
import { herdNow } from '../clock.ts'

/** How far the server's clock was ahead of this device's when both were last compared, ms. */
const ahead = browserValue('local', 'drover.serverAhead', z.number())

/**
 * Saves the difference between the clocks.
 * @param at the server's clock, epoch ms
 * @param seenAt this device's clock at the same moment, epoch ms
 */
export function noteServerTime(at: number, seenAt: number): void {
  ahead.write(at - seenAt)
}

/** Returns the time by the server's clock, whole epoch ms. Works offline too, where the device's clock may be wrong by days. */
export function nowByServer(): number {
  return Math.round(herdNow() ?? Date.now() + (ahead.read() ?? 0))
}
