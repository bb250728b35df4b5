import { describe, expect, test } from 'vitest'
import { readChirpStackMessage } from './chirpstack.ts'
import { readTtnMessage } from './ttn.ts'

const at = Date.UTC(2026, 4, 1, 3, 12, 1, 578)
const none = Number.NaN
const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')
const quiet = {
  gatewayAt: none,
  longitude: none,
  latitude: none,
  accuracyM: none,
  rssi: none,
  battery: none,
  temperatureC: none,
  activity: none,
  moving: null,
  tamper: null,
}
const discriminator: unknown = expect.any(Number)
const storedWithout = (field: string, reason: string) => ({ index: 0, field, reason, kept: true })

const info = { devEui: '24e124ff00000001', deviceProfileName: 'AT101' }
const up = {
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2026-05-01T03:12:01.578123456+00:00',
  deviceInfo: info,
  fPort: 85,
  data: base64('017557036780010500000488a0789e02803deb0623'),
  rxInfo: [
    { gatewayId: '0016c001f153a14c', rssi: -97, snr: 2 },
    { gatewayId: '0016c001f153a14d', rssi: -36, snr: 10.5, location: { latitude: 43, longitude: 116 } },
    { gatewayId: '0016c001f153a14e' },
  ],
}
const ofChirpStack = (changes: object = {}, event: string | null = 'up') =>
  readChirpStackMessage(Buffer.from(JSON.stringify({ ...up, ...changes })), null, at, event)

const uplink = {
  session_key_id: 'AXA50tHeWdgTXQPDpg==',
  f_port: 18,
  f_cnt: 7,
  frm_payload: base64('0324508d00041a30b645306701'),
  version_ids: { brand_id: 'abeeway', model_id: 'asset-tracker-2' },
  rx_metadata: [
    { gateway_ids: { gateway_id: 'gate', eui: '0016C001F153A14C' }, rssi: -80, time: '2026-05-01T03:12:01Z' },
    { gateway_ids: { gateway_id: 'packetbroker' }, rssi: -90 },
  ],
}
const ids = { device_id: 'cow-7', dev_eui: '20635F0000000001' }
const ofTtn = (changes: object = {}, parts: object = {}) =>
  readTtnMessage(
    Buffer.from(
      JSON.stringify({
        end_device_ids: ids,
        received_at: '2026-05-01T03:12:01.578123456Z',
        uplink_message: { ...uplink, ...changes },
        ...parts,
      }),
    ),
    null,
    at,
  )

test('reads a ChirpStack uplink as heard by its strongest gateway', () => {
  expect(ofChirpStack()).toEqual({
    ok: true,
    gateway: null,
    receivers: ['0016C001F153A14C', '0016C001F153A14D', '0016C001F153A14E'],
    readings: [
      {
        ...quiet,
        index: 0,
        gateway: '0016C001F153A14D',
        rssi: -36,
        neckband: '24E124FF00000001',
        at,
        longitude: 116.08,
        latitude: 43.94,
        battery: 87,
        temperatureC: 38.4,
        moving: false,
        discriminator,
      },
    ],
    rejected: [],
  })
})

test('reads stored points with their own times, and tamper', () => {
  const stored = '20ce3017f4696841eb06887c9e020500ff01fffe'
  expect(ofChirpStack({ data: base64(`070001${stored}20ce8819f469ffffffffffffffff000000000000`) })).toMatchObject({
    readings: [
      { index: 0, at, tamper: true, longitude: none },
      {
        ...quiet,
        index: 1,
        gateway: null,
        neckband: '24E124FF00000001',
        at: Date.UTC(2026, 4, 1, 3),
        longitude: 116.081,
        latitude: 43.941,
      },
    ],
    rejected: [{ index: 2, field: 'longitude', reason: 'BAD_POSITION' }],
  })
})

test('rejects a stored point of a clock that was never set', () => {
  const stored = '20ce000000006841eb06887c9e020500ff01fffe'
  expect(ofChirpStack({ data: base64(`017557${stored}`) })).toMatchObject({
    readings: [{ battery: 87, longitude: none }],
    rejected: [{ index: 1, field: 'at', reason: 'BAD_TIME', neckband: '24E124FF00000001' }],
  })
})

test('reads a stored point sent again as the same reading', () => {
  const stored = '20ce3017f4696841eb06887c9e020500ff01fffe'
  const [first, second] = [
    { data: base64(stored) },
    { data: base64(`017557${stored}`), deduplicationId: 'another', rxInfo: [] },
  ].map((changes) => ofChirpStack(changes))
  expect(
    first?.ok &&
      second?.ok && [first.readings[1], first.readings[0]?.discriminator === second.readings[0]?.discriminator],
  ).toEqual([second?.ok && second.readings[1], false])
})

test('gives an old position in a fresh uplink its own time', () => {
  expect(ofTtn()).toEqual({
    ok: true,
    gateway: null,
    receivers: ['0016C001F153A14C', 'PACKETBROKER'],
    readings: [
      {
        ...quiet,
        index: 0,
        gateway: '0016C001F153A14C',
        rssi: -80,
        neckband: '20635F0000000001',
        at,
        battery: 80,
        temperatureC: 27.3,
        moving: true,
        discriminator,
      },
      {
        ...quiet,
        index: 1,
        gateway: null,
        neckband: '20635F0000000001',
        at: at - 32_000,
        longitude: 116.08,
        latitude: 43.939_993_6,
        accuracyM: 3.92,
        discriminator,
      },
    ],
    rejected: [],
  })
})

describe('an uplink is identified by', () => {
  const of = (message: ReturnType<typeof ofTtn>) => (message.ok ? message.readings[0]?.discriminator : undefined)

  test('its deduplication id', () => {
    expect(of(ofChirpStack({ rxInfo: [], data: '' }))).toBe(of(ofChirpStack()))
    expect(of(ofChirpStack({ deduplicationId: '00000000-0000-4000-8000-000000000000' }))).not.toBe(of(ofChirpStack()))
  })

  test('its session and counter', () => {
    expect(of(ofTtn({ rx_metadata: [] }))).toBe(of(ofTtn()))
    expect(of(ofTtn({ f_cnt: 8 }))).not.toBe(of(ofTtn()))
    expect(of(ofTtn({ session_key_id: 'other' }))).not.toBe(of(ofTtn()))
    expect(of(ofTtn({ f_cnt: undefined }))).toBe(of(ofTtn({ f_cnt: 0 })))
  })
})

describe('values decoded by the network', () => {
  test('take precedence over the bytes', () => {
    expect(ofChirpStack({ object: { battery: '60', temperature: 20, motion_status: 'start' } })).toMatchObject({
      readings: [{ battery: 60, temperatureC: 20, moving: true, longitude: none }],
      rejected: [],
    })
    expect(
      ofTtn({
        decoded_payload: { batteryLevel: 40, batteryStatus: 'OPERATING', gpsLatitude: 43.9, gpsLongitude: 116.1 },
      }),
    ).toMatchObject({ readings: [{ battery: 40, longitude: 116.1, latitude: 43.9, temperatureC: none }] })
  })

  test('are read by their usual names for an unknown device', () => {
    const changes = {
      deviceInfo: { devEui: '0011223344556677', deviceProfileName: 'another' },
      fPort: 2,
      object: { battery: 60, latitude: 43.9, longitude: 116.1, accuracy: 5 },
    }
    expect(ofChirpStack(changes)).toMatchObject({
      readings: [{ battery: 60, longitude: 116.1, accuracyM: 5 }],
      rejected: [],
    })
  })

  test('are ignored in favour of the bytes when they contain nothing', () => {
    expect(ofChirpStack({ object: { valid: true } })).toMatchObject({ readings: [{ battery: 87 }] })
  })
})

describe('invalid values', () => {
  test.each<[string, object, { field: string; reason: string }]>([
    ['no base64', { data: '*' }, { field: 'data', reason: 'BAD_SHAPE' }],
    ['a number for a payload', { data: 5 }, { field: 'data', reason: 'BAD_SHAPE' }],
    ['a payload that is too long', { data: 'A'.repeat(1000) }, { field: 'data', reason: 'BAD_SHAPE' }],
    ['a channel that nobody knows', { data: base64('0999ff') }, { field: 'data', reason: 'BAD_SHAPE' }],
    [
      'a device that nobody knows',
      { deviceInfo: { devEui: '0011223344556677' }, fPort: 9 },
      { field: 'data', reason: 'BAD_SHAPE' },
    ],
    ['a battery of 255 %', { data: base64('0175ff') }, { field: 'battery', reason: 'OUT_OF_RANGE' }],
    ['a temperature of a fire', { data: base64('0367a00f') }, { field: 'temperatureC', reason: 'OUT_OF_RANGE' }],
    ['a battery in words', { object: { battery: 'LOW' } }, { field: 'battery', reason: 'OUT_OF_RANGE' }],
    ['half a position', { object: { latitude: 43.9 } }, { field: 'longitude', reason: 'BAD_POSITION' }],
    [
      'a positive RSSI',
      { data: '', rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: 42 }] },
      { field: 'rssi', reason: 'OUT_OF_RANGE' },
    ],
  ])('are left out and reported, keeping the reading: %s', (_, changes, { field, reason }) => {
    expect(ofChirpStack(changes)).toMatchObject({
      readings: [{ index: 0, at, battery: none, longitude: none, temperatureC: none }],
      rejected: [storedWithout(field, reason)],
    })
  })

  test('are reported under the field name of The Things Stack', () => {
    expect(ofTtn({ frm_payload: base64('4224508d00') })).toMatchObject({
      readings: [{ at }],
      rejected: [storedWithout('frm_payload', 'BAD_SHAPE')],
    })
  })
})

describe('refusals', () => {
  test.each<[string, ReturnType<typeof ofTtn>, string, string]>([
    ['no JSON', readChirpStackMessage(Buffer.from('{'), null, at, 'up'), 'BAD_JSON', 'body'],
    ['a list', readTtnMessage(Buffer.from('[]'), null, at), 'BAD_SHAPE', 'body'],
    ['no device', ofChirpStack({ deviceInfo: undefined }), 'BAD_SHAPE', 'deviceInfo'],
    ['no DevEUI', ofChirpStack({ deviceInfo: {} }), 'BAD_SHAPE', 'devEui'],
    ['an event that nobody knows', ofChirpStack({}, 'boom'), 'BAD_SHAPE', 'event'],
    ['no device ids', ofTtn({}, { end_device_ids: null }), 'BAD_SHAPE', 'end_device_ids'],
    ['no DevEUI of The Things Stack', ofTtn({}, { end_device_ids: { device_id: 'cow-7' } }), 'BAD_SHAPE', 'dev_eui'],
    ['no message', ofTtn({}, { uplink_message: undefined }), 'BAD_SHAPE', 'uplink_message'],
    [
      'more points than a message may have',
      ofChirpStack({ object: { history: Array.from({ length: 1000 }, () => ({})) } }),
      'TOO_MANY_READINGS',
      'history',
    ],
  ])('refuses a message with %s', (_, message, reason, field) => expect(message).toEqual({ ok: false, reason, field }))

  test.each([
    ofChirpStack({ time: '2016-00-00T00:00:00Z' }),
    ofChirpStack({ time: undefined }),
    ofChirpStack({ time: null }),
    ofChirpStack({ time: '0001-01-01T00:00:00Z' }),
  ])('keeps a reading without a valid time for its arrival', (message) => {
    expect(message).toMatchObject({ ok: true, readings: [{ at: none, battery: 87 }], rejected: [] })
  })

  test('counts a position’s age from arrival when the network has no time', () => {
    expect(ofTtn({}, { received_at: 'soon' })).toMatchObject({ readings: [{ at: none }, { at: at - 32_000 }] })
  })
})

describe('other messages', () => {
  test('reads the battery of a status and notes a join', () => {
    const none85 = { fPort: undefined, data: undefined, rxInfo: undefined }
    expect(ofChirpStack({ ...none85, margin: 7, batteryLevel: 55.5 }, 'status')).toMatchObject({
      readings: [{ at, battery: 55.5 }],
      rejected: [],
    })
    expect(ofChirpStack({ ...none85, batteryLevel: 0, externalPowerSource: true }, 'status')).toMatchObject({
      readings: [{ at, battery: none }],
    })
    expect(ofChirpStack({ ...none85, batteryLevel: 0, externalPowerSource: false }, 'status')).toMatchObject({
      readings: [{ at, battery: none }],
    })
    expect(ofChirpStack({ ...none85, devAddr: '00189440' }, 'join')).toMatchObject({
      readings: [{ at, battery: none }],
      rejected: [],
    })
    expect(ofTtn({}, { uplink_message: undefined, join_accept: { session_key_id: 'x' } })).toMatchObject({
      readings: [{ at }],
      rejected: [],
    })
  })

  test('ignores events that concern no neckband', () => {
    const nothing = { ok: true, gateway: null, readings: [], rejected: [] }
    for (const event of ['ack', 'txack', 'log', 'location']) expect(ofChirpStack({}, event)).toEqual(nothing)
    expect(ofTtn({}, { uplink_message: undefined, downlink_queued: {} })).toEqual(nothing)
  })
})
