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
        discriminator: expect.any(Number) as unknown,
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

test.each(['2016-00-00+00:00:00', '-1', 'NaN'])(
  'keeps a reading with the timestamp %s for its arrival',
  (timestamp) => {
    expect(read(`id=5&lat=60&lon=30&timestamp=${timestamp}`)).toMatchObject({
      readings: [{ neckband: '5', at: none, longitude: 30 }],
      rejected: [],
    })
  },
)

test.each<[string, number]>([
  ['1777605121', 1_777_605_121_000],
  ['1777605121000', 1_777_605_121_000],
  ['1777605121000000', 1_777_605_121_000],
])('reads the timestamp %s in its unit', (timestamp, at) => {
  expect(read(`id=5&lat=60&lon=30&timestamp=${timestamp}`)).toMatchObject({ readings: [{ at }], rejected: [] })
})

test.each<[string, number]>([
  ['2026-05-01 03:12:01', 0],
  ['2026-05-01 11:12:01', 0],
  ['2026-05-01 08:56:01', -60_000],
  ['2026-05-01T02:12:01', -3_600_000],
])('reads the timestamp %s without a zone, never in the future', (timestamp, offset) => {
  const at = Math.floor(receivedAt) + offset
  expect(read(`id=5&timestamp=${timestamp}`)).toMatchObject({ readings: [{ at }] })
})

test.each<[string, string]>([
  ['batt=255', 'battery'],
  ['batt=-1', 'battery'],
  ['batt=-100', 'battery'],
  ['batt=3.7', 'battery'],
  ['batt=0.87', 'battery'],
  ['accuracy=-5', 'accuracyM'],
  ['speed=1e9', 'moving'],
  ['speed=-1', 'moving'],
  ['speed=-1.943844', 'moving'],
])('stores the position without %s', (query, field) => {
  expect(read(`id=5&lat=60&lon=30&${query}`)).toMatchObject({
    readings: [{ longitude: 30, latitude: 60, battery: none, accuracyM: none, moving: null }],
    rejected: [{ index: 0, field, reason: 'OUT_OF_RANGE', kept: true }],
  })
})

test.each([
  'valid=false',
  'valid=0',
  'valid=V',
  'mock=true',
  'mock=1',
  'isMock=TRUE',
  'fix=0',
  'gps_valid=no',
  'gpsStatus=V',
  'position_valid=false',
  'gps=0',
  'mockLocation=1',
  'fix_failed=yes',
  'fixType=1',
])('does not believe a position with %s', (query) => {
  expect(read(`id=5&lat=60&lon=30&accuracy=5&batt=80&${query}`)).toMatchObject({
    readings: [{ longitude: none, latitude: none, accuracyM: none, battery: 80 }],
    rejected: [{ field: 'longitude', reason: 'BAD_POSITION', kept: true }],
  })
})

test.each([
  'valid=true',
  'valid=1',
  'mock=false',
  'mock=0',
  'gpsStatus=A',
  'status=0',
  'type=1',
  'fix=3',
  'fixType=3',
  'valid=',
])('believes a position with %s', (query) => {
  expect(read(`id=5&lat=60&lon=30&${query}`)).toMatchObject({ readings: [{ longitude: 30 }], rejected: [] })
})

test('leaves out a position with a time of 1970', () => {
  expect(read('id=5&timestamp=1777605121&fixTime=1&lat=60&lon=30&batt=80')).toMatchObject({
    readings: [{ index: 0, at: 1_777_605_121_000, longitude: none, battery: 80 }],
    rejected: [{ field: 'longitude', reason: 'BAD_POSITION', kept: true }],
  })
})

test('gives a last known position its own time', () => {
  expect(read('id=5&timestamp=1777605121&fixTime=1777600000&lat=60&lon=30&batt=80')).toMatchObject({
    readings: [
      { index: 0, at: 1_777_605_121_000, longitude: none, battery: 80 },
      { index: 1, at: 1_777_600_000_000, longitude: 30, latitude: 60, battery: none },
    ],
  })
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

test('treats empty values as unsent', () => {
  expect(read('id=5&timestamp=&lat=&lon=&batt=&speed=')).toMatchObject({
    readings: [{ at: 1_777_605_121_000, moving: null, battery: none }],
    rejected: [],
  })
})
