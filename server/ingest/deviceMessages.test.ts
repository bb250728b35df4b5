import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { deviceId, gatewayMac, openTestApp, place, type TestApp, testStart } from '../testing/testApp.ts'

/** Messages as devices and gateways send them although something in them is unknown, untrue or unusual. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const week = 7 * day
const animals = 80
const oysterEui = '70B3D57050001236'
let test: TestApp
let oysterId: number
let turn = 0
let now = testStart

beforeAll(async () => {
  test = await openTestApp({ animals })
  const id = z.object({ id: z.number() })
  oysterId = (await test.data('PUT', '/collateral/web/neckband/addOrEdit', { deviceId: oysterEui }, id)).id
  await test.app.recordsChanged()
}, 120_000)
afterAll(() => test.close())

interface Sent {
  /** The neckband of this case, and another one. */
  nb: string
  nb2: string
  iso: (offsetMs?: number) => string
  local: (offsetMs?: number) => string
}
type MessageOf = (sent: Sent) => unknown
interface Stored {
  /** Since `now`, ms. */
  at: number
  longitude: number | null
  battery: number | null
  temperature: number | null
  rssi: number | null
  activity: number | null
  moving: boolean | null
}

const inPen = place(50, 50)
const isHere = expect.closeTo(inPen.longitude, 4) as number
const lat = inPen.latitude
const lon = inPen.longitude
const heard: Stored = {
  at: 0,
  longitude: null,
  battery: null,
  temperature: null,
  rssi: null,
  activity: null,
  moving: null,
}

const ofJson =
  (fields: object): MessageOf =>
  ({ nb, iso }) => ({
    gateway: gatewayMac,
    readings: [{ neckband: nb, at: iso(), ...fields }],
  })
const ofMinew =
  (fields: object, time: (sent: Sent) => unknown = ({ iso }) => iso()): MessageOf =>
  (sent) => [
    { type: 'Gateway', mac: gatewayMac, timestamp: time(sent) },
    { mac: sent.nb, timestamp: time(sent), rssi: -60, ...fields },
  ]
const ofQuery =
  (query: string): MessageOf =>
  ({ nb }) =>
    `id=${nb}&timestamp=${now / second}&lat=${lat}&lon=${lon}&${query}`
const ofTtn =
  (decoded: object, parts: object = {}): MessageOf =>
  ({ nb, iso }) => ({
    end_device_ids: { device_id: 't1', dev_eui: nb },
    received_at: iso(),
    uplink_message: { session_key_id: 'c2Vzcw==', f_port: 2, f_cnt: turn, decoded_payload: decoded },
    ...parts,
  })
const ofChirpStack =
  (data: string, parts: object = {}): MessageOf =>
  ({ nb, iso }) => ({
    deduplicationId: `id-${turn}`,
    time: iso(),
    deviceInfo: { deviceProfileName: 'AT101', devEui: nb },
    fPort: 85,
    data: Buffer.from(data, 'hex').toString('base64'),
    ...parts,
  })

/** Sends the messages of a case, a minute after the last one. @returns the reply of the last, and what is stored of its neckband */
async function send(adapter: string, messageOf: MessageOf, headers: Record<string, string> = {}) {
  now += minute
  turn++
  await test.clock.moveTo(now)
  const iso = (offset = 0) => new Date(now + offset).toISOString()
  const names = { nb: deviceId(turn % (animals - 1)), nb2: deviceId(animals - 1) }
  const message = messageOf({ ...names, iso, local: (offset) => iso(offset).slice(0, 19).replace('T', ' ') })
  const [name = '', query = ''] = adapter.split('?')
  const isQuery = typeof message === 'string' && name === 'osmand'
  const path = isQuery ? `/ingest/${name}?${message}` : `/ingest/${name}${query && `?${query}`}`
  const response = await fetch(new URL(path, test.app.url), {
    method: isQuery ? 'GET' : 'POST',
    headers: { authorization: 'Bearer Demo2026', 'content-type': 'application/json', ...headers },
    ...(!isQuery && { body: typeof message === 'string' ? message : JSON.stringify(message) }),
  })
  const reply = replySchema.parse(await response.json())
  return { status: response.status, nb: names.nb, data: reply.data, rows: await rowsOf(names.nb) }
}

const replySchema = z.object({
  data: z
    .object({ stored: z.number(), duplicate: z.number(), rejected: z.array(z.record(z.string(), z.unknown())) })
    .optional(),
})

async function rowsOf(device: string): Promise<Stored[]> {
  const rows = await test.sql<(Stored & { at: number })[]>`
    select (extract(epoch from r.at) * 1000)::float8 as at, r.longitude, r.battery, r.temperature_c as temperature, r.rssi, r.activity, r.moving
    from readings r join neckbands n on n.id = r.neckband_id where n.device_id = ${device} order by r.at desc, r.longitude nulls first`
  return rows.map((row) => ({ ...row, at: row.at - now }))
}

const lastSeen = async (device: string) => {
  const [row] = await test.sql<{ id: number }[]>`select id from neckbands where device_id = ${device}`
  const schema = z.object({ lastSeenAt: z.string().nullable(), longitude: z.number().nullable() })
  return test.data('GET', `/collateral/web/neckband/detail/${row?.id}`, undefined, schema)
}

describe('a side value that is unknown or impossible is left out', () => {
  it.each<[string, string, MessageOf, string, Partial<Stored>]>([
    ['an activity of 1.02', 'json', ofJson({ activity: 1.02, battery: 80 }), 'activity', { battery: 80 }],
    ['a battery of 100.4', 'json', ofJson({ battery: 100.4 }), 'battery', {}],
    ['a battery in a string', 'json', ofJson({ battery: '87', rssi: -70 }), 'battery', { rssi: -70 }],
    ['a battery of -1', 'json', ofJson({ battery: -1 }), 'battery', {}],
    ['a battery of 0.88', 'json', ofJson({ battery: 0.88 }), 'battery', {}],
    ['a movement of 0', 'json', ofJson({ moving: 0 }), 'moving', {}],
    ['an RSSI of 127', 'json', ofJson({ rssi: 127, moving: true }), 'rssi', { moving: true }],
    ['a temperature of -127', 'json', ofJson({ temperatureC: -127 }), 'temperatureC', {}],
    [
      'an accuracy of -1',
      'json',
      ofJson({ longitude: lon, latitude: lat, accuracyM: -1 }),
      'accuracyM',
      { longitude: isHere },
    ],
    ['a Minew battery of 255', 'minew', ofMinew({ battery: 255 }), 'battery', { rssi: -60 }],
    ['a Minew RSSI of 127', 'minew', ofMinew({ rssi: 127, rawData: '0201060303E1FF' }), 'rssi', {}],
    ['a Minew RSSI of +20', 'minew', ofMinew({ rssi: 20 }), 'rssi', {}],
    ['a Minew temperature of -127', 'minew', ofMinew({ temperature: -127 }), 'temperatureC', { rssi: -60 }],
    ['a charge of 100.1', 'osmand', ofQuery('batt=100.1'), 'battery', { longitude: isHere }],
    ['a charge of 40,000', 'osmand', ofQuery('batt=40000.0'), 'battery', { longitude: isHere }],
    ['a charge of -1', 'osmand', ofQuery('batt=-1'), 'battery', { longitude: isHere }],
    ['a charge of 11.9 V', 'osmand', ofQuery('batt=11.9'), 'battery', { longitude: isHere }],
    ['a charge of 3.7 V', 'osmand', ofQuery('batt=3.7'), 'battery', { longitude: isHere }],
    ['a speed of -1.94', 'osmand', ofQuery('speed=-1.943844&batt=87'), 'moving', { longitude: isHere, battery: 87 }],
    ['a battery of 0.88 in TTN', 'ttn', ofTtn({ battery: 0.88, temperature: 20 }), 'battery', { temperature: 20 }],
  ])('%s', async (_, adapter, message, field, stored) => {
    const { status, nb, data, rows } = await send(adapter, message)
    expect([status, data]).toEqual([
      200,
      {
        stored: 1,
        duplicate: 0,
        rejected: [{ index: expect.any(Number) as number, field, reason: 'OUT_OF_RANGE', kept: true, neckband: nb }],
      },
    ])
    expect(rows).toEqual([{ ...heard, ...stored }])
    expect((await lastSeen(nb)).lastSeenAt).toBe(new Date(now).toISOString())
  })

  it('a bare NaN in one of two readings', async () => {
    const { data, rows } = await send(
      'json',
      ({ nb, nb2, iso }) =>
        `{"gateway":"${gatewayMac}","readings":[{"neckband":"${nb2}","at":"${iso()}"},{"neckband":"${nb}","at":"${iso()}","temperatureC":NaN,"battery":80}]}`,
    )
    expect(data).toEqual({ stored: 2, duplicate: 0, rejected: [] })
    expect(rows).toEqual([{ ...heard, battery: 80 }])
  })

  it('a battery of 0 in a network’s status', async () => {
    const status = { data: undefined, batteryLevel: 0, margin: 5, externalPowerSource: false }
    const { data, rows } = await send('chirpstack?event=status', ofChirpStack('', status))
    expect([data?.stored, rows]).toEqual([1, [heard]])
  })
})

describe('a position that is not true is left out of a reading', () => {
  const nowhere =
    (query: string): MessageOf =>
    ({ nb }) =>
      `id=${nb}&timestamp=${now / second}&${query}`
  it.each<[string, string, MessageOf, Partial<Stored>]>([
    ['called invalid', 'osmand', ofQuery('valid=false&batt=80'), { battery: 80 }],
    ['of a mock location', 'osmand', ofQuery('mock=true'), {}],
    ['of -1 and -1', 'osmand', nowhere('lat=-1&lon=-1'), {}],
    ['of 1 and 1', 'json', ofJson({ longitude: 1, latitude: 1 }), {}],
    ['whose sign was lost', 'osmand', nowhere(`lat=${lat}&lon=${-lon}`), {}],
    ['whose coordinates were swapped', 'json', ofJson({ longitude: lat, latitude: lon }), {}],
    ['without a fix in TTN', 'ttn', ofTtn({ latitude: lat, longitude: lon, fix: false, valid: false, gps_fix: 0 }), {}],
    ['of -1 and -1 in TTN', 'ttn', ofTtn({ latitude: -1, longitude: -1 }), {}],
    ['that is coarse', 'osmand', ofQuery('accuracy=2500&batt=80'), { battery: 80 }],
    ['called invalid in our format', 'json', ofJson({ longitude: lon, latitude: lat, valid: false }), {}],
  ])('%s', async (_, adapter, message, stored) => {
    const { status, nb, data, rows } = await send(adapter, message)
    expect(status).toBe(200)
    expect(data).toMatchObject({ stored: 1, rejected: [{ reason: 'BAD_POSITION', kept: true, neckband: nb }] })
    expect(rows).toEqual([{ ...heard, ...stored }])
    expect((await lastSeen(nb)).lastSeenAt).toBe(new Date(now).toISOString())
  })

  it('counts a simulated uplink as no reading', async () => {
    const { status, nb, data, rows } = await send('ttn', ofTtn({ latitude: lat, longitude: lon }, { simulated: true }))
    expect([status, data, rows]).toEqual([
      200,
      { stored: 0, duplicate: 0, rejected: [{ index: 0, field: 'simulated', reason: 'SIMULATED', neckband: nb }] },
      [],
    ])
  })

  it('reads nothing from the bytes of another maker', async () => {
    const { data } = await send('ttn', ({ iso }) => ({
      end_device_ids: { device_id: 't1', dev_eui: oysterEui },
      received_at: iso(),
      uplink_message: { session_key_id: 'c2Vzcw==', f_port: 1, f_cnt: 8, frm_payload: 'AQCkoLHC0+TkAAA=' },
    }))
    expect(data).toMatchObject({ stored: 1, rejected: [{ field: 'frm_payload', reason: 'BAD_SHAPE', kept: true }] })
    const [row] = await test.sql`select longitude, moving, battery from readings where neckband_id = ${oysterId}`
    expect(row).toEqual({ longitude: null, moving: null, battery: null })
  })

  it('knows no movement from a Wi-Fi scan that timed out', async () => {
    const { rows } = await send('chirpstack?event=up', ofChirpStack('01755f05000206d900ffffffffffff0003'))
    expect(rows).toEqual([{ ...heard, battery: 95 }])
  })
})

describe('a time that cannot be true', () => {
  const at =
    (timestamp: number | string): MessageOf =>
    ({ nb }) =>
      `id=${nb}&timestamp=${timestamp}&lat=${lat}&lon=${lon}`
  it.each<[string, string, MessageOf]>([
    ['a year of 0001', 'chirpstack?event=up', ofChirpStack('017564', { time: '0001-01-01T00:00:00Z' })],
    ['the start of GPS time', 'chirpstack?event=up', ofChirpStack('017564', { time: '1980-01-06T00:00:00Z' })],
    ['null', 'chirpstack?event=up', ofChirpStack('017564', { time: null })],
    ['null of a join', 'chirpstack?event=join', ofChirpStack('', { time: null })],
    ['a timestamp of 0', 'osmand', at(0)],
    ['a missing time', 'json', ofJson({ at: undefined })],
    ['a time in words', 'json', ofJson({ at: 'yesterday' })],
    ['a time of 1970', 'json', ofJson({ at: 600_000 })],
  ])('is the arrival: %s', async (_, adapter, message) => {
    const { status, nb, data, rows } = await send(adapter, message)
    expect(status).toBe(200)
    expect(data).toMatchObject({ stored: 1, rejected: [{ field: 'at', reason: 'BAD_TIME', kept: true, neckband: nb }] })
    expect(rows).toMatchObject([{ at: 0 }])
  })

  it('is corrected by a round of GPS weeks', async () => {
    const { data, rows } = await send(
      'osmand',
      ({ nb }) => `id=${nb}&timestamp=${(now - 1024 * week) / second}&lat=${lat}&lon=${lon}`,
    )
    expect(data).toMatchObject({ stored: 1, rejected: [{ field: 'at', reason: 'BAD_TIME', kept: true }] })
    expect(rows).toEqual([{ ...heard, longitude: isHere }])
  })

  it('is read in seconds or microseconds', async () => {
    const micros = await send('osmand', ({ nb }) => `id=${nb}&timestamp=${now * 1000}&lat=${lat}&lon=${lon}`)
    expect(micros.rows).toEqual([{ ...heard, longitude: isHere }])
    const seconds = await send('json', ({ nb }) => ({
      gateway: gatewayMac,
      readings: [{ neckband: nb, at: now / second }],
    }))
    expect([seconds.data, seconds.rows]).toMatchObject([
      { stored: 1, rejected: [{ field: 'at', reason: 'BAD_TIME', kept: true }] },
      [heard],
    ])
  })
})

describe('a gateway whose clock is wrong', () => {
  it.each<[string, (sent: Sent) => unknown, number]>([
    ['is five hours behind, without a zone', ({ local }) => local(-5 * hour), 5 * hour],
    ['is a day behind', ({ iso }) => iso(-day), day],
    ['is 37 minutes behind', ({ iso }) => iso(-37 * minute), 37 * minute],
    ['is six minutes ahead', ({ iso }) => iso(6 * minute), -6 * minute],
    ['is eight hours ahead, without a zone', ({ local }) => local(8 * hour), -8 * hour],
    ['was never set', () => '1970-01-01T00:10:00Z', NaN],
  ])('is named and its readings are heard now: %s', async (_, time, behindMs) => {
    const message = ofMinew({ rawData: '0201060303E1FF' }, time)
    const { status, nb, data, rows } = await send('minew', message)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      stored: 1,
      rejected: [{ field: 'sentAt', reason: 'GATEWAY_CLOCK', kept: true, ...(behindMs && { behindMs }) }],
    })
    expect(rows).toEqual([{ ...heard, rssi: -60 }])
    expect((await lastSeen(nb)).lastSeenAt).toBe(new Date(now).toISOString())
  })

  it('is named in our own format, and corrected when it stays wrong', async () => {
    const late =
      (): MessageOf =>
      ({ nb, iso }) => ({
        gateway: gatewayMac,
        sentAt: iso(-5 * hour),
        readings: [{ neckband: nb, at: iso(-5 * hour) }],
      })
    await send('minew', ofMinew({}))
    const first = await send('json', late())
    const clock = [{ field: 'sentAt', reason: 'GATEWAY_CLOCK', kept: true, behindMs: 5 * hour }]
    expect([first.data?.rejected, first.rows]).toMatchObject([clock, [{ at: -5 * hour }]])
    const second = await send('json', late())
    expect([second.data?.rejected, second.rows]).toMatchObject([clock, [{ at: 0 }]])
    const schema = z.object({ clockBehindMs: z.number().nullable() })
    const behind = () => test.data('GET', `/collateral/web/gateway/detail/${test.gatewayId}`, undefined, schema)
    expect(await behind()).toEqual({ clockBehindMs: 5 * hour })
    await send('minew', ofMinew({}))
    expect(await behind()).toEqual({ clockBehindMs: null })
  })

  it('counts a message sent again as a duplicate', async () => {
    const late = ofMinew({}, ({ iso }) => iso(-5 * hour))
    let text = ''
    const first = await send('minew', (sent) => (text = JSON.stringify(late(sent))))
    await test.clock.moveTo((now += 20 * second))
    const again = await test.ingest('minew', text)
    expect([first.data?.stored, again.body]).toMatchObject([1, { data: { stored: 0, duplicate: 1 } }])
  })

  it('gives its time to an entry without one', async () => {
    const { data, rows } = await send('minew', ({ nb, iso }) => [
      { type: 'Gateway', mac: gatewayMac, nums: 1, timestamp: now },
      { mac: nb, rssi: -60, rawData: '0201060303E1FF' },
      { mac: 112_233_445_566, rssi: '-71', timestamp: iso(), bleName: null },
    ])
    expect(data).toMatchObject({
      stored: 1,
      rejected: [{ index: 2, reason: 'UNKNOWN_DEVICE', neckband: '112233445566' }],
    })
    expect(rows).toEqual([{ ...heard, rssi: -60 }])
  })
})

describe('a format of a common sender is read', () => {
  const gps =
    (parts: object = {}, position: object = {}): MessageOf =>
    ({ nb, iso }) => ({
      device: { uniqueId: nb, name: 'cow' },
      position: {
        deviceTime: iso(),
        fixTime: iso(),
        valid: true,
        latitude: lat,
        longitude: lon,
        speed: 0,
        accuracy: 5,
        attributes: { batteryLevel: 88, motion: false },
        ...position,
      },
      ...parts,
    })
  const client =
    (battery: object, location: object = {}): MessageOf =>
    ({ nb, iso }) => ({
      location: {
        timestamp: iso(),
        coords: { latitude: lat, longitude: lon, accuracy: 5, speed: 0, heading: -1, altitude: 950 },
        is_moving: false,
        odometer: 0,
        event: 'motionchange',
        battery,
        activity: { type: 'still' },
        extras: {},
        ...location,
      },
      device_id: nb,
    })
  const record: MessageOf = ({ nb, local }) => ({
    SerNo: 100_001,
    IMEI: nb,
    ProdId: 33,
    Records: [
      {
        SeqNo: 7,
        Reason: 11,
        DateUTC: local(),
        Fields: [{ GpsUTC: local(-60 * hour), Lat: lat, Long: lon, PosAcc: 37, GpsStat: 7, FType: 0 }],
      },
    ],
  })
  const kkm: MessageOf = ({ nb, local }) => ({
    msg: 'advData',
    gmac: gatewayMac,
    obj: [
      { type: 2, dmac: nb, refPwr: -20, nid: '00112233445566778899', sid: '000000000001', rssi: -60, time: local() },
    ],
  })
  const moko: MessageOf = ({ nb }) => ({
    msg_id: 3070,
    device_info: { device_id: 'gate', mac: gatewayMac.toLowerCase() },
    data: [{ timestamp: now, timezone: 0, mac: nb.toLowerCase(), rssi: -60, raw_data: '0201060303E1FF' }],
  })
  const still = { ...heard, longitude: isHere, battery: 88, moving: false }
  const oldFix = [heard, { ...heard, at: -60 * hour, longitude: isHere }]

  it.each<[string, string, MessageOf, Stored[]]>([
    [
      'a reply to a downlink of an AT101',
      'chirpstack?event=up',
      ofChirpStack('fe8e000a00017564'),
      [{ ...heard, battery: 100 }],
    ],
    ['a record of Digital Matter', 'digitalmatter', record, oldFix],
    ['a record of Digital Matter at another door', 'json', record, oldFix],
    ['a list of KKM', 'kkm', kkm, [{ ...heard, rssi: -60 }]],
    ['a list of KKM at another door', 'minew', kkm, [{ ...heard, rssi: -60 }]],
    ['a list of MOKO', 'moko', moko, [{ ...heard, rssi: -60 }]],
    ['JSON of Traccar Client', 'osmand', client({ level: 0.88, is_charging: false }), [still]],
    ['JSON of Traccar Client, battery unknown', 'osmand', client({ level: -1 }), [{ ...still, battery: null }]],
    ['a position forwarded by Traccar', 'osmand', gps(), [still]],
    ['an event forwarded by Traccar', 'osmand', gps({ event: { type: 'alarm' } }), [still]],
    [
      'an outdated position forwarded by Traccar',
      'osmand',
      gps({}, { outdated: true }),
      [{ ...still, longitude: null }],
    ],
    [
      'an old position forwarded by Traccar',
      'osmand',
      ({ iso, ...sent }) => gps({}, { fixTime: iso(-2 * hour) })({ iso, ...sent }),
      [
        { ...still, longitude: null },
        { ...heard, at: -2 * hour, longitude: isHere },
      ],
    ],
    [
      'values of Cayenne LPP',
      'ttn',
      ofTtn({ gps_0: { altitude: 950, latitude: lat, longitude: lon }, temperature_0: 27.2 }),
      [{ ...heard, longitude: isHere, temperature: expect.closeTo(27.2, 4) as number }],
    ],
    [
      'the entry of a gateway in lower case',
      'minew',
      ({ nb }) => [
        { type: 'gateway', mac: gatewayMac.toLowerCase(), timestamp: now },
        { mac: nb.toLowerCase(), rssi: -60, timestamp: now },
      ],
      [{ ...heard, rssi: -60 }],
    ],
  ])('%s', async (_, adapter, message, rows) => {
    const sent = await send(adapter, message)
    expect([sent.status, sent.data?.stored, sent.rows]).toEqual([200, rows.length, rows])
    expect(sent.data?.rejected.filter(({ kept }) => kept !== true)).toEqual([])
  })

  it('except a second copy of an uplink, which is acknowledged', async () => {
    const { status, data, rows } = await send('ttn', ({ nb, iso }) => ({
      end_device_ids: { device_id: 'c', dev_eui: nb },
      received_at: iso(),
      uplink_normalized: {
        f_cnt: 7,
        normalized_payload: { battery: 3.61, position: { latitude: lat, longitude: lon } },
      },
    }))
    expect([status, data, rows]).toEqual([200, { stored: 0, duplicate: 0, rejected: [] }, []])
  })

  it('reads it over MQTT with the gateway in the topic', async () => {
    const nb = deviceId(++turn % (animals - 1))
    const body = JSON.stringify([
      { type: 'gateway', mac: gatewayMac.toLowerCase(), timestamp: now },
      { mac: nb, rssi: -60 },
    ])
    await test.publish([{ topic: `ingest/minew/${gatewayMac}`, body }])
    expect(await rowsOf(nb)).toEqual([{ ...heard, rssi: -60 }])
    const [unknown] =
      await test.sql`select count(*)::int as count from rejected_readings where device_id = ${gatewayMac} and reason = 'UNKNOWN_DEVICE'`
    expect(unknown).toEqual({ count: 0 })
  })
})

describe('two readings of one second', () => {
  it('are both stored and complete each other', async () => {
    const { nb, data, rows } = await send('json', ({ nb: neckband, iso }) => ({
      gateway: gatewayMac,
      readings: [
        { neckband, at: iso() },
        { neckband, at: iso(), longitude: lon, latitude: lat, battery: 80 },
      ],
    }))
    expect(data).toEqual({ stored: 2, duplicate: 0, rejected: [] })
    expect(rows.map(({ battery }) => battery)).toEqual([null, 80])
    const schema = z.object({ battery: z.number().nullable(), longitude: z.number().nullable() })
    const [row] = await test.sql<{ id: number }[]>`select id from neckbands where device_id = ${nb}`
    expect(await test.data('GET', `/collateral/web/neckband/detail/${row?.id}`, undefined, schema)).toEqual({
      battery: 80,
      longitude: isHere,
    })
  })

  it('are both stored in two messages, and only once when sent again', async () => {
    const first = await send('osmand', ({ nb }) => `id=${nb}&timestamp=${now / second}&batt=80`)
    const query = `id=${first.nb}&timestamp=${now / second}&lat=${lat}&lon=${lon}`
    const post = async (text: string) => (await test.ingest('osmand', text)).body
    expect(await post(query)).toMatchObject({ data: { stored: 1, duplicate: 0 } })
    expect(await post(query)).toMatchObject({ data: { stored: 0, duplicate: 1 } })
    expect(await post(`id=${first.nb}&timestamp=${now / second}&batt=80`)).toMatchObject({ data: { duplicate: 1 } })
    expect((await rowsOf(first.nb)).map(({ longitude, battery }) => [longitude, battery])).toEqual(
      expect.arrayContaining([
        [null, 80],
        [isHere, null],
      ]),
    )
  })
})
