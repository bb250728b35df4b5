import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Polygon } from '#contract/values/geo.ts'
import { type ClientEvents, livePath, type ServerEvents } from '#contract/live/live.ts'
import { createClock, type Clock } from '../clock.ts'
import { createEvents } from '../events.ts'
import { Herd } from '../herd/herd.ts'
import { layOutRegistry } from '../herd/registry.ts'
import { LiveHub } from './hub.ts'

const square: Polygon = { type: 'Polygon', coordinates: [[[116, 43.9], [116.1, 43.9], [116.1, 44], [116, 44], [116, 43.9]]] }
const farmsOf: Record<string, number[]> = { north: [1], again: [1], both: [1, 2], south: [2], none: [] }

let http: Server
let hub: LiveHub
let clock: Clock
const clients: Socket<ServerEvents, ClientEvents>[] = []

beforeAll(async () => {
  clock = createClock()
  const herd = new Herd()
  const farms = [1, 2].map((id) => ({ id, name: `${id}`, supervisorOrgId: null, windowMinutes: 60, timeZone: 'UTC', projects: [], insured: [], boundary: square }))
  const gateways = farms.map(({ id }) => ({ id: id * 10, mac: `AC${id}`, name: null, farmId: id, penId: null, lastSeenAt: null }))
  herd.registry = layOutRegistry({ farms, pens: [], gateways, animals: [], spares: [], sources: [] }, herd.registry)
  http = createServer()
  const log = pino({ level: 'silent' })
  hub = new LiveHub(http, {
    clock,
    log,
    events: createEvents(log),
    herd,
    admit: (token) => Promise.resolve({ tokenHash: token, userId: 1, role: 'SUPERVISOR_PM', organisationId: 3, farmIds: farmsOf[token] ?? [] }),
    settings: {},
    alertsSince: () => Promise.resolve({ alerts: [], isAll: true }),
    status: () => ({ database: { up: true, since: 0 }, broker: { up: true, since: 0 } }),
    rates: (farmIds) => Array.from(farmIds, (farmId) => ({ farmId, storedPerSecond: 1, rejectedPerSecond: 0, refused: null })),
    onFrames: () => {},
  })
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(async () => {
  for (const client of clients) client.disconnect()
  await hub.close()
  clock.stop()
})

test('what many share is sent to all of them at once, and each gets the figures of their own farms and no others', async () => {
  const viewers = await Promise.all(
    Object.keys(farmsOf).map(async (token) => {
      const client: Socket<ServerEvents, ClientEvents> = io(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
        path: livePath, transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true,
      })
      clients.push(client)
      const heard = { token, headcounts: 0, gateways: 0, rates: 0, statuses: 0, farmIds: new Set<number>() }
      client.on('headcounts', (counts) => {
        heard.headcounts++
        for (const { farmId } of counts) heard.farmIds.add(farmId)
      })
      client.on('gateways', (gateways) => {
        heard.gateways++
        for (const { farmId } of gateways) heard.farmIds.add(farmId)
      })
      client.on('rates', (rates) => {
        heard.rates++
        for (const { farmId } of rates) heard.farmIds.add(farmId)
      })
      client.on('status', () => heard.statuses++)
      await new Promise<void>((resolve) => {
        client.once('connect', resolve)
      })
      await client.emitWithAck('watch', { farms: [{ farmId: 1 }, { farmId: 2 }] })
      return heard
    }),
  )
  // More than one of each: the first comes to each viewer alone.
  await expect.poll(() => viewers.every(({ token, statuses, headcounts, gateways, rates }) => statuses > 1 && (token === 'none' || Math.min(headcounts, gateways, rates) > 2)), { timeout: 10_000 }).toBe(true)
  for (const { token, farmIds } of viewers) expect([token, [...farmIds].toSorted((a, b) => a - b)]).toEqual([token, farmsOf[token]])
})
