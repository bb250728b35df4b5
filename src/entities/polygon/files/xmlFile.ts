import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { closed, type FileContent, outlineOfLine } from './fileContent.ts'

/** Reads KML or GPX. Rejects document types, which could declare entities and occur in no sound file. */
export function inXml(text: string): FileContent | 'unreadable' {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'unreadable'
  const document = new DOMParser().parseFromString(text, 'text/xml')
  if (named(document, 'parsererror').length > 0) return 'unreadable'
  const root = document.documentElement?.localName
  const content = root === 'kml' ? inKml(document) : root === 'gpx' ? inGpx(document) : null
  const isSound = content?.outlines.every(
    ({ polygon: { coordinates } }) => coordinates.length > 0 && !coordinates.flat(2).some(Number.isNaN),
  )
  return content && isSound ? content : 'unreadable'
}

function inKml(document: Document): FileContent {
  const polygons = named(document, 'Polygon').map((polygon) => ({
    name: nameOf(polygon, 'Placemark'),
    polygon: closed([...ringsIn(polygon, 'outerBoundaryIs'), ...ringsIn(polygon, 'innerBoundaryIs')]),
    isLine: false,
  }))
  const lines = [
    ...named(document, 'LineString'),
    ...named(document, 'LinearRing').filter((ring) => !isIn(ring, 'Polygon')),
  ].flatMap((line) =>
    named(line, 'coordinates').flatMap(({ textContent }) =>
      outlineOfLine(nameOf(line, 'Placemark'), cornersOf(textContent ?? '')),
    ),
  )
  const tracks = named(document, 'Track').flatMap((track) =>
    outlineOfLine(
      nameOf(track, 'Placemark'),
      named(track, 'coord').map(({ textContent }) => cornerOf((textContent ?? '').trim().split(/\s+/))),
    ),
  )
  return { outlines: [...polygons, ...lines, ...tracks] }
}

function inGpx(document: Document): FileContent {
  const points = (parent: Element, name: string) =>
    named(parent, name).map((point) => cornerOf([point.getAttribute('lon') ?? '', point.getAttribute('lat') ?? '']))
  return {
    outlines: [
      ...named(document, 'trkseg').flatMap((segment) =>
        outlineOfLine(nameOf(segment, 'trk'), points(segment, 'trkpt')),
      ),
      ...named(document, 'rte').flatMap((route) => outlineOfLine(nameOf(route, 'rte'), points(route, 'rtept'))),
    ],
  }
}

function named(parent: Document | Element, name: string): Element[] {
  return [...parent.getElementsByTagName('*')].filter(({ localName }) => localName === name)
}

function isIn(element: Element, name: string): boolean {
  for (let above = element.parentElement; above !== null; above = above.parentElement)
    if (above.localName === name) return true
  return false
}

/** Returns the name of the surrounding element of a kind. */
function nameOf(element: Element, of: string): string | null {
  for (let above: Element | null = element; above !== null; above = above.parentElement) {
    if (above.localName !== of) continue
    const text = [...above.children].find(({ localName }) => localName === 'name')?.textContent?.trim()
    return text === undefined || text === '' ? null : text
  }
  return null
}

function ringsIn(polygon: Element, side: 'outerBoundaryIs' | 'innerBoundaryIs'): LongitudeLatitude[][] {
  return named(polygon, side).flatMap((boundary) =>
    named(boundary, 'coordinates').map(({ textContent }) => cornersOf(textContent ?? '')),
  )
}

const numberOf = (text: string | undefined) => (text === undefined || text === '' ? Number.NaN : Number(text))
const cornerOf = ([longitude, latitude]: readonly string[]): LongitudeLatitude => [
  numberOf(longitude),
  numberOf(latitude),
]

/**
 * Reads the corners of KML: numbers between commas, corners between blanks. Some programs write blanks after the commas, or commas between
 * the corners, too.
 */
function cornersOf(text: string): LongitudeLatitude[] {
  const tuples = text
    .trim()
    .replaceAll(/\s*,\s*/g, ',')
    .split(/\s+/)
    .map((tuple) => tuple.replace(/,$/, '').split(','))
  if (tuples.every(({ length }) => length === 2 || length === 3)) return tuples.map(cornerOf)
  const numbers = tuples.flat()
  const inGroups = (size: number) =>
    Array.from({ length: numbers.length / size }, (_, place) => cornerOf(numbers.slice(place * size)))
  const isClosed = (size: number) =>
    numbers.length % size === 0 && numbers.slice(0, 2).join() === numbers.slice(-size).slice(0, 2).join()
  const size = [3, 2].find(isClosed) ?? [3, 2].find((one) => numbers.length % one === 0)
  return size === undefined ? [[Number.NaN, Number.NaN]] : inGroups(size)
}
