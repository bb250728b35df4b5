import { expect, test } from 'vitest'
import { readOutlines, readPolygonFile } from './polygonFile.ts'

const ring = [
  [116, 44],
  [116.1, 44],
  [116.1, 44.1],
  [116, 44],
]
const hole = [
  [116.06, 44.02],
  [116.08, 44.02],
  [116.08, 44.04],
  [116.06, 44.02],
]
const polygon = { type: 'Polygon', coordinates: [ring, hole] }
const json = (value: unknown) => JSON.stringify(value)

const kmlOf = (inside: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Aobao</name>${inside}</Placemark></Document></kml>`
const line = (corners: number[][]) =>
  `<LinearRing><coordinates>\n ${corners.map((corner) => [...corner, 0].join(',')).join('\n ')} </coordinates></LinearRing>`
const kmlPolygon = `<Polygon><outerBoundaryIs>${line(ring)}</outerBoundaryIs><innerBoundaryIs>${line(hole)}</innerBoundaryIs></Polygon>`

test.each([
  ['a geometry', json(polygon)],
  ['a feature', json({ type: 'Feature', properties: null, geometry: polygon })],
  [
    'a collection with a point beside it',
    json({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: {}, geometry: polygon },
        { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } },
      ],
    }),
  ],
  ['a multi-polygon of one', json({ type: 'MultiPolygon', coordinates: [[ring, hole]] })],
  ['heights', json({ type: 'Polygon', coordinates: [ring.map((corner) => [...corner, 1012]), hole] })],
  [
    'WGS-84 by its name',
    json({ ...polygon, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } } }),
  ],
  ['KML', kmlOf(kmlPolygon)],
  [
    'KML with a prefix',
    kmlOf(kmlPolygon)
      .replaceAll(/<(\/?)([a-zA-Z])/g, '<$1k:$2')
      .replace('xmlns=', 'xmlns:k='),
  ],
])('reads the polygon of a file: %s', (_name, text) => {
  expect(readPolygonFile(text)).toEqual(polygon)
})

test.each([
  ['no file of either kind', 'lon,lat', 'unreadable'],
  ['broken JSON', '{"type":', 'unreadable'],
  ['JSON of something else', json({ name: 'x' }), 'unreadable'],
  ['words for numbers', json({ type: 'Polygon', coordinates: [[['a', 'b']]] }), 'unreadable'],
  ['a point', json({ type: 'Point', coordinates: [116, 44] }), 'noPolygon'],
  ['two polygons', json({ type: 'MultiPolygon', coordinates: [[ring], [hole]] }), 'severalPolygons'],
  [
    'another system',
    json({ ...polygon, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4490' } } }),
    'otherSystem',
  ],
  ['an HTML page', '<html><body>Sign in</body></html>', 'unreadable'],
  ['KML without a polygon', kmlOf('<Point><coordinates>116,44</coordinates></Point>'), 'noPolygon'],
  ['KML with words for numbers', kmlOf(kmlPolygon.replace('116.1', 'x')), 'unreadable'],
  ['KML with an entity', kmlOf(kmlPolygon, '<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]>'), 'unreadable'],
  [
    'KML with entities in entities',
    kmlOf('&b;', '<!doctype kml [<!entity a "aaaaaaaaaa"><!entity b "&a;&a;&a;">]>'),
    'unreadable',
  ],
])('rejects a file without a polygon: %s', (_name, text, fault) => {
  expect(readPolygonFile(text)).toBe(fault)
})

const corners = '116.08,43.90,0 116.09,43.90,0 116.09,43.91,0 116.08,43.90,0'
const triangle = [
  [
    [116.08, 43.9],
    [116.09, 43.9],
    [116.09, 43.91],
    [116.08, 43.9],
  ],
]
const kmlRing = (text: string) =>
  kmlOf(
    `<Polygon><outerBoundaryIs><LinearRing><coordinates>${text}</coordinates></LinearRing></outerBoundaryIs></Polygon>`,
  )

test.each([
  ['KML with commas between corners', kmlRing(corners.replaceAll(' ', ','))],
  ['KML with commas between pairs', kmlRing('116.08,43.90,116.09,43.90,116.09,43.91,116.08,43.90')],
  ['KML with blanks after commas', kmlRing(corners.replaceAll(',', ', '))],
  ['KML with blanks alone', kmlRing(corners.replaceAll(',', ' '))],
  ['KML that is not closed', kmlRing('116.08,43.90 116.09,43.90 116.09,43.91')],
  ['WKT', 'POLYGON((116.08 43.9,116.09 43.9,116.09 43.91,116.08 43.9))'],
  [
    'WKT with a system and heights',
    'SRID=4326;MULTIPOLYGON Z (((116.08 43.9 1, 116.09 43.9 1, 116.09 43.91 1, 116.08 43.9 1)))',
  ],
  [
    'WGS-84 with heights by its name',
    json({
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84h' } },
      features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: triangle } }],
    }),
  ],
])('reads a polygon of other programs: %s', (_name, text) => {
  expect(readPolygonFile(text)).toEqual({ type: 'Polygon', coordinates: triangle })
})

const gpx =
  '<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>walk</name><trkseg><trkpt lat="43.9" lon="116.08"/><trkpt lat="43.9" lon="116.09"/><trkpt lat="43.91" lon="116.09"/><trkpt lat="43.9" lon="116.08"/></trkseg></trk></gpx>'

test.each([
  ['a path of KML', kmlOf(`<LineString><coordinates>${corners}</coordinates></LineString>`), 'Aobao'],
  ['a track of GPX', gpx, 'walk'],
  [
    'a line of GeoJSON that is not closed',
    json({
      type: 'Feature',
      properties: { name: 'walk' },
      geometry: { type: 'LineString', coordinates: triangle[0]?.slice(0, 3) },
    }),
    'walk',
  ],
  ['a line of WKT', 'LINESTRING(116.08 43.9,116.09 43.9,116.09 43.91,116.08 43.9)', null],
])('offers lines as polygons: %s', (_name, text, name) => {
  expect(readPolygonFile(text)).toBe('noPolygon')
  expect(readOutlines(text)).toEqual([{ name, isLine: true, polygon: { type: 'Polygon', coordinates: triangle } }])
})

test('names the polygons of a file', () => {
  const placemark = (name: string) => `<Placemark><name>${name}</name>${kmlPolygon}</Placemark>`
  const outlines = readOutlines(
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark('East')}${placemark('West')}</Document></kml>`,
  )
  expect(outlines).toMatchObject([{ name: 'East' }, { name: 'West' }])
})

test.each([
  ['a compressed file', 'PK\u0003\u0004', 'archive'],
  ['WKT of another system', 'SRID=3857;POLYGON((1 2,3 4,5 6,1 2))', 'otherSystem'],
  ['WKT with words', 'POLYGON((a b,c d,e f,a b))', 'unreadable'],
])('rejects %s', (_name, text, fault) => expect(readPolygonFile(text)).toBe(fault))
