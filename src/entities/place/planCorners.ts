import type { Corners } from '#contract/herd/planImages.ts'
import { metresPerDegree, type LongitudeLatitude, type Polygon } from '#contract/values/geo.ts'
import { boundsOf, metresPerDegreeEast, middleOf, outerRing } from '../../map/geometry.ts'
import { readCorners, writeCorners } from '../polygon/corners.ts'

/** Returns initial corners of a picture: centred in a boundary, as large as fits. @param aspect width divided by height */
export function cornersIn(boundary: Polygon, aspect: number): Corners {
  const bounds = boundsOf(outerRing(boundary))
  const [west, south, east, north] = bounds
  const [longitude, latitude] = middleOf(bounds)
  const perDegreeEast = metresPerDegreeEast(latitude)
  const height = Math.min((north - south) * metresPerDegree, ((east - west) * perDegreeEast) / aspect)
  const [right, up] = [round((height * aspect) / perDegreeEast / 2), round(height / metresPerDegree / 2)]
  const at = (x: 1 | -1, y: 1 | -1): LongitudeLatitude => [round(longitude + x * right), round(latitude + y * up)]
  return [at(-1, 1), at(1, 1), at(1, -1), at(-1, -1)]
}

/** Parses four corners, one per line; null for any other number. */
export function readPlanCorners(text: string): Corners | null {
  const [a, b, c, d, ...rest] = readCorners(text)?.coordinates[0]?.slice(0, -1) ?? []
  return a && b && c && d && rest.length === 0 ? [a, b, c, d] : null
}

export const writePlanCorners = (corners: Corners): string => writeCorners({ type: 'Polygon', coordinates: [corners] })

const round = (degrees: number) => Number(degrees.toFixed(7))
