import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readOsmandMessage } from './osmand.ts'

const receivedAt = 1_777_605_121_000.5
const read = (query: string) => readOsmandMessage(Buffer.from(query), null, receivedAt)
const none = Number.NaN

const vectors = new URL('../../../../shared/data/payloads/traccar-osmand.queries.txt', import.meta.url)

describe.skipIf(!existsSync(vectors))('queries of real senders (skipped without ../shared/data)', () => {
  const queries = existsSync(vectors) ? readFileSync(vectors, 'utf8').trim().split('\n') : []
  const refused = { ok: false, reason: 'BAD_SHAPE', field: 'id' }
  const readings: (object | null)[] = [
    { neckband: '123456', at: 1_377_177_267_000, longitude: none, latitude: none },
    null,
    {
      neckband: '902064',
      at: Date.UTC(2016, 0, 27, 18, 55, 47),
      longitude: -88.234_12,
      latitude: 42.062_88,
      moving: false,
    },
    { neckband: '902064', at: 1_442_068_686_579, longitude: -88.234_12, latitude: 42.062_88 },
    { neckband: '353861053849681', at: Date.UTC(2014, 5, 4, 9, 10, 11), longitude: 6.157_88, latitude: 49.606_88 },
    { neckband: '123456', at: 1_377_177_267_000, longitude: 30, latitude: 60, moving: false },
    { neckband: '123456', at: 1_377_177_267_000, longitude: 30, latitude: 60, moving: null },
    { neckband: '123456', at: 1_777_605_121_000, longitude: 30, latitude: 60 },
    { neckband: '861001000719969', at: 1_777_605_121_000, longitude: -0.883_333, latitude: 41.666_667, battery: 87 },
    { neckband: '123456', at: 1_377_177_267_000, longitude: 30, latitude: 60 },
    {
      neckband: '123456789012345',
      at: 1_504_763_810_000,
      longitude: -74.006_140_857_1,
      latitude: 40.723_294_857_1,
      moving: true,
    },
  ]

  test('include eleven', () => expect(queries).toHaveLength(11))

  const cases = readings.map((reading, index) => ({
    query: queries[index] ?? '',
    message:
      reading === null ? refused : { ok: true, readings: [{ index: 0, gateway: null, ...reading }], rejected: [] },
  }))
  test.each(cases)('$query', ({ query, message }) => {
    expect(read(query)).toMatchObject(message)
    // Without the path, as a server hands it on.
    expect(read(query.slice(2))).toEqual(read(query))
  })
})

test('reads a complete query', () => {
  const query =
    'deviceid=ac:23:3f:00:00:a1&timestamp=1777605121&location=43.94,116.08&batt=87.5&speed=0.6&accuracy=4&x=what?'
  expect(read(query)).toEqual({
    ok: true,
    gateway: null,
    readings: [
      {
        index: 0,
        gateway: null,
        neckband: 'AC233F0000A1',
        at: 1_777_605_121_000,
        gatewayAt: none,
        longitude: 116.08,
        latitude: 43.94,
        accuracyM: 4,
        rssi: none,
        battery: 87.5,
        temperatureC: none,
        activity: none,
        moving: true,
        tamper: null,
        discriminator: 0,
      },
    ],
    rejected: [],
  })
})

test.each<[string, string, string]>([
  ['no id', 'lat=60&lon=30', 'id'],
  ['an empty id', 'id=&lat=60&lon=30', 'id'],
  ['a zero byte in the id', 'id=a%00b', 'id'],
  ['nothing', '', 'id'],
  ['JSON', '{"device_id":"5"}', 'id'],
  ['20,000 bytes', `id=5&${'x=1&'.repeat(5000)}`, 'body'],
])('refuses %s', (_, query, field) => {
  expect(read(query)).toEqual({ ok: false, reason: 'BAD_SHAPE', field })
})

test.each<[string, string, string]>([
  ['timestamp=2016-00-00+00:00:00', 'at', 'BAD_TIME'],
  ['timestamp=-1', 'at', 'BAD_TIME'],
  ['timestamp=NaN', 'at', 'BAD_TIME'],
  ['batt=255', 'battery', 'OUT_OF_RANGE'],
  ['batt=-1', 'battery', 'OUT_OF_RANGE'],
  ['accuracy=-5', 'accuracyM', 'OUT_OF_RANGE'],
  ['speed=1e9', 'moving', 'OUT_OF_RANGE'],
])('rejects %s', (query, field, reason) => {
  expect(read(`id=5&lat=60&lon=30&${query}`)).toMatchObject({ readings: [], rejected: [{ index: 0, field, reason }] })
})

test.each<[string, string, string]>([
  ['lat=60', 'longitude', 'BAD_POSITION'],
  ['lon=30', 'latitude', 'BAD_POSITION'],
  ['lat=NaN&lon=30', 'latitude', 'BAD_POSITION'],
  ['lat=60&lon=0x1e', 'longitude', 'BAD_POSITION'],
  ['lat=60&lon=1e999', 'longitude', 'BAD_POSITION'],
  ['location=60', 'longitude', 'BAD_POSITION'],
  ['location=here', 'longitude', 'BAD_POSITION'],
  ['batt=LOW', 'battery', 'OUT_OF_RANGE'],
  ['speed=fast', 'moving', 'OUT_OF_RANGE'],
])('stores the reading without %s', (query, field, reason) => {
  const message = read(`id=5&timestamp=1377177267&${query}`)
  expect(message).toMatchObject({
    readings: [{ neckband: '5', longitude: none, latitude: none, battery: none, moving: null }],
    rejected: [{ index: 0, field, reason, kept: true }],
  })
})

test('treats a speed of -1 as unknown and empty values as unsent', () => {
  expect(read('id=5&timestamp=&lat=&lon=&batt=&speed=-1')).toMatchObject({
    readings: [{ at: 1_777_605_121_000, moving: null, battery: none }],
    rejected: [],
  })
})
