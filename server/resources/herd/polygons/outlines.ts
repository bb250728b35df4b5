/** Whether two outlines have equal coordinates. */
export function isSameOutline(one: { coordinates: unknown }, other: { coordinates: unknown }): boolean {
  return JSON.stringify(one.coordinates) === JSON.stringify(other.coordinates)
}
