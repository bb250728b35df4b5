import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'

/** Formats a polygon as editable text: one corner per line, longitude before latitude; an empty line starts a hole. */
export function writeCorners({ coordinates }: Polygon): string {
  return coordinates
    .map((ring) =>
      (isClosed(ring) ? ring.slice(0, -1) : ring)
        .map(([longitude, latitude]) => `${longitude}, ${latitude}`)
        .join('\n'),
    )
    .join('\n\n')
}

/**
 * Parses the format of `writeCorners` with any separator between the numbers; closes rings automatically.
 * @returns null for an empty text; an invalid line becomes a corner of NaN, so that the schema reports its position
 */
export function readCorners(text: string): Polygon | null {
  const blocks = text.split(/\n[^\S\n]*\n/).filter((block) => block.trim() !== '')
  if (blocks.length === 0) return null
  return {
    type: 'Polygon',
    coordinates: blocks.map((block) => {
      const ring = block
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map(readCorner)
      const [first] = ring
      return first === undefined || (ring.length > 1 && isClosed(ring)) ? ring : [...ring, first]
    }),
  }
}

function readCorner(line: string): LongitudeLatitude {
  const parts = line.trim().split(/[\s,;，；、]+/)
  const [longitude, latitude] = parts.map((part) => (/^[+-]?\d+(?:\.\d+)?$/.test(part) ? Number(part) : Number.NaN))
  return parts.length === 2 && longitude !== undefined && latitude !== undefined
    ? [longitude, latitude]
    : [Number.NaN, Number.NaN]
}

function isClosed(ring: readonly LongitudeLatitude[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)]
  return first?.[0] === last?.[0] && first?.[1] === last?.[1]
}
