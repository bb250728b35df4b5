import type { LongitudeLatitude, Plan, Polygon } from '#contract/values/geo.ts'
import { z } from 'zod'
import { fromMetres, type Track } from './tracks.ts'

/** The farm of a recording, derived from its fences and its animals' positions. */
export interface Stage {
  boundary: Polygon
  plan: Plan
  pens: { name: string; polygon: Polygon }[]
  gateway: LongitudeLatitude
}

const pairSchema = z.array(z.number()).min(2)
const ringSchema = z.array(pairSchema)
const featureSchema = z.object({
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: pairSchema }),
    z.object({ type: z.literal('LineString'), coordinates: ringSchema }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(ringSchema) }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ringSchema)) }),
  ]),
})
const fencesSchema = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) })

const planKinds = ['water', 'stream', 'track', 'building', 'feed'] as const

/** Whether the recording is in metres or degrees, and the origin of metres. */
export interface Frame {
  isMetres: boolean
  origin: LongitudeLatitude
}

/**
 * Derives the farm of a recording.
 * @param fences the text of a GeoJSON file in the recording's own frame, or null
 * @throws Error when the fences are no GeoJSON
 */
export function deriveStage(fences: string | null, tracks: readonly Track[], frame: Frame): Stage {
  const features = fences === null ? [] : readFeatures(fences)
  const place = ([x = 0, y = 0]: readonly number[]): LongitudeLatitude =>
    frame.isMetres ? fromMetres(frame.origin, x, y) : [x, y]
  const polygon = (rings: readonly (readonly (readonly number[])[])[]): Polygon => ({
    type: 'Polygon',
    coordinates: rings.map((ring) => closed(ring.map(place))),
  })
  const kindOf = ({ properties }: Feature) => String(properties?.['kind'] ?? '').toLowerCase()

  const areas = features.filter(({ geometry: { type } }) => type === 'Polygon' || type === 'MultiPolygon')
  const marked = areas.filter((feature) => kindOf(feature) === 'fence')
  const others = areas.filter((feature) => !isPlanKind(kindOf(feature)))
  const names = new Set<string>()
  const pens = (marked.length > 0 ? marked : others).flatMap((feature, index) =>
    partsOf(feature).map((rings) => ({ name: unique(nameOf(feature, index), names), polygon: polygon(rings) })),
  )

  const plan: Plan = []
  for (const feature of features) {
    const kind = kindOf(feature)
    if (!isPlanKind(kind)) continue
    const { geometry } = feature
    if (geometry.type === 'LineString')
      plan.push({ kind, geometry: { type: 'LineString', coordinates: geometry.coordinates.map(place) } })
    else if (geometry.type === 'Point')
      plan.push({ kind, geometry: { type: 'Point', coordinates: place(geometry.coordinates) } })
    else for (const rings of partsOf(feature)) plan.push({ kind, geometry: polygon(rings) })
  }

  const readers = features.flatMap((feature) =>
    feature.geometry.type === 'Point' && kindOf(feature) === 'reader' ? [place(feature.geometry.coordinates)] : [],
  )
  const corners = pens.flatMap(({ polygon }) => polygon.coordinates[0] ?? [])
  const seen = believable(tracks)
  const [west, south, east, north] = around(corners.length > 0 ? corners : seen, 40)
  const heart = readers.length > 0 ? readers : seen
  return {
    boundary: {
      type: 'Polygon',
      coordinates: [
        closed([
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ]),
      ],
    },
    plan,
    pens,
    gateway: heart.length > 0 ? [middle(heart, 0), middle(heart, 1)] : [(west + east) / 2, (south + north) / 2],
  }
}

/** Returns for each animal the index of the pen with most of its positions; null when no pen has any. */
export function assignPens(tracks: readonly Track[], pens: Stage['pens']): Map<string, number | null> {
  const counts = new Map<string, number[]>()
  for (const { id, longitude, latitude } of tracks) {
    let own = counts.get(id)
    if (!own) counts.set(id, (own = pens.map(() => 0)))
    if (typeof longitude !== 'number' || typeof latitude !== 'number') continue
    const pen = pens.findIndex(({ polygon }) => holds(polygon, longitude, latitude))
    if (pen >= 0) own[pen] = (own[pen] ?? 0) + 1
  }
  return new Map(
    [...counts].map(([id, own]) => {
      const maxCount = Math.max(0, ...own)
      return [id, maxCount > 0 ? own.indexOf(maxCount) : null]
    }),
  )
}

export function holds({ coordinates }: Polygon, longitude: number, latitude: number): boolean {
  let isInside = false
  for (const ring of coordinates) {
    let before = ring.at(-1)
    for (const corner of ring) {
      if (before && corner[1] > latitude !== before[1] > latitude) {
        const crossing = corner[0] + ((latitude - corner[1]) / (before[1] - corner[1])) * (before[0] - corner[0])
        if (longitude < crossing) isInside = !isInside
      }
      before = corner
    }
  }
  return isInside
}

type Feature = z.infer<typeof featureSchema>

function readFeatures(text: string): Feature[] {
  const parsed = fencesSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error('--fences: not a GeoJSON FeatureCollection')
  return parsed.data.features.flatMap((value) => featureSchema.safeParse(value).data ?? [])
}

function isPlanKind(kind: string): kind is (typeof planKinds)[number] {
  return planKinds.some((known) => known === kind)
}

function partsOf({ geometry }: Feature): number[][][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

function nameOf({ properties }: Feature, index: number): string {
  const given = properties?.['pen'] ?? properties?.['name'] ?? properties?.['id']
  return typeof given === 'string' || typeof given === 'number' ? String(given) : String(index + 1)
}

function unique(name: string, names: Set<string>): string {
  let free = name
  for (let copy = 2; names.has(free); copy += 1) free = `${name} (${copy})`
  names.add(free)
  return free
}

function closed(ring: LongitudeLatitude[]): LongitudeLatitude[] {
  const [first, last] = [ring[0], ring.at(-1)]
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring
}

/** Plausible positions of animals: none that are impossible, and without the outermost 1 % on each side of each axis. */
function believable(tracks: readonly Track[]): LongitudeLatitude[] {
  const possible = tracks.flatMap(({ longitude, latitude }): LongitudeLatitude[] =>
    typeof longitude === 'number' &&
    typeof latitude === 'number' &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180
      ? [[longitude, latitude]]
      : [],
  )
  const [midLongitude, midLatitude] = [middle(possible, 0), middle(possible, 1)]
  // Herds roam tens of kilometres; anything further from the median is a device's default, not a walk.
  const near = possible.filter(
    ([longitude, latitude]) => Math.abs(longitude - midLongitude) < 1 && Math.abs(latitude - midLatitude) < 1,
  )
  const [west, east] = [quantile(near, 0, 0.01), quantile(near, 0, 0.99)]
  const [south, north] = [quantile(near, 1, 0.01), quantile(near, 1, 0.99)]
  return near.filter(
    ([longitude, latitude]) => longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  )
}

function middle(places: readonly LongitudeLatitude[], axis: 0 | 1): number {
  return quantile(places, axis, 0.5)
}

function quantile(places: readonly LongitudeLatitude[], axis: 0 | 1, share: number): number {
  const sorted = places.map((place) => place[axis]).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}

function around(places: readonly LongitudeLatitude[], metres: number): [number, number, number, number] {
  if (places.length === 0) return [-0.01, -0.01, 0.01, 0.01]
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [longitude, latitude] of places) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const [left, below] = fromMetres([west, south], -metres, -metres)
  const [right, above] = fromMetres([east, north], metres, metres)
  return [left, below, right, above]
}
