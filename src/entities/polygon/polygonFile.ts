import { z } from 'zod'
import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'

/** Maximum file size, bytes; a fence never needs more. */
export const maxFileBytes = 2_000_000

/** Reasons why a file contains no usable polygon. */
export const fileFaults = ['tooLarge', 'unreadable', 'noPolygon', 'severalPolygons', 'otherSystem'] as const
export type FileFault = (typeof fileFaults)[number]

type Rings = LongitudeLatitude[][]

const position = z.array(z.number()).min(2)
const rings = z.array(z.array(position))
const geometry = z.object({
  type: z.string(),
  coordinates: z.unknown().optional(),
  geometries: z.array(z.unknown()).optional(),
})
const feature = z.object({ type: z.literal('Feature'), geometry: z.unknown() })
const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) })
const system = z.object({ crs: z.object({ properties: z.object({ name: z.string() }) }) })

/**
 * Reads the only polygon of a GeoJSON or KML file in WGS-84, without heights.
 * @returns a reason when the file contains none, contains several, or is not valid
 */
export function readPolygonFile(text: string): Polygon | FileFault {
  const found = text.trimStart().startsWith('<') ? inKml(text) : inGeoJson(text)
  if (typeof found === 'string') return found
  const [only, ...others] = found
  if (only === undefined) return 'noPolygon'
  return others.length > 0 ? 'severalPolygons' : { type: 'Polygon', coordinates: only }
}

function inGeoJson(text: string): Rings[] | FileFault {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'unreadable'
  }
  const named = system.safeParse(json)
  if (named.success && !/(?:CRS84|EPSG:{1,2}4326)$/i.test(named.data.crs.properties.name)) return 'otherSystem'
  try {
    return polygonsOf(json, 0)
  } catch (error) {
    if (error instanceof z.ZodError) return 'unreadable'
    throw error
  }
}

/** Returns the polygons in GeoJSON, down to the nesting depth of sound files. */
function polygonsOf(json: unknown, depth: number): Rings[] {
  if (depth > 4 || json === null) return []
  const all = collection.safeParse(json)
  if (all.success) return all.data.features.flatMap((one) => polygonsOf(one, depth + 1))
  const one = feature.safeParse(json)
  if (one.success) return polygonsOf(one.data.geometry, depth + 1)
  const { type, coordinates, geometries = [] } = geometry.parse(json)
  if (type === 'Polygon') return [flat(rings.parse(coordinates))]
  if (type === 'MultiPolygon') return z.array(rings).parse(coordinates).map(flat)
  return geometries.flatMap((part) => polygonsOf(part, depth + 1))
}

const flat = (all: number[][][]): Rings =>
  all.map((ring) => ring.map(([longitude = Number.NaN, latitude = Number.NaN]) => [longitude, latitude]))

/** Reads KML. Rejects document types, which could declare entities and occur in no sound KML. */
function inKml(text: string): Rings[] | FileFault {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'unreadable'
  const document = new DOMParser().parseFromString(text, 'text/xml')
  const isKml = named(document, 'parsererror').length === 0 && document.documentElement?.localName === 'kml'
  if (!isKml) return 'unreadable'
  const polygons = named(document, 'Polygon').map((polygon) => [
    ...ringsIn(polygon, 'outerBoundaryIs'),
    ...ringsIn(polygon, 'innerBoundaryIs'),
  ])
  return polygons.some((found) => found.length === 0 || found.flat(2).some(Number.isNaN)) ? 'unreadable' : polygons
}

function named(parent: Document | Element, name: string): Element[] {
  return [...parent.getElementsByTagName('*')].filter(({ localName }) => localName === name)
}

function ringsIn(polygon: Element, side: 'outerBoundaryIs' | 'innerBoundaryIs'): Rings {
  return named(polygon, side).flatMap((boundary) =>
    named(boundary, 'coordinates').map(({ textContent }) =>
      (textContent ?? '')
        .trim()
        .split(/\s+/)
        .map((tuple): LongitudeLatitude => {
          const [longitude, latitude] = tuple.split(',').map((number) => (number === '' ? Number.NaN : Number(number)))
          return [longitude ?? Number.NaN, latitude ?? Number.NaN]
        }),
    ),
  )
}
