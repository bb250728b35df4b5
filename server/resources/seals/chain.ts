import { createHash } from 'node:crypto'
import { toInstant } from '../../clock.ts'

/** One link of the chain. `rowHash` is SHA-256; `at` is machine time, epoch ms. */
export interface Link {
  place: number
  source: string
  rowKey: string
  at: number
  rowHash: Uint8Array
  /** Earliest herd time at which the row can have been written, epoch ms; null when unknown. */
  writtenAt: number | null
}

/** The hash before the first link. */
export const beginning: Uint8Array = new Uint8Array(32)

/** Returns the hash of a link, over the previous hash and all fields of the link. */
export function nextHash(before: Uint8Array, { place, source, rowKey, at, rowHash, writtenAt }: Link): Buffer {
  return createHash('sha256')
    .update(before)
    .update(`\n${place}\n${source}\n${rowKey}\n${at}\n`)
    .update(rowHash)
    .update(writtenAt === null ? '' : `\n${writtenAt}\n`)
    .digest()
}

/** Returns the UTC day of an instant, epoch ms: `2026-11-22`. */
export function dayOf(at: number): string {
  return toInstant(at).slice(0, 10)
}

/** Returns the root of a day, 64 hexadecimal digits, over the day and its last link. */
export function rootOf(day: string, last: { place: number; hash: Uint8Array }): string {
  return createHash('sha256').update(`${day}\n${last.place}\n`).update(last.hash).digest('hex')
}
