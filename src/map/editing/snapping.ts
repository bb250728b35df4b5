import type { LongitudeLatitude } from '#contract/values/geo.ts'

/** A position on the screen, pixels. */
export interface Pixel {
  x: number
  y: number
}

/**
 * Returns the position that a corner snaps to: a corner within reach, else the nearest point of a line within reach.
 * So fences with a common side share it exactly.
 * @param lines lists of corners; a closed line ends where it begins
 * @param within maximum distance, pixels
 */
export function snapTo(
  at: Pixel,
  lines: readonly (readonly LongitudeLatitude[])[],
  project: (longitude: number, latitude: number) => Pixel,
  within: number,
): LongitudeLatitude | undefined {
  let corner: LongitudeLatitude | undefined
  let edge: LongitudeLatitude | undefined
  let [nearestCorner, nearestEdge] = [within, within]
  for (const line of lines) {
    let before: { position: LongitudeLatitude; pixel: Pixel } | undefined
    for (const position of line) {
      const pixel = project(position[0], position[1])
      const distance = Math.hypot(pixel.x - at.x, pixel.y - at.y)
      if (distance <= nearestCorner) [nearestCorner, corner] = [distance, position]
      if (before) {
        const [dx, dy] = [pixel.x - before.pixel.x, pixel.y - before.pixel.y]
        const length = dx * dx + dy * dy
        const along =
          length === 0
            ? 0
            : Math.min(1, Math.max(0, ((at.x - before.pixel.x) * dx + (at.y - before.pixel.y) * dy) / length))
        const off = Math.hypot(before.pixel.x + along * dx - at.x, before.pixel.y + along * dy - at.y)
        if (off < nearestEdge) {
          const [from, to] = [before.position, position]
          ;[nearestEdge, edge] = [off, [from[0] + along * (to[0] - from[0]), from[1] + along * (to[1] - from[1])]]
        }
      }
      before = { position, pixel }
    }
  }
  return corner ?? edge
}
