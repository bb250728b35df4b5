import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { machineSpan, toInstant } from '../../clock.ts'
import { readJsonMessage } from './json.ts'

const at = Date.UTC(2026, 4, 1, 3, 12, 1)
const good = { neckband: 'AC233F0000A1', at: '2026-05-01T03:12:01Z' }
const times = (count: number) => Array.from({ length: count }, () => good)
const read = (message: unknown, topicGateway: string | null = null) =>
  readJsonMessage(Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)), topicGateway, 0)
const readOne = (reading: unknown) => {
  const message = read({ gateway: 'AC233F000001', readings: [reading] })
  if (!message.ok) throw new Error(`refused: ${message.reason} ${message.field}`)
  return message
}

test('reads a complete message', () => {
  const message = read({
    gateway: 'ac:23:3f:00:00:01',
    sentAt: '2026-05-01T03:12:05.578Z',
    firmware: '2.1',
    readings: [
      {
        neckband: 'ac-23-3f-00-00-a1',
        at: '2026-05-01T03:12:01Z',
        longitude: 116.08,
        latitude: 43.94,
        accuracyM: 4.0,
        rssi: -70,
        battery: 88,
        temperatureC: 38.5,
        activity: 0.31,
        moving: true,
        tamper: false,
        colour: 'red',
      },
      { neckband: 'AC233F0000A2', at },
    ],
  })
  const gatewayAt = Date.UTC(2026, 4, 1, 3, 12, 5, 578)
  expect(message).toEqual({
    ok: true,
    gateway: 'AC233F000001',
    sentAt: gatewayAt,
    readings: [
      {
        index: 0,
        gateway: 'AC233F000001',
        neckband: 'AC233F0000A1',
        at,
        gatewayAt,
        longitude: 116.08,
        latitude: 43.94,
        accuracyM: 4,
        rssi: -70,
        battery: 88,
        temperatureC: 38.5,
        activity: 0.31,
        moving: true,
        tamper: false,
        discriminator: expect.any(Number) as unknown,
      },
      {
        index: 1,
        gateway: 'AC233F000001',
        neckband: 'AC233F0000A2',
        at,
        gatewayAt,
        longitude: Number.NaN,
        latitude: Number.NaN,
        accuracyM: Number.NaN,
        rssi: Number.NaN,
        battery: Number.NaN,
        temperatureC: Number.NaN,
        activity: Number.NaN,
        moving: null,
        tamper: null,
        discriminator: expect.any(Number) as unknown,
      },
    ],
    rejected: [],
  })
})

describe('unreadable messages', () => {
  const deep = `{"gateway":"G","readings":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
  test.each<[string, unknown, string, string]>([
    ['no JSON', '{"gateway":', 'BAD_JSON', 'body'],
    ['nothing', '', 'BAD_JSON', 'body'],
    ['NaN in a word', '{"gateway":"G","readings":[{"neckband":"A","at":NaNs}]}', 'BAD_JSON', 'body'],
    ['an array', [], 'BAD_SHAPE', 'body'],
    ['null', 'null', 'BAD_SHAPE', 'body'],
    ['a number', '1', 'BAD_SHAPE', 'body'],
    ['no gateway', { readings: [good] }, 'BAD_SHAPE', 'gateway'],
    ['a number for a gateway', { gateway: 1, readings: [good] }, 'BAD_SHAPE', 'gateway'],
    ['a blank gateway', { gateway: ' ', readings: [good] }, 'BAD_SHAPE', 'gateway'],
    ['a zero byte in the gateway', { gateway: 'A\0B', readings: [good] }, 'BAD_SHAPE', 'gateway'],
    ['half a surrogate pair', { gateway: 'A\ud800', readings: [good] }, 'BAD_SHAPE', 'gateway'],
    ['too long a gateway', { gateway: 'A'.repeat(65), readings: [good] }, 'BAD_SHAPE', 'gateway'],
    ['no readings', { gateway: 'G' }, 'BAD_SHAPE', 'readings'],
    ['empty readings', { gateway: 'G', readings: [] }, 'BAD_SHAPE', 'readings'],
    ['readings that are no list', { gateway: 'G', readings: { length: 1 } }, 'BAD_SHAPE', 'readings'],
    ['1,001 readings', { gateway: 'G', readings: times(1001) }, 'TOO_MANY_READINGS', 'readings'],
    ['bytes that are no text', '\u0000\u00ff', 'BAD_JSON', 'body'],
  ])('refuses %s', (_, message, reason, field) => {
    expect(read(message)).toEqual({ ok: false, reason, field })
  })

  test('reads nothing from excessive nesting', () => {
    const message = read(deep)
    expect(message.ok ? message.readings : []).toEqual([])
  })

  test('refuses another gateway than the topic names', () => {
    expect(read({ gateway: 'AC233F000002', readings: [good] }, 'AC233F000001')).toEqual({
      ok: false,
      reason: 'BAD_SHAPE',
      field: 'gateway',
    })
    expect(read({ gateway: 'ac:23:3f:00:00:01', readings: [good] }, 'AC233F000001').ok).toBe(true)
  })
})

test('accepts 1,000 readings and a byte order mark', () => {
  const message = read(`\ufeff${JSON.stringify({ gateway: 'G', readings: times(1000) })}`)
  expect(message.ok && message.readings.length).toBe(1000)
})

describe('a reading', () => {
  test.each<[string, unknown, string, string]>([
    ['a string', 'AC233F0000A1', 'readings', 'BAD_SHAPE'],
    ['an array, which has an `at` of its own', ['AC233F0000A1'], 'readings', 'BAD_SHAPE'],
    ['null', null, 'readings', 'BAD_SHAPE'],
    ['no neckband', { at }, 'neckband', 'BAD_SHAPE'],
    ['a number for a neckband', { ...good, neckband: 5 }, 'neckband', 'BAD_SHAPE'],
    ['an empty neckband', { ...good, neckband: '' }, 'neckband', 'BAD_SHAPE'],
  ])('rejects %s', (_, reading, field, reason) => {
    expect(readOne(reading)).toMatchObject({ readings: [], rejected: [{ index: 0, field, reason }] })
    expect(readOne(reading).rejected[0]).not.toHaveProperty('kept')
  })

  test.each<[string, unknown]>([
    ['no time', undefined],
    ['null for a time', null],
    ['month and day 0', '2016-00-00T00:00:00Z'],
    ['a time without zone', '2026-05-01T03:12:01'],
    ['a time before 1970', -1],
    ['a time out of the calendar', 1e20],
    ['milliseconds in a string', String(at)],
    ['an object for a time', {}],
  ])('keeps a reading with %s for its arrival', (_, time) => {
    expect(readOne({ ...good, at: time }).readings).toMatchObject([{ neckband: 'AC233F0000A1', at: Number.NaN }])
  })

  test.each<[string, number]>([
    ['seconds', at / 1000],
    ['microseconds', at * 1000],
    ['nanoseconds', at * 1_000_000],
  ])('reads a time in %s and reports the unit', (unit, time) => {
    expect(readOne({ ...good, at: time })).toMatchObject({
      readings: [{ at }],
      rejected: [{ index: 0, field: 'at', reason: 'BAD_TIME', kept: true, sentIn: unit }],
    })
  })

  test.each<[string, object, string]>([
    ['a battery in a string', { battery: '88' }, 'battery'],
    ['a battery above 100', { battery: 100.1 }, 'battery'],
    ['a battery below 0', { battery: -1 }, 'battery'],
    ['a battery of 255', { battery: 255 }, 'battery'],
    ['a battery in volts', { battery: 3.7 }, 'battery'],
    ['a battery as a fraction', { battery: 0.87 }, 'battery'],
    ['a positive RSSI', { rssi: 42 }, 'rssi'],
    ['an RSSI of 127', { rssi: 127 }, 'rssi'],
    ['an RSSI below all noise', { rssi: -151 }, 'rssi'],
    ['too cold', { temperatureC: -61 }, 'temperatureC'],
    ['too hot', { temperatureC: 91 }, 'temperatureC'],
    ['a thermometer that just started', { temperatureC: 85 }, 'temperatureC'],
    ['too active', { activity: 1.01 }, 'activity'],
    ['a negative accuracy', { accuracyM: -0.1 }, 'accuracyM'],
    ['moving in a string', { moving: 'true' }, 'moving'],
    ['tamper as a number', { tamper: 0 }, 'tamper'],
  ])('stores the rest of a reading with %s', (_, fields, field) => {
    const none = {
      accuracyM: Number.NaN,
      rssi: Number.NaN,
      battery: Number.NaN,
      temperatureC: Number.NaN,
      moving: null,
    }
    expect(readOne({ ...good, ...fields })).toMatchObject({
      readings: [{ at, neckband: 'AC233F0000A1', ...none, activity: Number.NaN, tamper: null }],
      rejected: [{ index: 0, field, reason: 'OUT_OF_RANGE', kept: true }],
    })
  })

  test.each<[string, object]>([
    ['valid', { valid: false }],
    ['fix', { fix: 0 }],
    ['mock', { mock: true }],
  ])('does not believe a position that its sender denies by %s', (_, flag) => {
    expect(readOne({ ...good, longitude: 116.08, latitude: 43.94, ...flag })).toMatchObject({
      readings: [{ longitude: Number.NaN, latitude: Number.NaN }],
      rejected: [{ field: 'longitude', reason: 'BAD_POSITION', kept: true }],
    })
  })

  test('distinguishes readings of one second by their contents only', () => {
    const hashOf = (fields: object) => readOne({ ...good, ...fields }).readings[0]?.discriminator
    const contents = [
      {},
      { battery: 80 },
      { battery: 81 },
      { longitude: 116.08, latitude: 43.94 },
      { longitude: 116.080_000_1, latitude: 43.94 },
      { rssi: -80 },
      { temperatureC: -40 },
      { moving: true },
      { moving: false },
      { tamper: true },
    ]
    expect(new Set(contents.map(hashOf)).size).toBe(contents.length)
    expect(hashOf({ battery: 80, colour: 'red', rssi: null })).toBe(hashOf({ battery: 80 }))
  })

  test.each<[string, object, string]>([
    ['longitude alone', { longitude: 116.08 }, 'latitude'],
    ['latitude alone', { latitude: 43.94 }, 'longitude'],
    ['longitude null', { longitude: null, latitude: 43.94 }, 'longitude'],
    ['a longitude in a string', { longitude: '116.08', latitude: 43.94 }, 'longitude'],
    ['a latitude in a string', { longitude: 116.08, latitude: '43.94' }, 'latitude'],
  ])('stores %s without its position', (_, position, field) => {
    const message = readOne({ ...good, ...position, accuracyM: 4, battery: 88 })
    expect(message.rejected).toEqual([{ index: 0, field, reason: 'BAD_POSITION', kept: true }])
    const none = { longitude: Number.NaN, latitude: Number.NaN, accuracyM: Number.NaN }
    expect(message.readings).toMatchObject([{ ...none, at, battery: 88 }])
  })

  test('rejects an infinite longitude as a bad position', () => {
    const message = read(`{"gateway":"G","readings":[{"neckband":"A","at":${at},"longitude":1e999,"latitude":43}]}`)
    expect(message).toMatchObject({ rejected: [{ field: 'longitude', reason: 'BAD_POSITION', kept: true }] })
  })

  test('treats null as not sent', () => {
    const nothing = { longitude: null, latitude: null, accuracyM: null, rssi: null, battery: null, moving: null }
    expect(readOne({ ...good, ...nothing })).toEqual(readOne(good))
  })

  test('reads numbers too small for the database as 0', () => {
    expect(readOne({ ...good, activity: 1e-50 }).readings).toMatchObject([{ activity: 0 }])
  })

  test('keeps the valid readings of a mixed message with their indices', () => {
    const message = read({ gateway: 'G', readings: [good, { at }, { ...good, neckband: 1 }, good] })
    expect(message).toMatchObject({
      readings: [{ index: 0 }, { index: 3 }],
      rejected: [
        { index: 1, field: 'neckband' },
        { index: 2, field: 'neckband' },
      ],
    })
  })
})

test('names an invalid gateway time and keeps the readings', () => {
  const message = read({ gateway: 'G', sentAt: '2016-00-00', readings: [{}, good] })
  expect(message).toMatchObject({
    readings: [{ index: 1, gatewayAt: Number.NaN }],
    rejected: [
      { index: 0, field: 'neckband', reason: 'BAD_SHAPE' },
      { index: 1, field: 'sentAt', reason: 'BAD_TIME', kept: true },
    ],
  })
})

const within = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true }).map((value) => (Math.abs(value) < 1e-30 ? 0 : value))
const position = { longitude: within(-180, 180), latitude: within(-90, 90), accuracyM: within(0, 1e6) }
const measures = {
  rssi: within(-150, 0),
  battery: within(15, 100),
  temperatureC: within(-60, 90),
  activity: within(0, 1),
  moving: fc.boolean(),
  tamper: fc.boolean(),
}
const mac = fc.stringMatching(/^[0-9A-F]{12}$/)
const identity = { neckband: mac, at: fc.integer({ min: 1e11, max: 4e12 }) }
const validReading = fc.oneof(
  fc.record({ ...identity, ...position, ...measures }),
  fc.record({ ...identity, ...measures }, { requiredKeys: ['neckband', 'at'] }),
)

test('returns valid readings unchanged', () => {
  const message = fc.record({
    gateway: mac,
    sentAt: fc.integer({ min: 1e11, max: 4e12 }),
    readings: fc.array(validReading, { minLength: 1, maxLength: 20 }),
  })
  fc.assert(
    fc.property(message, fc.boolean(), (sent, asText) => {
      const readings = sent.readings.map((reading) => (asText ? { ...reading, at: toInstant(reading.at) } : reading))
      // By JSON, where -0 is 0.
      const expected = (JSON.parse(JSON.stringify(sent.readings)) as object[]).map((reading) => ({
        gateway: sent.gateway,
        gatewayAt: sent.sentAt,
        ...reading,
      }))
      expect(read({ ...sent, readings }, sent.gateway)).toMatchObject({
        ok: true,
        gateway: sent.gateway,
        readings: expected,
        rejected: [],
      })
    }),
  )
})

test.each(['NaN', '-Infinity', 'Infinity', 'nan', '-nan(ind)', 'inf', 'undefined', 'None'])(
  'reads a bare %s as null',
  (word) => {
    const text = `{"gateway":"NaN","readings":[{"neckband":"A","at":${at}},{"neckband":"a \\"NaN","at":${at},"battery":${word},"x":[${word} , ${word}]}]}`
    expect(read(text)).toMatchObject({
      ok: true,
      gateway: 'NAN',
      readings: [{ neckband: 'A' }, { neckband: 'A "NAN', battery: Number.NaN }],
      rejected: [],
    })
  },
)

test('looks for bare words in quotes in a time that grows with the text alone', () => {
  const spanOf = (count: number) => {
    const start = machineSpan()
    for (const text of ['"\\"', '"', 'NaN', '\\'])
      expect(read(`[NaN${text.repeat(count)}`)).toMatchObject({ ok: false })
    return machineSpan() - start
  }
  spanOf(1000)
  const short = Math.max(5, spanOf(30_000))
  // Ten times the text takes ten times as long; a square would take a hundred times.
  expect(spanOf(300_000)).toBeLessThan(40 * short)
})
