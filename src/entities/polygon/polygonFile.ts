import type { Polygon } from '#contract/values/geo.ts'
import { inGeoJson } from './files/geoJsonFile.ts'
import { inWkt } from './files/wktFile.ts'
import { inXml } from './files/xmlFile.ts'
import type { FileContent, FileOutline } from './files/fileContent.ts'

/** Maximum file size, bytes; a fence never needs more. */
export const maxFileBytes = 2_000_000

/** Reasons why a file contains no usable polygon. */
export const fileFaults = [
  'tooLarge',
  'unreadable',
  'archive',
  'noPolygon',
  'severalPolygons',
  'otherSystem',
  'metres',
  'offEarth',
] as const
export type FileFault = (typeof fileFaults)[number]

/**
 * Reads the outlines of a GeoJSON, KML, GPX or WKT file in WGS-84, without heights: its polygons, and its lines closed to polygons.
 * @returns a reason when the file is not valid
 */
export function readOutlines(text: string): FileOutline[] | FileFault {
  const content = contentOf(text.replace(/^\uFEFF/, '').trimStart())
  return typeof content === 'string' ? content : content.outlines
}

function contentOf(text: string): FileContent | FileFault {
  if (text.startsWith('PK')) return 'archive'
  if (text.startsWith('<')) return inXml(text)
  return inWkt(text) ?? inGeoJson(text)
}

/**
 * Reads the only polygon of a file.
 * @returns a reason when the file contains none, contains several, or is not valid
 */
export function readPolygonFile(text: string): Polygon | FileFault {
  const outlines = readOutlines(text)
  if (typeof outlines === 'string') return outlines
  const [only, ...others] = outlines.filter(({ isLine }) => !isLine)
  if (only === undefined) return 'noPolygon'
  return others.length > 0 ? 'severalPolygons' : only.polygon
}
