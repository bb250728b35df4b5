import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { closed, type FileContent, type FileOutline, outlineOfLine } from './fileContent.ts'

const geometry =
  /(?:SRID\s*=\s*(\d+)\s*;\s*)?(MULTIPOLYGON|POLYGON|MULTILINESTRING|LINESTRING)\s*(?:Z|M|ZM)?\s*(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))/gi
const isWkt = /^(?:SRID\s*=\s*\d+\s*;\s*)?(?:MULTI)?(?:POLYGON|LINESTRING|POINT|GEOMETRYCOLLECTION)\b/i
const wgs84 = '4326'

/** @returns null when the text is no WKT */
export function inWkt(text: string): FileContent | 'unreadable' | 'otherSystem' | null {
  if (!isWkt.test(text)) return null
  const outlines: FileOutline[] = []
  for (const [, system = wgs84, kind = '', body = ''] of text.matchAll(geometry)) {
    if (system !== wgs84) return 'otherSystem'
    const isLine = kind.toUpperCase().endsWith('LINESTRING')
    const parts = /^MULTIPOLYGON$/i.test(kind) ? [...body.matchAll(/\((?:[^()]|\([^()]*\))*\)(?=\s*[,)])/g)] : [[body]]
    for (const [part = ''] of parts) {
      const rings = [...part.matchAll(/\(([^()]*)\)/g)].map(([, corners = '']) => cornersOf(corners))
      if (isLine) outlines.push(...rings.flatMap((line) => outlineOfLine(null, line)))
      else outlines.push({ name: null, polygon: closed(rings), isLine: false })
    }
  }
  return outlines.some(({ polygon }) => polygon.coordinates.flat(2).some(Number.isNaN)) ? 'unreadable' : { outlines }
}

const cornersOf = (text: string): LongitudeLatitude[] =>
  text.split(',').map((corner) => {
    const [longitude, latitude] = corner
      .trim()
      .split(/\s+/)
      .map((number) => (number === '' ? Number.NaN : Number(number)))
    return [longitude ?? Number.NaN, latitude ?? Number.NaN]
  })
