import { z } from 'zod'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { closed, type FileContent, type FileOutline, outlineOfLine } from './fileContent.ts'

const position = z.array(z.number()).min(2)
const line = z.array(position)
const rings = z.array(line)
const geometry = z.object({
  type: z.string(),
  coordinates: z.unknown().optional(),
  geometries: z.array(z.unknown()).optional(),
})
const feature = z.object({
  type: z.literal('Feature'),
  geometry: z.unknown(),
  properties: z.record(z.string(), z.unknown()).nullish(),
})
const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) })
const system = z.object({ crs: z.object({ properties: z.object({ name: z.string() }) }) })
/** Names of WGS-84, with and without heights. */
const wgs84 = /(?:CRS:?84h?|EPSG:{1,2}(?:4326|4979)|WGS[ _-]?(?:19)?84)$/i
const nameProperties = ['name', 'Name', 'NAME', 'title', 'label', 'id']
/** Nesting depth of sound files. */
const maxDepth = 4

export function inGeoJson(text: string): FileContent | 'unreadable' | 'otherSystem' {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return 'unreadable'
  }
  const named = system.safeParse(json)
  if (named.success && !wgs84.test(named.data.crs.properties.name)) return 'otherSystem'
  try {
    return { outlines: outlinesOf(json, null, 0) }
  } catch (error) {
    if (error instanceof z.ZodError) return 'unreadable'
    throw error
  }
}

function outlinesOf(json: unknown, name: string | null, depth: number): FileOutline[] {
  if (depth > maxDepth || json === null) return []
  const all = collection.safeParse(json)
  if (all.success) return all.data.features.flatMap((one) => outlinesOf(one, null, depth + 1))
  const one = feature.safeParse(json)
  if (one.success) return outlinesOf(one.data.geometry, nameOf(one.data.properties ?? {}), depth + 1)
  const { type, coordinates, geometries = [] } = geometry.parse(json)
  switch (type) {
    case 'Polygon':
      return [{ name, polygon: closed(rings.parse(coordinates).map(flat)), isLine: false }]
    case 'MultiPolygon':
      return z
        .array(rings)
        .parse(coordinates)
        .map((part) => ({ name, polygon: closed(part.map(flat)), isLine: false }))
    case 'LineString':
      return outlineOfLine(name, flat(line.parse(coordinates)))
    case 'MultiLineString':
      return rings.parse(coordinates).flatMap((part) => outlineOfLine(name, flat(part)))
    default:
      return geometries.flatMap((part) => outlinesOf(part, name, depth + 1))
  }
}

function nameOf(properties: Record<string, unknown>): string | null {
  const found = nameProperties.map((property) => properties[property]).find((value) => value != null && value !== '')
  return typeof found === 'string' || typeof found === 'number' ? String(found) : null
}

const flat = (corners: number[][]): LongitudeLatitude[] =>
  corners.map(([longitude = Number.NaN, latitude = Number.NaN]) => [longitude, latitude])
