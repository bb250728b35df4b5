import { createHash } from 'node:crypto'
import { toInstant } from '../../clock.ts'

/** One link of the chain. `rowHash` and `hash` are SHA-256; `at` is machine time, epoch ms. */
export interface Link {
  place: number
  source: string
  rowKey: string
  at: number
  rowHash: Uint8Array
}

/** The hash before the first link. */
export const beginning: Uint8Array = new Uint8Array(32)

/** The hash of a link: of the hash before it, and of all that it says. */
export function nextHash(before: Uint8Array, { place, source, rowKey, at, rowHash }: Link): Buffer {
  return createHash('sha256').update(before).update(`\n${place}\n${source}\n${rowKey}\n${at}\n`).update(rowHash).digest()
}

/** The day (UTC) of an instant, epoch ms: `2026-11-22`. */
export function dayOf(at: number): string {
  return toInstant(at).slice(0, 10)
}

/** The root of a day, 64 hexadecimal digits: of the day and of the last link that was made on it. */
export function rootOf(day: string, last: { place: number; hash: Uint8Array }): string {
  return createHash('sha256').update(`${day}\n${last.place}\n`).update(last.hash).digest('hex')
}
