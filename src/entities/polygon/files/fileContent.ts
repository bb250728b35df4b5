import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'

/** A polygon of a file, or a line that was closed to one. */
export interface FileOutline {
  name: string | null
  polygon: Polygon
  /** Whether it was a line, as people walk a fence with a receiver. */
  isLine: boolean
}
export interface FileContent {
  outlines: FileOutline[]
}

/** Corners that a line needs to become a polygon. */
const minCorners = 3

/** Closes each ring of a polygon whose last corner is not its first. */
export function closed(rings: readonly LongitudeLatitude[][]): Polygon {
  return {
    type: 'Polygon',
    coordinates: rings.map((ring) => {
      const [first, last] = [ring[0], ring.at(-1)]
      return first === undefined || (ring.length > 1 && first[0] === last?.[0] && first[1] === last[1])
        ? ring
        : [...ring, first]
    }),
  }
}

/** Maximum corners of a line: a receiver that is carried along a fence notes one each second. */
const maxLineCorners = 1000

/** Returns a line as an outline, of a long one every few corners; none when it has too few corners. */
export function outlineOfLine(name: string | null, line: LongitudeLatitude[]): FileOutline[] {
  const step = Math.max(1, Math.ceil(line.length / maxLineCorners))
  const polygon = closed([line.filter((_corner, place) => place % step === 0)])
  return (polygon.coordinates[0]?.length ?? 0) > minCorners ? [{ name, polygon, isLine: true }] : []
}
