// @vitest-environment node
import type { Layer } from '@deck.gl/core'
import { expect, test } from 'vitest'
import { GlideLayer } from './glide/glideLayer.ts'
import { followRows } from './glide/glideRows.ts'
import { layerBuilder, legendEntries, mapLayers, shownEntries } from './layers.ts'
import type { MapState } from './mapState.ts'
import { toRgba } from './paint.ts'
import { wall } from '../theme/colours.ts'
import { symbolByte, type SymbolName } from './symbols.ts'
import { testAlert, testState } from './testState.ts'

const build = (state: MapState) => new Map(layerBuilder()(state).map((layer) => [layer.id, layer]))

/** The rows of a layer's data with an accessor applied to each. */
function values(layer: Layer | undefined, accessor: string): unknown[] {
  if (!layer || !Array.isArray(layer.props.data)) return []
  const get: unknown = Reflect.get(layer.props, accessor)
  return layer.props.data.map((row: unknown) =>
    typeof get === 'function' ? (get as (row: unknown) => unknown)(row) : get,
  )
}

function symbols(layer: Layer | undefined): number[] {
  if (!(layer instanceof GlideLayer)) return []
  const { rows, marks } = layer.props
  return [...(marks ? followRows(rows, marks) : rows).flags]
}

const bytes = (...names: SymbolName[]) => names.map(symbolByte)

test('draws the ground first, names and the selection last', () => {
  const ids = layerBuilder()(testState({ selectedAnimalId: 101, alerts: [testAlert()] })).map((layer) => layer.id)
  const order = [
    'grid',
    'plan',
    'boundaries',
    'pens',
    'animals-1',
    'missing-1',
    'gateways',
    'alert-rings-1',
    'selection',
    'area-labels',
  ]
  expect(order.map((id) => ids.indexOf(id)).toSorted((a, b) => a - b)).toEqual(order.map((id) => ids.indexOf(id)))
  expect(ids).not.toContain('animals-2')
})

test('passes a herd’s columns to the GPU at its own origin', () => {
  const state = testState()
  const layer = build(state).get('animals-1')
  expect(layer).toBeInstanceOf(GlideLayer)
  if (!(layer instanceof GlideLayer)) return
  expect(layer.props.rows).toBe(state.herds.get(1))
  expect(layer.props.coordinateSystem).toBe('lnglat-offsets')
  expect(layer.props.coordinateOrigin).toEqual([116, 44, 0])
})

test('draws a pen grey when normal, amber when short, hatched when unverified', () => {
  const count = { ledger: 3, present: 3, unverified: 0, unaccounted: 0 }
  const coloursOf = (state: MapState) => values(build(state).get('pens'), 'getLineColor')
  expect(
    coloursOf(
      testState({
        penCounts: new Map([
          [11, count],
          [12, count],
        ]),
      }),
    ),
  ).toEqual([toRgba(wall.penLine, 220), toRgba(wall.penLine, 220)])
  const troubled = testState({
    penCounts: new Map([
      [11, { ...count, unaccounted: 1 }],
      [12, { ...count, unverified: 2 }],
    ]),
  })
  expect(coloursOf(troubled)).toEqual([toRgba(wall.major), toRgba(wall.unverified, 230)])
  expect(values(build(troubled).get('pens-hatch'), 'getColor').length).toBeGreaterThan(10)
})

test('marks the pen of an open alert, except a weak battery’s', () => {
  const calm = { penCounts: new Map(), headcounts: new Map() }
  const colours = (alerts: MapState['alerts']) =>
    values(build(testState({ ...calm, alerts })).get('pens'), 'getLineColor')
  expect(colours([testAlert()])[1]).toEqual(toRgba(wall.major))
  expect(colours([testAlert({ kind: 'LOW_BATTERY', severity: 'MINOR' })])[1]).toEqual(toRgba(wall.penLine, 220))
})

test('labels pens with present heads, ledger and window if they fit', () => {
  // One animal of pen 12 has left it: it is heard, and missing there all the same.
  expect(values(build(testState()).get('area-labels'), 'getText')).toEqual([
    '1 号圈 · 1/3 · 60 min',
    '2 号圈 · 0/1 · 60 min',
    '敖包',
  ])
  expect(values(build(testState({ metresPerPixel: 1.4 })).get('area-labels'), 'getText')).toEqual([
    '1 号圈\n1/3 · 60 min',
    '2 号圈\n0/1 · 60 min',
    '敖包',
  ])
  expect(values(build(testState({ metresPerPixel: 5 })).get('area-labels'), 'getText')).toEqual(['敖包'])
  expect(build(testState({ characters: null })).has('area-labels')).toBe(false)
})

test('shows a gateway’s state by its shape', () => {
  expect(symbols(build(testState()).get('gateways'))).toEqual(bytes('gateway'))
  expect(symbols(build(testState({ gatewayStates: new Map([[21, 'OFFLINE']]) })).get('gateways'))).toEqual(
    bytes('gatewayOffline'),
  )
  expect(symbols(build(testState({ gatewayStates: new Map() })).get('gateways'))).toEqual(bytes('gatewayNeverSeen'))
})

test('rings an animal by its worst severity and links its pen', () => {
  const layers = build(
    testState({ alerts: [testAlert(), testAlert({ id: 2, kind: 'LOW_BATTERY', severity: 'MINOR' })] }),
  )
  expect(symbols(layers.get('alert-rings-1'))).toEqual(bytes('critical'))
  const [path] = values(layers.get('alert-leashes'), 'getPath') as [number, number][][]
  expect(path?.[0]?.[0]).toBeCloseTo(115.998, 5)
  expect(path?.at(-1)?.[0]).toBeCloseTo(116.0065, 5)
})

test('marks a silent animal without a ring, and rings a gateway', () => {
  const layers = build(
    testState({
      alerts: [
        testAlert({ kind: 'NECKBAND_SILENT', severity: 'MAJOR' }),
        testAlert({
          id: 2,
          kind: 'GATEWAY_OFFLINE',
          severity: 'MAJOR',
          subjectType: 'GATEWAY',
          subjectId: 21,
          animalId: null,
        }),
      ],
    }),
  )
  expect(layers.has('alert-rings-1')).toBe(false)
  expect(symbols(layers.get('alert-gateways'))).toEqual(bytes('major'))
})

test('draws a distant farm as one symbol of its worst state', () => {
  const far = { nearFarmIds: new Set<number>() }
  expect(symbols(build(testState(far)).get('farms'))).toEqual(bytes('farmMajor', 'farm'))
  expect(symbols(build(testState({ ...far, alerts: [testAlert()] })).get('farms'))).toEqual(
    bytes('farmCritical', 'farm'),
  )
  expect(values(build(testState(far)).get('farm-labels'), 'getText')).toEqual(['敖包\n2/4 · 60 min', '南河'])
})

test('labels only farms in trouble when names would overlap', () => {
  const far = { nearFarmIds: new Set<number>(), metresPerPixel: 2000 }
  expect(values(build(testState(far)).get('farm-labels'), 'getText')).toEqual(['敖包\n2/4 · 60 min'])
  const other = testAlert({ farmId: 2 })
  expect(
    values(build(testState({ ...far, headcounts: new Map(), alerts: [other] })).get('farm-labels'), 'getText'),
  ).toEqual(['南河'])
})

test('shortens or omits a farm’s label over another farm’s symbol', () => {
  const state = testState({ nearFarmIds: new Set<number>(), metresPerPixel: 200 })
  const [first, second] = state.scene.farms
  if (!first || !second) throw new Error('no farms')
  /** Returns the labels with the second farm placed by pixels east and south of the first. */
  const texts = (right: number, down: number) => {
    const at = (place: readonly number[]) => [
      (place[0] ?? 0) - 0.2 + (right * 200) / 80_000,
      (place[1] ?? 0) - 0.1 - (down * 200) / 111_320,
    ]
    const moved = {
      ...second,
      boundary: { ...second.boundary, coordinates: second.boundary.coordinates.map((ring) => ring.map(at)) },
    } as typeof second
    return values(build({ ...state, scene: { ...state.scene, farms: [first, moved] } }).get('farm-labels'), 'getText')
  }
  expect(texts(100, 10)).toEqual(['敖包\n2/4 · 60 min', '南河'])
  expect(texts(40, 55)).toEqual(['敖包', '南河'])
  expect(texts(0, 30)).toEqual(['南河'])
})

test('draws missing animals on top and not again each frame', () => {
  const builder = layerBuilder()
  const state = testState()
  const layers = builder(state)
  const ids = layers.map(({ id }) => id)
  expect(ids.indexOf('missing-1')).toBeGreaterThan(ids.indexOf('animals-1'))
  const missing = layers.find(({ id }) => id === 'missing-1')
  expect(symbols(missing)).toEqual(bytes('unaccounted'))
  const herd = state.herds.get(1)!
  const next = builder({ ...state, herds: new Map([[1, { ...herd, version: 2 }]]) }).find(
    ({ id }) => id === 'missing-1',
  )
  expect(
    [next?.props, missing?.props].map((props) => [Reflect.get(props ?? {}, 'rows'), Reflect.get(props ?? {}, 'marks')]),
  ).toSatisfy(([a, b]: unknown[][]) => a?.[0] === b?.[0] && a?.[1] === b?.[1])
})

test('rings the selected animal if it exists', () => {
  expect(symbols(build(testState({ selectedAnimalId: 102 })).get('selection'))).toEqual(bytes('selected'))
  expect(build(testState({ selectedAnimalId: 999 })).has('selection')).toBe(false)
})

test('keeps static layers when positions change', () => {
  const builder = layerBuilder()
  const state = testState({ alerts: [testAlert()] })
  const before = new Map(builder(state).map((layer) => [layer.id, layer]))
  const herd = state.herds.get(1)!
  const after = builder({ ...state, herds: new Map([[1, { ...herd, version: 2 }]]) })
  const rebuilt = after.filter((layer) => before.get(layer.id) !== layer).map((layer) => layer.id)
  expect(rebuilt).toEqual(['animals-1', 'missing-1', 'alert-leashes', 'alert-rings-1'])
})

test('explains the visible symbols in the legend', () => {
  expect(shownEntries(testState())).toContain('map.legend.unaccounted')
  expect(shownEntries(testState())).not.toContain('map.legend.critical')
  expect(shownEntries(testState({ alerts: [testAlert()] }))).toContain('map.legend.critical')
  expect(shownEntries(testState({ nearFarmIds: new Set() }))).toEqual(['map.legend.farm'])
  expect(new Set(legendEntries.map((entry) => entry.messageId)).size).toBe(legendEntries.length)
  expect(new Set(mapLayers.map((entry) => entry.id)).size).toBe(mapLayers.length)
})

test('draws a moment’s track below the gateways and marks the moment', () => {
  const track = {
    farmId: 1,
    pieces: [
      [
        [116.001, 44.001],
        [116.002, 44.002],
      ] as [number, number][],
    ],
    place: [116.002, 44.002] as [number, number],
  }
  const layers = build(testState({ track }))
  expect(values(layers.get('track'), 'getPath')).toEqual(track.pieces)
  expect(symbols(layers.get('track-moment'))).toEqual(bytes('moment'))
  const ids = [...layers.keys()]
  expect(ids.indexOf('track')).toBeLessThan(ids.indexOf('gateways'))
  expect(shownEntries(testState({ track }))).toContain('map.legend.moment')
  expect(build(testState()).has('track')).toBe(false)
  expect(shownEntries(testState())).not.toContain('map.legend.moment')
})
