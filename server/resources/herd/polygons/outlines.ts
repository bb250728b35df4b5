/** Whether two outlines are the same line, however their records are written. */
export function isSameOutline(one: { coordinates: unknown }, other: { coordinates: unknown }): boolean {
  return JSON.stringify(one.coordinates) === JSON.stringify(other.coordinates)
}
