import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { abeeway } from './abeeway.ts'
import { at101 } from './at101.ts'
import type { Codec, UplinkValues } from './codec.ts'
import { findCodec } from './codecs.ts'
import { oyster } from './oyster.ts'

const read = (codec: Codec, hex: string, port = codec.port ?? 1) => codec.readBytes(Buffer.from(hex, 'hex'), port)

describe('Milesight AT101', () => {
  const first = { at: 1_777_604_400, longitude: 116.081, latitude: 43.941 }
  const second = { at: 1_777_605_000, longitude: -116.082, latitude: -43.942 }

  test.each<[string, string, UplinkValues]>([
    [
      'a report',
      '017557036780010500000488a0789e02803deb0623',
      { battery: 87, temperatureC: 38.4, longitude: 116.08, latitude: 43.94, moving: false, history: [] },
    ],
    ['frost, and it was taken off', '036783ff070001', { temperatureC: -12.5, tamper: true, history: [] }],
    ['it was put on', '070000', { tamper: false, history: [] }],
    ['no fix', '0488ffffffffffffffff21', { longitude: undefined, latitude: undefined, moving: true, history: [] }],
    ['Wi-Fi in place of a fix', '06d908ac233f0000a1c503', { moving: false, history: [] }],
    [
      'a motion that is unknown, and a tilt',
      '06d908ac233f0000a1c50006d908ac233f0000a1c504',
      { moving: null, history: [] },
    ],
    [
      'what it says when it joins',
      'ff0bffff0101ff166824e30817560003ff090310ff0a0102ff0f00',
      { hardware: 'v3.1', firmware: 'v1.2', history: [] },
    ],
    [
      'a temperature alarm and a fence alarm',
      '83678001018488a0789e02803deb0612',
      { temperatureC: 38.4, longitude: 116.08, latitude: 43.94, moving: true, history: [] },
    ],
    [
      'stored points',
      '20ce3017f4696841eb06887c9e020500ff01fffe20ce8819f469b0ba14f9907f61fd000000000000',
      { history: [first, second] },
    ],
    [
      'stored points of older firmware',
      '20ce3017f4696841eb06887c9e0220ce8819f469b0ba14f9907f61fd017557',
      { battery: 87, history: [first, second] },
    ],
    ['a Wi-Fi scan that timed out', '01755f05000206d900ffffffffffff0003', { battery: 95, history: [] }],
    ['a reply to a downlink', 'fe8e000a00017564', { battery: 100, history: [] }],
    ['a channel that nobody knows, after one that is known', '017557099901', { battery: 87, isBroken: true }],
    ['a position that is cut off', '0175570488a0789e02803d', { battery: 87, isBroken: true }],
    ['half a channel', '01', { isBroken: true }],
    ['stored points that are cut off', '20ce3017f4696841eb06887c9e020500ff01fffe20ce8819', { isBroken: true }],
  ])('reads %s', (_, hex, said) => expect(read(at101, hex)).toEqual(said))

  test('reads values decoded by the network', () => {
    const object = {
      battery: 87,
      temperature: 38.4,
      motion_status: 'moving',
      tamper_status: 'uninstall',
      firmware_version: 'v1.2',
      hardware_version: 'v3.1',
      history: [{ timestamp: first.at, longitude: 116.081, latitude: 43.941 }, 5],
    }
    expect(at101.readObject(object)).toEqual({
      battery: 87,
      temperatureC: 38.4,
      longitude: undefined,
      latitude: undefined,
      moving: true,
      tamper: true,
      firmware: 'v1.2',
      hardware: 'v3.1',
      history: [first],
    })
  })
})

describe('Abeeway', () => {
  const header = { battery: 80, temperatureC: 27.3, moving: true }

  test.each<[string, string, UplinkValues]>([
    [
      'a fix that is 32 s old',
      '0324508d00041a30b645306701',
      { ...header, fixAgeSeconds: 32, latitude: 43.939_993_6, longitude: 116.08, accuracyM: 3.92 },
    ],
    [
      'a fix in the south-west',
      '0320508d0000e5cf49bacf9900',
      { ...header, moving: false, fixAgeSeconds: 0, latitude: -43.940_019_2, longitude: -116.08, accuracyM: 0 },
    ],
    ['no fix in time', '0324508d01aabbcc', header],
    ['a heartbeat', '0524508d0001', header],
    ['a battery that is charged', '0524008d00', { ...header, battery: undefined }],
    ['a battery in volts', '0524c18d00', { ...header, battery: undefined }],
    ['a frame that announces others', '0001', {}],
    ['a fix that is cut off', '0324508d00041a30b6', { ...header, isBroken: true }],
    ['a position without its kind', '0324508d', { ...header, isBroken: true }],
    ['half a header', '0324', { isBroken: true }],
    ['a message that nobody knows', '4224508d00', { isBroken: true }],
  ])('reads %s', (_, hex, said) => expect(read(abeeway, hex)).toEqual(said))

  test('reads nothing from the port of another protocol', () =>
    expect(read(abeeway, '0324508d00041a30b645306701', 19)).toEqual({ isBroken: true }))

  test.each<[string, object, UplinkValues]>([
    [
      'at rest',
      {
        batteryLevel: 80,
        batteryStatus: 'OPERATING',
        temperatureMeasure: 27.3,
        dynamicMotionState: 'STATIC',
        gpsLatitude: 43.94,
        gpsLongitude: 116.08,
        horizontalAccuracy: 3.92,
        age: 32,
      },
      {
        battery: 80,
        temperatureC: 27.3,
        moving: false,
        fixAgeSeconds: 32,
        latitude: 43.94,
        longitude: 116.08,
        accuracyM: 3.92,
      },
    ],
    ['charging', { batteryLevel: 0, batteryStatus: 'CHARGING', dynamicMotionState: 'MOVING' }, { moving: true }],
  ])('reads values decoded by the network, %s', (_, object, said) =>
    expect(abeeway.readObject({ ...object })).toEqual(said),
  )
})

describe('Digital Matter Oyster', () => {
  const place = { latitude: 43.94, longitude: 116.08 }

  test.each<[string, number, string, UplinkValues]>([
    ['a position on the way', 1, '40b6301a00673045410cc8', { moving: true, ...place }],
    ['a position at rest', 1, '40b6301a006730450000c8', { moving: false, ...place }],
    ['a fix that failed: the old position is not told', 1, '40b6301a006730450200c8', { moving: false }],
    [
      'a short position in the south',
      4,
      '49cfe56730451ac800',
      { moving: false, latitude: -43.940_019_2, longitude: 116.08 },
    ],
    ['a short position whose fix failed', 4, '49cfe56730451ac803', { moving: true }],
    ['bytes of another maker with a latitude of -160', 1, '0100a4a0b1c2d3e4e400c8', { isBroken: true }],
    ['bytes of another maker with a battery of 0 V', 1, '40b6301a0067304541000000'.slice(0, 22), { isBroken: true }],
    ['an answer to a downlink', 2, '850204', {}],
    ['statistics', 3, '00'.repeat(13), {}],
    ['a position that is cut off', 1, '40b6301a0067304541', { isBroken: true }],
    ['a position that is too long', 1, '40b6301a00673045410cc800', { isBroken: true }],
    ['a short position that is cut off', 4, '49cf', { isBroken: true }],
    ['a port that nobody knows', 33, '40b6301a00673045410cc8', { isBroken: true }],
  ])('reads %s', (_, port, hex, said) => expect(read(oyster, hex, port)).toEqual(said))

  test('reads values decoded by the network', () => {
    expect(
      oyster.readObject({
        type: 'position',
        latitudeDeg: 43.94,
        longitudeDeg: 116.08,
        inTrip: true,
        fixFailed: false,
        batV: 5.5,
      }),
    ).toEqual({ moving: true, ...place })
    expect(oyster.readObject({ latitudeDeg: 43.94, longitudeDeg: 116.08, inTrip: false, fixFailed: true })).toEqual({
      moving: false,
    })
  })
})

describe('findCodec', () => {
  test.each<[string, Parameters<typeof findCodec>[0], Codec | undefined]>([
    ['by the name of its profile', { names: ['Milesight AT101 (EU868)'], eui: 'A', port: 1 }, at101],
    ['by its brand and model', { names: ['abeeway', 'asset-tracker-2', 'cow-7'], eui: 'A', port: 1 }, abeeway],
    ['by its own name', { names: [undefined, 'oyster-07'], eui: 'A', port: 1 }, oyster],
    ['by its name although its maker is another', { names: ['oyster'], eui: '24E124FF00000001', port: 1 }, oyster],
    ['by its maker', { names: ['cow'], eui: '70B3D57050000001', port: 18 }, oyster],
    ['by a port of a maker', { names: [5, null], eui: 'A', port: 85 }, at101],
    ['none', { names: ['thermometer'], eui: '0011223344556677', port: 1 }, undefined],
  ])('%s', (_, device, codec) => expect(findCodec(device)).toBe(codec))
})

test.each([
  ['AT101', at101],
  ['Abeeway', abeeway],
  ['Oyster', oyster],
])('%s never throws on any bytes or object', (_, codec) => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 242 })
  const likely = fc
    .array(fc.constantFrom('0175', '0367', '0488', '20ce', '0700', '03', '00', 'ff', '24508d00'), {
      minLength: 1,
      maxLength: 30,
    })
    .map((parts) => Buffer.from(parts.join(''), 'hex'))
  const nothingThrown = fc.property(fc.oneof(bytes, likely), fc.integer({ min: 0, max: 255 }), (sent, port) => {
    const said = codec.readBytes(Buffer.from(sent), port)
    expect(said.isBroken === true && said.history !== undefined).toBe(false)
  })
  const names = [
    'battery',
    'temperature',
    'longitude',
    'latitude',
    'motion_status',
    'tamper_status',
    'history',
    'batteryLevel',
    'batteryStatus',
    'age',
    'gpsLatitude',
    'latitudeDeg',
    'inTrip',
    'fixFailed',
  ]
  const objects = fc.property(fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 })), (object) => {
    expect(codec.readObject(object)).toBeTypeOf('object')
  })
  fc.assert(nothingThrown, { numRuns: 1000 })
  fc.assert(objects, { numRuns: 300 })
})

const vectors = new URL('../../../../../shared/data/payloads/lorawan-tracker-vectors.json', import.meta.url)
const vectorSchema = z.array(
  z.object({ device: z.string(), fPort: z.number(), hex: z.string(), expect: z.record(z.string(), z.unknown()) }),
)

describe.skipIf(!existsSync(vectors))('vectors published by makers (skipped without ../shared/data)', () => {
  const all = existsSync(vectors) ? vectorSchema.parse(JSON.parse(readFileSync(vectors, 'utf8'))) : []
  test('includes three', () => expect(all).toHaveLength(3))

  test.each(all)('$device', ({ device, fPort, hex, expect: expected }) => {
    const codec = findCodec({ names: [device], eui: '', port: 0 })
    const said = codec?.readBytes(Buffer.from(hex, 'hex'), fPort)
    const decoded = codec?.readObject(expected)
    // The bytes say what the maker says of them; an age stands in the bytes alone.
    expect({ tamper: null, ...said, fixAgeSeconds: 0 }).toEqual({ tamper: null, ...decoded, fixAgeSeconds: 0 })
    expect(said?.latitude).toBeTypeOf('number')
  })
})
