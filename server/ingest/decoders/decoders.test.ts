import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxReadingsPerMessage, rejectReasons } from '#contract/herd/readings.ts'
import { decoders } from './decoders.ts'
import { decoderNames, type DecoderName, type Message } from '../message.ts'

const receivedAt = Date.UTC(2026, 4, 1, 3, 12, 5)

const valid: Record<DecoderName, string> = {
  json: JSON.stringify({
    gateway: 'AC233F000001',
    sentAt: '2026-05-01T03:12:05.578Z',
    readings: [
      {
        neckband: 'AC233F0000A1',
        at: '2026-05-01T03:12:01Z',
        longitude: 116.08,
        latitude: 43.94,
        accuracyM: 4,
        rssi: -70,
      },
      {
        neckband: 'AC233F0000A2',
        at: 1_777_605_121_000,
        battery: 88,
        temperatureC: 38.5,
        activity: 0.31,
        moving: true,
      },
    ],
  }),
  minew: JSON.stringify([
    { timestamp: '2026-05-01T03:12:05.578Z', type: 'Gateway', mac: 'AC233F000001' },
    { timestamp: '2026-05-01T03:12:01Z', type: 'Unknown', mac: 'AC233F0000A1', rssi: -65, rawData: '0201060416192a2a' },
    {
      timestamp: '2026-05-01T03:12:01Z',
      type: 'S1',
      mac: 'AC233F0000A2',
      rssi: '-70',
      temperature: 21.5,
      battery: 100,
    },
  ]),
  chirpstack: JSON.stringify({
    deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
    time: '2026-05-01T03:12:01.578123456+00:00',
    deviceInfo: { devEui: '24e124ff00000001', deviceProfileName: 'AT101' },
    fPort: 85,
    data: 'AXVXA2eAAQUAAASIoHieAoA96wYj',
    rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -36, snr: 10.5 }],
  }),
  ttn: JSON.stringify({
    end_device_ids: { device_id: 'oyster-1', dev_eui: '70B3D57050000001' },
    received_at: '2026-05-01T03:12:01.578123456Z',
    uplink_message: {
      session_key_id: 'AXA50tHeWdgTXQPDpg==',
      f_port: 1,
      f_cnt: 7,
      frm_payload: 'QLYwGgBnMEVBDMg=',
      rx_metadata: [{ gateway_ids: { gateway_id: 'gate', eui: '0016C001F153A14C' }, rssi: -80 }],
    },
  }),
  osmand: 'id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&batt=87&speed=0.0',
}

const isNetwork = (name: DecoderName) => name === 'chirpstack' || name === 'ttn'

/** Returns the range of entry indices of a message: the first, and the end. */
function entriesOf(name: DecoderName, text: string): [start: number, end: number] {
  if (name === 'osmand') return [0, 1]
  // The uplink itself, and the points that its device stored.
  if (isNetwork(name)) return [0, maxReadingsPerMessage]
  const message = JSON.parse(text) as { readings: unknown[] } | unknown[]
  if (!Array.isArray(message)) return [0, message.readings.length]
  const isGateway = (entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'type' in entry && entry.type === 'Gateway'
  return [isGateway(message[0]) ? 1 : 0, message.length]
}

const numbers = ['longitude', 'latitude', 'accuracyM', 'rssi', 'battery', 'temperatureC', 'activity'] as const

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
    must(Number.isInteger(reading.at) && reading.at >= 0, 'give whole milliseconds')
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
  must(name === 'minew' || isNetwork(name) || accounted === end - start, 'account for each entry')
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
const shaped = fc
  .array(entry, { minLength: 1, maxLength: 6 })
  .chain((entries) =>
    fc.constantFrom(
      JSON.stringify({ gateway: 'AC233F000001', readings: entries }),
      JSON.stringify([{ type: 'Gateway', mac: 'AC233F000001' }, ...entries]),
      JSON.stringify(Object.assign(JSON.parse(valid.chirpstack) as object, ...entries)),
      JSON.stringify({ ...(JSON.parse(valid.ttn) as object), uplink_message: Object.assign({}, ...entries) as object }),
      new URLSearchParams(
        entries.map((value, index) => [index === 0 ? 'id' : 'batt', JSON.stringify(value)]),
      ).toString(),
    ),
  )

describe.each(decoderNames)('%s', (name) => {
  const adapter = decoders[name]
  const topic = fc.constantFrom(null, 'AC233F000001')
  const bears = (bodies: fc.Arbitrary<string | Uint8Array>) =>
    fc.property(bodies, topic, (sent, topicGateway) => {
      const body = Buffer.from(sent)
      expect(faultsOf(name, body.toString(), adapter(body, topicGateway, receivedAt))).toEqual([])
      expect(adapter(body, topicGateway, receivedAt)).toEqual(adapter(body, topicGateway, receivedAt))
    })

  test('reads its valid message', () => {
    expect(adapter(Buffer.from(valid[name]), null, receivedAt)).toMatchObject({ ok: true, rejected: [] })
  })

  test.each<[string, fc.Arbitrary<string | Uint8Array>]>([
    ['any bytes', fc.uint8Array({ maxLength: 300 })],
    ['any JSON', fc.json()],
    ['a message that is partly wrong, of which it accounts for each entry', shaped],
    ['its own message in pieces', mutated(valid[name])],
  ])('reads %s without throwing, the same each time', (_, bodies) => {
    expect(() => fc.assert(bears(bodies), { numRuns: 500 })).not.toThrow()
  })
})
