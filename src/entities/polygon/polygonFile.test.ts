import { expect, test } from 'vitest'
import { readPolygonFile } from './polygonFile.ts'

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
