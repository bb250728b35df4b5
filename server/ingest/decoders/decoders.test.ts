import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxReadingsPerMessage, rejectReasons } from '#contract/herd/readings.ts'
import { runs } from '../../testing/testRuns.ts'
import { type DecoderName, decodeMessage, decoderNames, formatOf } from './decoders.ts'
import type { Message } from '../message.ts'
import { readJson } from './fields.ts'
import { isPossible, type ValueName } from './values.ts'

const receivedAt = Date.UTC(2026, 4, 1, 3, 12, 5)

/** Formats whose messages contain entries that are read into exactly one reading or one rejection each. */
const isListed = (name: DecoderName) => name === 'json' || name === 'minew'

/** Returns the range of entry indices of a message: the first, and the end. */
function entriesOf(name: DecoderName, text: string): [start: number, end: number] {
  // Older positions become readings of their own, after the entries.
  if (!isListed(name)) return [0, 2 * maxReadingsPerMessage]
  const message = readJson(Buffer.from(text)) as { readings: unknown[] } | unknown[]
  return [0, Array.isArray(message) ? message.length : message.readings.length]
}

const numbers = ['longitude', 'latitude', 'accuracyM', 'rssi', 'battery', 'temperatureC', 'activity'] as const
/** The rule of the table that each stored number follows. */
const ruleOf = {
  accuracyM: 'accuracyM',
  rssi: 'rssi',
  battery: 'measuredBattery',
  temperatureC: 'temperatureC',
  activity: 'activity',
} as const satisfies Record<string, ValueName>

/** Lists the rules for adapters that a result breaks. */
function faultsOf(name: DecoderName, text: string, message: Message): string[] {
  const faults: string[] = []
  const must = (holds: boolean, rule: string) => void (holds || faults.push(rule))
  if (!message.ok) {
    must(['BAD_JSON', 'BAD_SHAPE', 'TOO_MANY_READINGS'].includes(message.reason) && message.field !== '', 'say why')
    return faults
  }
  const [start, end] = entriesOf(name, text)
  const isPlace = (index: number) => Number.isInteger(index) && index >= start && index < end
  const read = new Set(message.readings.map(({ index }) => index))
  const rejected = new Set(message.rejected.map(({ index }) => index))
  must(read.size === message.readings.length, 'read an entry once')
  for (const { index, field: named, reason, kept } of message.rejected) {
    must(isPlace(index), 'reject what was sent')
    must(named !== '' && rejectReasons.includes(reason), 'name the field and the reason')
    must(read.has(index) === (kept === true), 'keep what it calls kept, and nothing else that it rejects')
  }
  for (const reading of message.readings) {
    must(isPlace(reading.index), 'read what was sent')
    must(reading.neckband !== '', 'name the neckband')
    must(
      Number.isNaN(reading.at) || (Number.isInteger(reading.at) && reading.at >= 0),
      'give whole milliseconds or none',
    )
    for (const [field, rule] of Object.entries(ruleOf) as [keyof typeof ruleOf, ValueName][])
      must(Number.isNaN(reading[field]) || isPossible(rule, reading[field]), `give a possible ${field}`)
    must(Number.isNaN(reading.gatewayAt) || Number.isInteger(reading.gatewayAt), 'give whole milliseconds or none')
    must(
      numbers.every((key) => Number.isFinite(reading[key]) || Number.isNaN(reading[key])),
      'give numbers or NaN',
    )
    must(Number.isNaN(reading.longitude) === Number.isNaN(reading.latitude), 'give both coordinates or neither')
    must((reading.discriminator | 0) === reading.discriminator, 'discriminate in 32 bits')
    must(
      [reading.moving, reading.tamper].every((flag) => flag === null || typeof flag === 'boolean'),
      'give flags',
    )
  }
  // A gateway's own entry does not count as one.
  const accounted = new Set([...read, ...rejected]).size
  must(name !== 'json' || accounted === end - start, 'account for each entry')
  return faults
}

const word = fc.oneof(
  fc.constantFrom(
    '',
    'null',
    '"88"',
    '1e999',
    '-1',
    '42',
    '{}',
    '[]',
    '"2016-00-00"',
    '\\u0000',
    'NaN',
    '":',
    ',',
    '0',
    '&id=',
    '%00',
    '+',
  ),
  fc.string({ maxLength: 5 }),
)
/** A valid message with pieces cut out of it and others put in. */
const mutated = (text: string) =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.nat(12), word), { minLength: 1, maxLength: 4 })
    .map((cuts) => cuts.reduce((now, [at, length, put]) => now.slice(0, at) + put + now.slice(at + length), text))

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(-1, 1e300, '88', '2016-00-00', '', null, true))
const field = fc.constantFrom(
  'neckband',
  'mac',
  'at',
  'timestamp',
  'longitude',
  'latitude',
  'accuracyM',
  'rssi',
  'battery',
  'temperature',
  'temperatureC',
  'activity',
  'moving',
  'tamper',
  'type',
  'rawData',
  'time',
  'received_at',
  'fPort',
  'data',
  'object',
  'deviceInfo',
  'rxInfo',
  'uplink_message',
)
const entry = fc.oneof(
  odd,
  fc.tuple(field, odd).map(([name, value]) => ({
    neckband: 'A',
    mac: 'A',
    at: receivedAt,
    timestamp: '2026-05-01T03:12:01Z',
    [name]: value,
  })),
)
/** Messages of the right shape around entries that are wrong in one field or altogether. */
const shaped = fc.array(entry, { minLength: 1, maxLength: 6 }).chain((entries) =>
  fc.constantFrom(
    JSON.stringify({ gateway: 'AC233F000001', readings: entries }),
    JSON.stringify([{ type: 'Gateway', mac: 'AC233F000001' }, ...entries]),
    JSON.stringify(Object.assign(JSON.parse(formatOf('chirpstack').example) as object, ...entries)),
    JSON.stringify({
      ...(JSON.parse(formatOf('ttn').example) as object),
      uplink_message: Object.assign({}, ...entries) as object,
    }),
    new URLSearchParams(entries.map((value, index) => [index === 0 ? 'id' : 'batt', JSON.stringify(value)])).toString(),
  ),
)

/** Values that senders write for "unknown", and others that no device measures. */
const unknowns: readonly unknown[] = [
  -1,
  -100,
  127,
  255,
  65_535,
  -32_768,
  -127,
  85,
  3.7,
  11.9,
  0.87,
  100.4,
  101,
  -0.5,
  1.02,
  1e9,
  -1e9,
  1e-50,
  '',
  '-1',
  '255',
  'LOW',
  'NaN',
  'null',
  '88',
  null,
  true,
  false,
  0,
  1,
  [],
  {},
  [5],
]

/** Returns all paths to the plain values of a JSON value. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...path]]
  return Object.entries(value).flatMap(([key, child]) =>
    pathsOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function replaceAt(value: unknown, [key, ...path]: readonly (string | number)[], put: unknown): unknown {
  if (key === undefined) return put
  if (Array.isArray(value))
    return value.map((child: unknown, place) => (place === key ? replaceAt(child, path, put) : child))
  return { ...(value as object), [key]: replaceAt((value as Record<string, unknown>)[key], path, put) }
}

/** The format's own message with one value replaced. */
function withUnknown(name: DecoderName): fc.Arbitrary<string> {
  const { example } = formatOf(name)
  const put = fc.constantFrom(...unknowns)
  if (!/^[{[]/.test(example)) {
    const query = [...new URLSearchParams(example)]
    return fc.tuple(fc.nat(query.length - 1), put).map(([place, value]) => {
      const changed = query.map(([key, text], at) => [key, at === place ? String(value) : text])
      return new URLSearchParams(changed).toString()
    })
  }
  const message: unknown = JSON.parse(example)
  return fc
    .tuple(fc.constantFrom(...pathsOf(message)), put)
    .map(([path, value]) => JSON.stringify(replaceAt(message, path, value)))
}

/** Names of the parts of a message without which nobody knows what it is about. */
const identities =
  /^(gateway|mac|gmac|dmac|type|neckband|id|deviceid|dev_eui|devEui|device_id|IMEI|SerNo|msg|msg_id|fPort|f_port|data|frm_payload|FType)$/

describe.each(decoderNames)('%s', (name) => {
  const { read: decode, example } = formatOf(name)
  const topic = fc.constantFrom(null, 'AC233F000001')
  const bears = (bodies: fc.Arbitrary<string | Uint8Array>) =>
    fc.property(bodies, topic, (sent, topicGateway) => {
      const body = Buffer.from(sent)
      expect(faultsOf(name, body.toString(), decode(body, topicGateway, receivedAt))).toEqual([])
      expect(decode(body, topicGateway, receivedAt)).toEqual(decode(body, topicGateway, receivedAt))
    })
  const bodies: [string, fc.Arbitrary<string | Uint8Array>][] = [
    ['any bytes', fc.uint8Array({ maxLength: 300 })],
    ['any JSON', fc.json()],
    ['a message that is partly wrong, of which it accounts for each entry', shaped],
    ['its own message in pieces', mutated(example)],
    ['its own message with an unknown value', withUnknown(name)],
  ]

  test('reads its valid message', () => {
    expect(decode(Buffer.from(example), null, receivedAt)).toMatchObject({ ok: true, rejected: [] })
  })

  test.each(bodies)('reads %s without throwing, the same each time', (_, arbitrary) => {
    expect(() => fc.assert(bears(arbitrary), { numRuns: 200 })).not.toThrow()
  })

  test.each(bodies)('reads %s, many times', { tags: 'long' }, (_, arbitrary) => {
    expect(() => fc.assert(bears(arbitrary), { numRuns: runs(200, 20_000) })).not.toThrow()
  })

  test('hears the neckband in spite of any unknown side value', () => {
    const heard = (text: string) => {
      const message = decode(Buffer.from(text), null, receivedAt)
      return message.ok ? message.readings.length : 0
    }
    const isJson = /^[{[]/.test(example)
    const message: unknown = isJson ? JSON.parse(example) : null
    const keys = isJson ? pathsOf(message) : [...new URLSearchParams(example).keys()].map((key) => [key])
    const sides = keys.filter((path) => !identities.test(String(path.at(-1))))
    expect(sides.length).toBeGreaterThan(0)
    for (const path of sides) {
      for (const put of unknowns) {
        const text = isJson ? JSON.stringify(replaceAt(message, path, put)) : replacedQuery(path, put)
        expect(`${heard(text) >= heard(example)} ${text}`).toBe(`true ${text}`)
      }
    }
    function replacedQuery([key]: readonly (string | number)[], put: unknown): string {
      const query = new URLSearchParams(example)
      query.set(String(key), String(put))
      return query.toString()
    }
  })
})

test('reads a message sent to another format’s address, if permitted', () => {
  const kkm = Buffer.from(formatOf('kkm').example)
  const at = (isAllowed: boolean) => decodeMessage('minew', kkm, null, receivedAt, null, () => isAllowed)
  expect(at(true)).toMatchObject({ ok: true, gateway: 'AC233F000001', readings: [{}, {}] })
  expect(at(false)).toEqual({ ok: false, reason: 'BAD_SHAPE', field: 'format:kkm' })
})
