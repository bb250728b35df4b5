import { beforeEach, describe, expect, test } from 'vitest'
import { flattenPolygon } from '#contract/values/flatPolygons.ts'
import { HerdColumns } from '../../herd/columns.ts'
import { emptyRegistry, type GatewayRecord, type Registry, type Source } from '../../herd/registry.ts'
import { minew } from '../decoders/minew.ts'
import { osmand } from '../decoders/osmand.ts'
import type { DecoderFormat } from '../message.ts'
import { GatewayClocks } from './gatewayClocks.ts'
import { Jumps } from './jumps.ts'
import { LocalTimes } from './localTimes.ts'
import { Newest, validate } from './validation.ts'

/** Messages that arrive late, from senders that write times in several ways. */

const now = Date.UTC(2026, 4, 1, 3, 12)
const minute = 60_000
const hour = 60 * minute
const neckband = 'AC233F0000A1'
const gatewayMac = 'AC233F000001'
const freshMemory = () => ({
  newest: new Newest(),
  clocks: new GatewayClocks(),
  jumps: new Jumps(),
  localTimes: new LocalTimes(),
})
const source: Source = {
  id: 1,
  name: 's',
  secretHash: '',
  adapters: new Set(['osmand', 'minew']),
  farmIds: null,
  takesQueryToken: false,
}

let memory = freshMemory()
beforeEach(() => {
  memory = freshMemory()
})

/** Builds the records of one farm with one neckband that a gateway heard last. */
function registryOf(timeZone: string, newestAt = Number.NaN, gatewayHeardAt = Number.NaN): Registry {
  const origin: [number, number] = [117, 44]
  const slot = { animalId: 1, visualTag: '1', neckbandId: 7, pairedAt: Number.NaN, penId: 0, pledgedTo: 0 }
  const columns = new HerdColumns([slot], origin)
  columns.heardAt[0] = newestAt
  columns.gatewayId[0] = Number.isNaN(newestAt) ? 0 : 1
  const corners: [number, number][] = [origin, [117.01, 44], [117.01, 44.01], origin]
  const herd = {
    id: 1,
    name: '',
    supervisorOrgId: null,
    windowMinutes: 60,
    timeZone,
    projects: [],
    insured: [],
    boundary: flattenPolygon({ type: 'Polygon', coordinates: [corners] }, origin),
    pens: new Map(),
    zones: new Map(),
    columns,
    epoch: 0,
  }
  const gateway: GatewayRecord = { id: 1, mac: gatewayMac, name: null, farmId: 1, penId: 0, heardAt: gatewayHeardAt }
  return {
    ...emptyRegistry(),
    farms: new Map([[1, herd]]),
    devices: new Map([[neckband, [{ neckbandId: 7, herd, slot: 0 }]]]),
    gateways: new Map([[1, gateway]]),
    gatewaysByMac: new Map([[gatewayMac, [gateway]]]),
    sources: new Map([[1, source]]),
  }
}

/** Decodes and validates a message. @returns how old its readings are, minutes */
function agesOf(format: DecoderFormat, text: string, registry: Registry, receivedAt = now): number[] {
  const body = Buffer.from(text)
  const { batch } = validate(
    [
      {
        message: format.read(body, null, receivedAt),
        countedGateway: '',
        farmId: 1,
        bytes: body.length,
        topic: '',
        body,
        receivedAt,
        sourceId: 1,
        arrivedAt: 0,
        room: { sourceId: 1, readings: 1, bytes: 0 },
        settle: () => {},
      },
    ],
    registry,
    memory,
    { maxAgeMs: 90 * 24 * hour },
  )
  return batch.readings.map(({ at }) => (receivedAt - at) / minute)
}

const local = (offsetHours: number, agoMinutes: number, at = now) =>
  new Date(at + offsetHours * hour - agoMinutes * minute).toISOString().slice(0, 19)
const hourly = Array.from({ length: 15 }, (_, place) => (14 - place) * 60)

describe('times without a zone', () => {
  const point = (time: string) => `id=${neckband}&timestamp=${time}&lat=44&lon=117`
  const client = (time: string) =>
    JSON.stringify({ device_id: neckband, location: { timestamp: time, coords: { latitude: 44, longitude: 117 } } })
  const forwarded = (time: string) =>
    JSON.stringify({ device: { uniqueId: neckband }, position: { deviceTime: time, latitude: 44, longitude: 117 } })

  test.each([
    ['OsmAnd east of Greenwich', 'Asia/Shanghai', 8, point],
    ['OsmAnd west of Greenwich', 'America/Sao_Paulo', -3, point],
    ['OsmAnd in a zone of half hours', 'Asia/Kolkata', 5.5, point],
    ['Traccar Client', 'Asia/Shanghai', 8, client],
    ['what Traccar forwards', 'America/Sao_Paulo', -3, forwarded],
  ] as const)('keep the order of an offline buffer in the farm’s zone: %s', (_, zone, offset, messageOf) => {
    const registry = registryOf(zone)
    const ages = hourly.map((ago) => agesOf(osmand, messageOf(local(offset, ago)), registry)[0])
    expect(ages).toEqual(hourly)
  })

  test('are the farm’s on both sides of a change to winter time', () => {
    const at = Date.UTC(2026, 9, 25, 12)
    const registry = registryOf('Europe/Berlin')
    expect(agesOf(osmand, point('2026-10-24T20:00:00'), registry, at)).toEqual([18 * 60])
    expect(agesOf(osmand, point('2026-10-25T12:00:00'), registry, at)).toEqual([60])
  })

  test('are UTC from a neckband whose local time would be in the future', () => {
    const registry = registryOf('America/Sao_Paulo')
    const ages = [0, 30, 240].map((ago) => agesOf(osmand, point(local(0, ago)), registry)[0])
    expect(ages).toEqual([0, 30, 240])
  })

  test('are UTC from a neckband whose times in UTC are its arrivals for a minute', () => {
    const registry = registryOf('Asia/Shanghai')
    const ages = [0, 0.5, 1, 2].map((later) => {
      const at = now + later * minute
      return agesOf(osmand, point(local(0, 0, at)), registry, at)[0]
    })
    expect(ages).toEqual([480, 480, 0, 0])
  })

  test('are heard at the latest on arrival when no zone fits', () => {
    const [age = NaN] = agesOf(osmand, point(local(12, 0)), registryOf('Asia/Shanghai'))
    expect(age).toBeGreaterThanOrEqual(-2)
    expect(age).toBeLessThan(15)
  })
})

describe('the rest of a backlog of a gateway that sends at once, after a restart', () => {
  const heard = (time: string) =>
    JSON.stringify([
      { type: 'Gateway', mac: gatewayMac, timestamp: time },
      { mac: neckband, timestamp: time, rssi: -60 },
    ])
  const iso = (ago: number) => `${local(0, ago)}Z`

  test.each([
    ['the newest stored reading', -90],
    ['no reading, because other gateways heard its neckbands', NaN],
  ])('keeps its times: known is %s', (_, newest) => {
    // The gateway's last message arrived a minute ago; it was 90 minutes old.
    const registry = registryOf('Asia/Shanghai', now + newest * minute, now - minute)
    const ages = [89, 60, 30, 1].map((ago, place) =>
      agesOf(minew, heard(iso(ago)), registry, now + place * 1000).map((age) => Math.round(age)),
    )
    expect(ages).toEqual([[89], [60], [30], [1]])
  })

  test('is corrected at once when the clock was wrong before', () => {
    const registry = registryOf('Asia/Shanghai', now - minute, now - minute)
    expect(agesOf(minew, heard(iso(300)), registry)).toEqual([0])
  })
})
