import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two texts are the same, in a time that says nothing of how much of them is. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
