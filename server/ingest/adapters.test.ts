import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rejectReasons } from '#contract/readings.ts'
import { adapters } from './adapters.ts'
import { adapterNames, type AdapterName, type Message } from './reading.ts'

const receivedAt = Date.UTC(2026, 4, 1, 3, 12, 5)

const valid: Record<AdapterName, string> = {
  json: JSON.stringify({
    gateway: 'AC233F000001',
    sentAt: '2026-05-01T03:12:05.578Z',
    readings: [
      { neckband: 'AC233F0000A1', at: '2026-05-01T03:12:01Z', longitude: 116.08, latitude: 43.94, accuracyM: 4, rssi: -70 },
      { neckband: 'AC233F0000A2', at: 1_777_605_121_000, battery: 88, temperatureC: 38.5, activity: 0.31, moving: true },
    ],
  }),
  minew: JSON.stringify([
    { timestamp: '2026-05-01T03:12:05.578Z', type: 'Gateway', mac: 'AC233F000001' },
    { timestamp: '2026-05-01T03:12:01Z', type: 'Unknown', mac: 'AC233F0000A1', rssi: -65, rawData: '0201060416192a2a' },
    { timestamp: '2026-05-01T03:12:01Z', type: 'S1', mac: 'AC233F0000A2', rssi: '-70', temperature: 21.5, battery: 100 },
  ]),
  osmand: 'id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&batt=87&speed=0.0',
}

/** How many entries a message has, if that can be told, and where the first is. */
function entriesOf(name: AdapterName, text: string): [start: number, end: number] {
  if (name === 'osmand') return [0, 1]
  const message = JSON.parse(text) as { readings: unknown[] } | unknown[]
  if (!Array.isArray(message)) return [0, message.readings.length]
  const isGateway = (entry: unknown) => typeof entry === 'object' && entry !== null && 'type' in entry && entry.type === 'Gateway'
  return [isGateway(message[0]) ? 1 : 0, message.length]
}

const numbers = ['longitude', 'latitude', 'accuracyM', 'rssi', 'battery', 'temperatureC', 'activity'] as const

function check(name: AdapterName, text: string, message: Message) {
  if (!message.ok) {
    expect(['BAD_JSON', 'BAD_SHAPE', 'TOO_MANY_READINGS']).toContain(message.reason)
    expect(message.field).not.toBe('')
    return
  }
  const [start, end] = entriesOf(name, text)
  const read = new Set(message.readings.map(({ index }) => index))
  expect(read.size).toBe(message.readings.length)
  for (const { index, field, reason, kept } of message.rejected) {
    expect(Number.isInteger(index) && index >= start && index < end).toBe(true)
    expect(field).not.toBe('')
    expect(rejectReasons).toContain(reason)
    // Kept is what it says, and so is rejected.
    expect(read.has(index)).toBe(kept === true)
  }
  const rejected = new Set(message.rejected.map(({ index }) => index))
  for (const reading of message.readings) {
    expect(reading.index >= start && reading.index < end).toBe(true)
    expect(reading.neckband).not.toBe('')
    expect(Number.isInteger(reading.at) && reading.at >= 0).toBe(true)
    expect(Number.isNaN(reading.gatewayAt) || Number.isInteger(reading.gatewayAt)).toBe(true)
    for (const field of numbers) expect(Number.isFinite(reading[field]) || Number.isNaN(reading[field])).toBe(true)
    expect(Number.isNaN(reading.longitude)).toBe(Number.isNaN(reading.latitude))
    expect(reading.discriminator | 0).toBe(reading.discriminator)
    for (const flag of [reading.moving, reading.tamper]) expect([true, false, null]).toContain(flag)
  }
  // Each entry is accounted for; a gateway's own entry among the others is none.
  const accounted = new Set([...read, ...rejected]).size
  if (name !== 'minew') expect(accounted).toBe(end - start)
}

const word = fc.oneof(
  fc.constantFrom('', 'null', '"88"', '1e999', '-1', '42', '{}', '[]', '"2016-00-00"', '\\u0000', 'NaN', '":', ',', '0', '&id=', '%00', '+'),
  fc.string({ maxLength: 5 }),
)
/** A valid message with pieces cut out of it and others put in. */
const mutated = (text: string) =>
  fc
    .array(fc.tuple(fc.nat(text.length), fc.nat(12), word), { minLength: 1, maxLength: 4 })
    .map((cuts) => cuts.reduce((now, [at, length, put]) => now.slice(0, at) + put + now.slice(at + length), text))

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(-1, 1e300, '88', '2016-00-00', '', null, true))
const field = fc.constantFrom(
  ...['neckband', 'mac', 'at', 'timestamp', 'longitude', 'latitude', 'accuracyM', 'rssi', 'battery', 'temperature'],
  ...['temperatureC', 'activity', 'moving', 'tamper', 'type', 'rawData'],
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
    new URLSearchParams(entries.map((value, index) => [index === 0 ? 'id' : 'batt', JSON.stringify(value)])).toString(),
  ),
)

describe.each(adapterNames)('%s', (name) => {
  const adapter = adapters[name]
  const run = (bytes: Uint8Array, topicGateway: string | null) => {
    const message = adapter(bytes, topicGateway, receivedAt)
    check(name, new TextDecoder().decode(bytes), message)
  }
  const topic = fc.constantFrom(null, 'AC233F000001')

  test('reads its valid message', () => {
    expect(adapter(Buffer.from(valid[name]), null, receivedAt)).toMatchObject({ ok: true, rejected: [] })
  })

  test('bears any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), topic, run), { numRuns: 300 })
  })

  test('bears any JSON', () => {
    fc.assert(fc.property(fc.json(), topic, (text, gateway) => run(Buffer.from(text), gateway)), { numRuns: 300 })
  })

  test('accounts for each entry of a message that is partly wrong', () => {
    fc.assert(fc.property(shaped, topic, (text, gateway) => run(Buffer.from(text), gateway)), { numRuns: 500 })
  })

  test('bears its own message in pieces', () => {
    fc.assert(fc.property(mutated(valid[name]), topic, (text, gateway) => run(Buffer.from(text), gateway)), { numRuns: 1000 })
  })

  test('gives the same for the same bytes', () => {
    fc.assert(
      fc.property(mutated(valid[name]), (text) => {
        expect(adapter(Buffer.from(text), null, receivedAt)).toEqual(adapter(Buffer.from(text), null, receivedAt))
      }),
    )
  })
})
