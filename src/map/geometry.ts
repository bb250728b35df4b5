import { metresPerDegree, type LongitudeLatitude, type Polygon } from '#contract/values/geo.ts'

/** [west, south, east, north] in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number]

const earthMetres = 2 * Math.PI * 6_378_137
const radians = Math.PI / 180

/** Returns the metres per pixel at a latitude and a MapLibre zoom (512-pixel tiles). */
export function metresPerPixel(latitude: number, zoom: number): number {
  return (earthMetres * Math.cos(latitude * radians)) / (512 * 2 ** zoom)
}

/** Returns the metres per degree of longitude at a latitude. */
export function metresPerDegreeEast(latitude: number): number {
  return metresPerDegree * Math.cos(latitude * radians)
}

export function outerRing(polygon: Polygon): LongitudeLatitude[] {
  return polygon.coordinates[0] ?? []
}

export function boundsOf(points: Iterable<LongitudeLatitude>): Bounds {
  const bounds: Bounds = [180, 90, -180, -90]
  for (const [longitude, latitude] of points) {
    bounds[0] = Math.min(bounds[0], longitude)
    bounds[1] = Math.min(bounds[1], latitude)
    bounds[2] = Math.max(bounds[2], longitude)
    bounds[3] = Math.max(bounds[3], latitude)
  }
  return bounds
}

export function middleOf([west, south, east, north]: Bounds): LongitudeLatitude {
  return [(west + east) / 2, (south + north) / 2]
}

/** Returns the centroid of a ring; the mean of its corners when it has no area. */
export function centreOf(ring: readonly LongitudeLatitude[]): LongitudeLatitude {
  const [longitude0, latitude0] = ring[0] ?? [0, 0]
  let area = 0
  let longitude = 0
  let latitude = 0
  for (let i = 0; i + 1 < ring.length; i++) {
    const [x0, y0] = [ring[i]![0] - longitude0, ring[i]![1] - latitude0]
    const [x1, y1] = [ring[i + 1]![0] - longitude0, ring[i + 1]![1] - latitude0]
    const cross = x0 * y1 - x1 * y0
    area += cross
    longitude += (x0 + x1) * cross
    latitude += (y0 + y1) * cross
  }
  if (Math.abs(area) < 1e-16) return middleOf(boundsOf(ring))
  return [longitude0 + longitude / (3 * area), latitude0 + latitude / (3 * area)]
}

/** Returns the middle of the ring's topmost edge, where the area's name stands. */
export function topOf(ring: readonly LongitudeLatitude[]): LongitudeLatitude {
  let top: LongitudeLatitude = [0, -90]
  const [, south, , north] = boundsOf(ring)
  for (let i = 0; i + 1 < ring.length; i++) {
    const [from, to] = [ring[i]!, ring[i + 1]!]
    // Skips steep edges, even if their middle is the highest.
    if (Math.abs(from[1] - to[1]) > (north - south) * 0.5) continue
    const middle: LongitudeLatitude = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    if (middle[1] > top[1]) top = middle
  }
  return top[1] > -90 ? top : [middleOf(boundsOf(ring))[0], north]
}

/** Returns lines at 45° across a ring, at the given spacing, clipped to the ring. */
export function hatchLines(
  ring: readonly LongitudeLatitude[],
  spacingMetres: number,
): [LongitudeLatitude, LongitudeLatitude][] {
  const [longitude0, latitude0] = ring[0] ?? [0, 0]
  const east = metresPerDegreeEast(latitude0)
  // Rotated by 45° the lines are horizontal: u runs along them, v across.
  const turned = ring.map(([longitude, latitude]) => {
    const x = (longitude - longitude0) * east
    const y = (latitude - latitude0) * metresPerDegree
    return [(x + y) * Math.SQRT1_2, (y - x) * Math.SQRT1_2] as const
  })
  const back = (u: number, v: number): LongitudeLatitude => [
    longitude0 + ((u - v) * Math.SQRT1_2) / east,
    latitude0 + ((u + v) * Math.SQRT1_2) / metresPerDegree,
  ]
  const lowest = Math.min(...turned.map(([, v]) => v))
  const highest = Math.max(...turned.map(([, v]) => v))
  const lines: [LongitudeLatitude, LongitudeLatitude][] = []
  for (let v = lowest + spacingMetres / 2; v < highest; v += spacingMetres) {
    const cuts: number[] = []
    for (let i = 0; i + 1 < turned.length; i++) {
      const [[u0, v0], [u1, v1]] = [turned[i]!, turned[i + 1]!]
      if (v0 > v !== v1 > v) cuts.push(u0 + ((v - v0) / (v1 - v0)) * (u1 - u0))
    }
    cuts.sort((a, b) => a - b)
    for (let i = 0; i + 1 < cuts.length; i += 2) lines.push([back(cuts[i]!, v), back(cuts[i + 1]!, v)])
  }
  return lines
}

/** Returns the largest of 1, 2, 5, 10, 20, 50 … metres within the limit. */
export function roundMetres(maxMetres: number): number {
  const power = 10 ** Math.floor(Math.log10(maxMetres))
  const lead = maxMetres / power
  return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1)
}

export function contains([west, south, east, north]: Bounds, [longitude, latitude]: LongitudeLatitude): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}

export function overlap(a: Bounds, b: Bounds): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]
}
