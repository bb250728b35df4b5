import { describe, expect, test } from 'vitest'
import { machineSpan } from '../../clock.ts'
import { readMinewMessage } from './minew.ts'

const head = {
  timestamp: '2026-05-01T03:12:05.578Z',
  type: 'Gateway',
  mac: 'AC233F000001',
  gatewayFree: 94,
  gatewayLoad: 0.14,
}
const gatewayAt = Date.UTC(2026, 4, 1, 3, 12, 5, 578)
const at = Date.UTC(2026, 4, 1, 3, 12, 1)
const heard = { timestamp: '2026-05-01T03:12:01.000Z', type: 'Unknown', mac: 'AC233F0000A1', bleName: '', rssi: -65 }
const frame = '0201060303e1ff1216e1ffa1034affe7004500fa55daba50e1fe'
const none = Number.NaN
const times = (count: number, entry: object) => Array.from({ length: count }, () => entry)

const read = (message: unknown, topicGateway: string | null = null) =>
  readMinewMessage(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), topicGateway, 0)
function readAll(...entries: unknown[]) {
  const message = read([head, ...entries])
  if (!message.ok) throw new Error(`refused: ${message.reason} ${message.field}`)
  return message
}
const discriminatorOf = (entry: object) => readAll(entry).readings[0]?.discriminator

test('reads a complete message', () => {
  const message = readAll(
    { ...heard, rawData: frame },
    {
      timestamp: '2026-05-01T03:12:01Z',
      type: 'iBeacon',
      mac: 'ac:23:3f:00:00:a2',
      ibeaconUuid: 'FDA50693A4E24FB1AFCFC6EB07647825',
      ibeaconMajor: 0,
      ibeaconMinor: 0,
      rssi: -38,
      ibeaconTxPower: -59,
      battery: 0,
    },
    {
      timestamp: '2026-05-01T03:12:01.000Z',
      type: 'S1',
      mac: 'AC233F0000A3',
      rssi: -70,
      temperature: 21.5,
      humidity: 40.1,
      battery: 100,
    },
  )
  const common = { gateway: 'AC233F000001', at, gatewayAt, longitude: none, latitude: none, accuracyM: none }
  const quiet = { activity: none, moving: null, tamper: null }
  const discriminator: unknown = expect.any(Number)
  expect(message).toEqual({
    ok: true,
    gateway: 'AC233F000001',
    sentAt: gatewayAt,
    isLive: true,
    rejected: [],
    readings: [
      {
        ...common,
        index: 1,
        neckband: 'AC233F0000A1',
        rssi: -65,
        battery: 74,
        temperatureC: none,
        activity: expect.closeTo(0.0178, 4) as unknown,
        moving: false,
        tamper: null,
        discriminator,
      },
      {
        ...common,
        ...quiet,
        index: 2,
        neckband: 'AC233F0000A2',
        rssi: -38,
        battery: none,
        temperatureC: none,
        discriminator,
      },
      {
        ...common,
        ...quiet,
        index: 3,
        neckband: 'AC233F0000A3',
        rssi: -70,
        battery: 100,
        temperatureC: 21.5,
        discriminator,
      },
    ],
  })
})

describe('unreadable messages', () => {
  test.each<[string, unknown, string | null, string, string]>([
    ['no JSON', '[{"type":"Gateway"', null, 'BAD_JSON', 'body'],
    ['an object', head, null, 'BAD_SHAPE', 'body'],
    ['an empty list', [], null, 'BAD_SHAPE', 'body'],
    ['no gateway at all', [heard], null, 'BAD_SHAPE', 'gateway'],
    ['a gateway without MAC', [{ ...head, mac: undefined }, heard], null, 'BAD_SHAPE', 'gateway'],
    ['another gateway than the topic names', [head, heard], 'AC233F000002', 'BAD_SHAPE', 'gateway'],
    ['two gateways', [head, heard, { ...head, mac: 'AC233F000002' }, heard], null, 'BAD_SHAPE', 'gateway'],
    ['1,001 entries', [head, ...times(1001, heard)], null, 'TOO_MANY_READINGS', 'readings'],
  ])('refuses %s', (_, message, topicGateway, reason, field) => {
    expect(read(message, topicGateway)).toEqual({ ok: false, reason, field })
  })
})

test('accepts the gateway from the topic instead of the first entry', () => {
  expect(read([heard], 'AC233F000001')).toMatchObject({
    ok: true,
    gateway: 'AC233F000001',
    readings: [{ index: 0, gatewayAt: none }],
  })
})

test('accepts a gateway that heard nothing as a message without readings', () => {
  expect(read([head])).toMatchObject({ ok: true, gateway: 'AC233F000001', readings: [], rejected: [] })
})

test('accepts 1,000 entries and the gateway’s own entry twice', () => {
  expect(read([head, ...times(1000, heard)]).ok).toBe(true)
  expect(readAll(heard, head, heard).readings.map(({ index }) => index)).toEqual([1, 3])
})

test('names an invalid gateway time and keeps the readings', () => {
  expect(read([{ ...head, timestamp: '2016-00-00T00:00:00Z' }, heard])).toMatchObject({
    readings: [{ gatewayAt: none }],
    rejected: [{ index: 1, field: 'sentAt', reason: 'BAD_TIME', kept: true }],
  })
})

describe('an entry', () => {
  test.each<[string, object, object]>([
    [
      'numbers in strings',
      { rssi: '-65', battery: ' 88.5 ', temperature: '21.5' },
      { rssi: -65, battery: 88.5, temperatureC: 21.5 },
    ],
    ['seconds without milliseconds', { timestamp: '2026-05-01T03:12:01Z' }, { at }],
    ['a time without zone', { timestamp: '2026-05-01T03:12:01.000' }, { at }],
    ['a time in seconds', { timestamp: at / 1000 }, { at }],
    ['empty strings', { battery: '', rssi: '', rawData: '' }, { rssi: none, battery: none }],
    ['a battery of its own beside that in the frame', { battery: 60, rawData: frame }, { battery: 60 }],
    ['an iBeacon of battery 0 whose frame knows it', { type: 'iBeacon', battery: 0, rawData: frame }, { battery: 74 }],
    ['an iBeacon with a battery', { type: 'iBeacon', battery: 50 }, { battery: 50 }],
    ['an empty battery', { type: 'S1', battery: 0 }, { battery: 0 }],
    ['no time', { timestamp: undefined }, { at: gatewayAt }],
    ['month and day 0', { timestamp: '2016-00-00T00:00:00Z' }, { at: none }],
    ['an address in lower case', { mac: 'ac233f0000a1' }, { neckband: 'AC233F0000A1' }],
    ['an address without quotes and zeros', { mac: 33_445_566 }, { neckband: '000033445566' }],
    ['other names of fields', { mac: undefined, MAC: 'ac:23:3f:00:00:a1', rawdata: frame }, { battery: 74 }],
    ['an advertisement that says nothing', { rawData: '02010605ffffff0102' }, { battery: none, moving: null }],
  ])('reads %s', (_, fields, reading) => {
    expect(readAll({ ...heard, ...fields })).toMatchObject({ readings: [{ index: 1, ...reading }], rejected: [] })
  })

  test.each<[string, unknown, string, string]>([
    ['a string', 'AC233F0000A1', 'readings', 'BAD_SHAPE'],
    ['null', null, 'readings', 'BAD_SHAPE'],
    ['no MAC', { ...heard, mac: undefined }, 'neckband', 'BAD_SHAPE'],
  ])('rejects %s', (_, entry, field, reason) => {
    const message = readAll(entry, heard)
    expect(message).toMatchObject({ readings: [{ index: 2 }], rejected: [{ index: 1, field, reason }] })
    expect(message.rejected[0]).not.toHaveProperty('kept')
  })

  test.each<[string, object, string]>([
    ['a battery of "LOW"', { battery: 'LOW' }, 'battery'],
    ['a battery of 255', { battery: 255 }, 'battery'],
    ['a battery in volts', { battery: '3.7' }, 'battery'],
    ['a temperature of a fire', { temperature: 400 }, 'temperatureC'],
    ['a temperature of a broken sensor', { temperature: -127 }, 'temperatureC'],
    ['a positive RSSI', { rssi: 42 }, 'rssi'],
    ['a positive RSSI in a string', { rssi: '+42' }, 'rssi'],
    ['an unknown RSSI', { rssi: 127 }, 'rssi'],
    ['an RSSI of true', { rssi: true }, 'rssi'],
    ['a frame that is no hexadecimal', { rawData: 'zz' }, 'rawData'],
    ['a frame that is no string', { rawData: 5 }, 'rawData'],
    ['a frame that is cut off', { rawData: '0201061216e1ff' }, 'rawData'],
    ['a frame with a battery of 255 %', { rawData: frame.replace('a1034a', 'a103ff') }, 'rawData'],
  ])('stores an entry without %s', (_, fields, field) => {
    expect(readAll({ ...heard, ...fields })).toMatchObject({
      readings: [{ index: 1, neckband: 'AC233F0000A1', battery: none }],
      rejected: [{ index: 1, field, reason: 'OUT_OF_RANGE', kept: true }],
    })
  })
})

test('reads a megabyte in one field within a second', () => {
  const long = '1'.repeat(900_000)
  const start = machineSpan()
  for (const fields of [{ battery: `${long}x` }, { timestamp: `${long}x` }, { mac: long }, { rawData: `${long}x` }]) {
    expect(readAll({ ...heard, ...fields }).rejected).toHaveLength('timestamp' in fields ? 0 : 1)
  }
  expect(machineSpan() - start).toBeLessThan(1000)
})

test('recognises the gateway’s entry in lower case and anywhere', () => {
  expect(read([heard, { type: 'gateway', mac: 'ac233f000001', timestamp: gatewayAt }])).toMatchObject({
    ok: true,
    gateway: 'AC233F000001',
    sentAt: gatewayAt,
    readings: [{ index: 0, neckband: 'AC233F0000A1' }],
    rejected: [],
  })
})

describe('the discriminator', () => {
  test('is the same for the same frame, in either case', () => {
    const discriminator = discriminatorOf({ ...heard, rawData: frame })
    expect(discriminator).toBe(discriminatorOf({ ...heard, rssi: -70, rawData: frame.toUpperCase() }))
    expect(Number.isInteger(discriminator) && discriminator === (discriminator ?? 0) << 0).toBe(true)
  })

  test('differs for different frames of one second', () => {
    const s1 = { ...heard, type: 'S1', temperature: 21.5, humidity: 40.1, battery: 100 }
    const all = [
      { ...heard, rawData: frame },
      { ...heard, rawData: frame.replace('4a', '4b') },
      heard,
      { ...heard, type: 'iBeacon', battery: 0 },
      s1,
      { ...s1, temperature: 21.25 },
      { ...s1, humidity: 40.2 },
    ].map(discriminatorOf)
    expect(new Set(all).size).toBe(all.length)
  })
})
