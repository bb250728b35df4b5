import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two texts in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
