/** Repeatable randomness: equal inputs give equal outputs, so the herd's state at an instant needs no simulation of earlier times. */

/** Mixes integers into one of 32 bits. */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 15) ^ b, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 13) ^ c, 0x27d4eb2f)
  h = Math.imul(h ^ (h >>> 16) ^ d, 0x165667b1)
  h = Math.imul(h ^ (h >>> 15), 0x9e3779b1)
  return (h ^ (h >>> 16)) >>> 0
}

/** Returns a number from 0 up to 1 for these integers. */
export function chance(a: number, b = 0, c = 0, d = 0): number {
  return hash(a, b, c, d) / 0x1_0000_0000
}

/** Returns a generator of numbers from 0 up to 1. */
export function createRandom(seed: number): () => number {
  let state = hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Returns the numbers 0 … count-1 in an order determined by the seed. */
export function shuffled(count: number, seed: number): number[] {
  return Array.from({ length: count }, (_, index) => ({ index, key: hash(seed, index) }))
    .toSorted((one, other) => one.key - other.key || one.index - other.index)
    .map(({ index }) => index)
}
