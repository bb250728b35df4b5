import { z } from 'zod'
import { kept } from '../../storage/kept.ts'
import { herdNow } from '../clock.ts'

/** How far the server's clock was ahead of this phone's when both were last seen, ms. */
const ahead = kept('local', 'drover.serverAhead', z.number())

/** @param at what the server's clock said, and `seenAt` this phone's at the same moment; epoch ms */
export function noteServerTime(at: number, seenAt: number): void {
  ahead.write(at - seenAt)
}

/** By the server's clock, also where it can't be asked: a phone's own may be wrong by days. Whole epoch ms. */
export function nowByServer(): number {
  return Math.round(herdNow() ?? Date.now() + (ahead.read() ?? 0))
}
