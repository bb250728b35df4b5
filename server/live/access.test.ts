import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { pino } from 'pino'
import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decodeFrames } from '#contract/live/frames.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { type ClientEvents, livePath, type ServerEvents } from '#contract/live/live.ts'
import { createClock, type Clock } from '../clock.ts'
import { createEvents, type Events } from '../events.ts'
import { Herd } from '../herd/herd.ts'
import { layOutRegistry } from '../herd/registry.ts'
import { LiveHub } from './hub.ts'

const square: Polygon = { type: 'Polygon', coordinates: [[[116, 43.9], [116.1, 43.9], [116.1, 44], [116, 44], [116, 43.9]]] }
type Client = Socket<ServerEvents, ClientEvents>

let http: Server
let hub: LiveHub
let clock: Clock
let events: Events
let herd: Herd
/** The farms that each token opens; while `isAway`, nobody can be asked about. */
let farmsOf: Record<string, number[]>
let isAway: boolean
/** What each question waits for. */
let answered: Promise<void>
let admissions: number
const clients: Client[] = []

const records = (farmIds: number[]) => ({
  farms: farmIds.map((id) => ({ id, name: `${id}`, supervisorOrgId: null, windowMinutes: 60, timeZone: 'UTC', projects: [], insured: [], boundary: square })),
  pens: [],
  gateways: [],
  animals: farmIds.map((id) => ({ id, visualTag: `${id}`, farmId: id, penId: null, neckbandId: id, deviceId: `AC${id}`, pairedAt: 0, pledgedTo: null })),
  spares: [],
  sources: [],
})

beforeEach(async () => {
  clock = createClock()
  herd = new Herd()
  herd.registry = layOutRegistry(records([1, 2]), herd.registry)
  http = createServer()
  const log = pino({ level: 'silent' })
  events = createEvents(log)
  farmsOf = { north: [1], other: [2] }
  isAway = false
  answered = Promise.resolve()
  admissions = 0
  hub = new LiveHub(http, {
    clock,
    log,
    events,
    herd,
    settings: { PUBLIC_URL: 'https://drover.example.com', TRUSTED_PROXY: 'loopback' },
    admit: async (token) => {
      admissions++
      await answered
      if (isAway) throw new Error('away')
      const farmIds = farmsOf[token]
      return farmIds ? { tokenHash: token, userId: token.length, role: 'SUPERVISOR_PM', organisationId: 3, farmIds } : null
    },
    alertsSince: async ({ farmIds }) => ({ alerts: [], isAll: [...farmIds].length > 0 }),
    status: () => ({ database: { up: true, since: 0 }, broker: { up: true, since: 0 } }),
    rates: () => [],
    onFrames: () => {},
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await hub.close()
  clock.stop()
})

const port = () => (http.address() as AddressInfo).port

async function open(token: string, headers: Record<string, string> = {}) {
  const client: Client = io(`http://127.0.0.1:${port()}`, { path: livePath, transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true, extraHeaders: headers })
  clients.push(client)
  const farms: number[][] = []
  const scenes = vi.fn()
  const nouns: string[][] = []
  const snapshots: number[] = []
  client.on('farms', (farmIds) => farms.push(farmIds))
  client.on('sceneChanged', scenes)
  client.on('recordsChanged', (changed) => nouns.push(changed))
  client.on('snapshot', ({ farmId }) => snapshots.push(farmId))
  await new Promise<void>((resolve, reject) => {
    client.once('connect', resolve)
    client.once('connect_error', reject)
  })
  await expect.poll(() => farms.length).toBe(1)
  return { client, farms, scenes, snapshots, nouns }
}

const changeFarms = () => events.emit('recordsChanged', { noun: 'farms' })

test('a viewer knows its farms from the start, and follows when they change', async () => {
  const viewer = await open('north')
  expect(viewer.farms).toEqual([[1]])
  farmsOf['north'] = [2]
  changeFarms()
  await expect.poll(() => viewer.farms).toEqual([[1], [2]])
  expect(viewer.scenes).toHaveBeenCalled()
  expect(await viewer.client.emitWithAck('watch', { farms: [{ farmId: 1 }, { farmId: 2 }] })).toEqual({ refused: [1] })
})

test('edits that never pause do not put it off', async () => {
  const viewer = await open('north')
  farmsOf['north'] = [1, 2]
  const editing = setInterval(changeFarms, 20)
  try {
    await expect.poll(() => viewer.farms.at(-1), { timeout: 2000 }).toEqual([1, 2])
  } finally {
    clearInterval(editing)
  }
})

test('one that can’t be asked about is asked about again, and holds up no other', async () => {
  const viewers = [await open('north'), await open('other')]
  isAway = true
  farmsOf = { north: [1, 2], other: [] }
  const before = admissions
  changeFarms()
  await expect.poll(() => admissions - before).toBe(2)
  isAway = false
  await expect.poll(() => viewers.map(({ farms }) => farms.at(-1)), { timeout: 5000 }).toEqual([[1, 2], []])
  expect(viewers.every(({ client }) => client.connected)).toBe(true)
})

test('a part of the server that fails, or is back, is told at once, and not with the next heartbeat', async () => {
  const { client } = await open('north')
  let told = 0
  client.on('status', () => void told++)
  // In the time in which these are waited for there are five heartbeats.
  for (let change = 0; change < 50; change++) events.emit('healthChanged', {})
  await expect.poll(() => told, { timeout: 5000 }).toBeGreaterThanOrEqual(50)
})

test('records that no scene shows reload none', async () => {
  const viewer = await open('north')
  const before = admissions
  events.emit('recordsChanged', { noun: 'animals', farmIds: [1] })
  events.emit('recordsChanged', { noun: 'pens', farmIds: [2] })
  events.emit('recordsChanged', { noun: 'pens', farmIds: [1] })
  await expect.poll(() => viewer.scenes.mock.calls.length).toBe(1)
  expect(admissions).toBe(before)
})

test('changes are told by their nouns to those whose they are: a burst once, nothing of what their role may not see', async () => {
  const [north, other] = [await open('north'), await open('other')]
  for (let time = 0; time < 50; time++) events.emit('recordsChanged', { noun: 'pens', farmIds: [1] })
  events.emit('recordsChanged', { noun: 'neckbands', farmIds: [] })
  events.emit('recordsChanged', { noun: 'users', ids: [7], organisationIds: [3] })
  events.emit('recordsChanged', { noun: 'sources' })
  events.emit('recordsChanged', { noun: 'tickets', organisationIds: [4] })
  await expect.poll(() => [north.nouns, other.nouns]).toEqual([[['pens', 'neckbands']], [['neckbands']]])
})

test('a farm that is watched before its records are read comes with a snapshot once they are', async () => {
  farmsOf['north'] = [1, 3]
  const viewer = await open('north')
  await viewer.client.emitWithAck('watch', { farms: [{ farmId: 3 }] })
  herd.registry = layOutRegistry(records([1, 2, 3]), herd.registry)
  await expect.poll(() => viewer.snapshots).toEqual([3])
})

test('the same farm asked for a thousand times is sent once', async () => {
  const viewer = await open('north')
  const farms = Array.from({ length: 1000 }, () => ({ farmId: 1 }))
  expect(await viewer.client.emitWithAck('watch', { farms })).toEqual({ refused: [] })
  expect(viewer.snapshots).toEqual([1])
  // Asked over and over, too: what is on its way is not sent again.
  let bytes = 0
  viewer.client.on('snapshot', (_roster, frame) => void (bytes += decodeFrames(frame).length))
  await Promise.all(Array.from({ length: 200 }, () => viewer.client.emitWithAck('watch', { farms })))
  expect(bytes).toBeLessThan(20)
})

test('a flood of watches is answered, and taken now and then: the newest at the end', async () => {
  farmsOf['north'] = [1, 2]
  const { client, snapshots } = await open('north')
  const watch = (...farmIds: number[]) => client.emitWithAck('watch', { farms: farmIds.map((farmId) => ({ farmId })) })
  // Somebody who leafs through pages waits for none of them.
  for (let page = 0; page < 15; page++) {
    const before = snapshots.length
    await watch(1)
    await expect.poll(() => snapshots.length, { timeout: 400, interval: 10 }).toBe(before + 1)
    await new Promise((resolve) => void setTimeout(resolve, 110))
  }
  snapshots.length = 0
  const until = Date.now() + 4000
  let asked = 0
  while (Date.now() < until) {
    expect(await Promise.race([watch(1, 9), watch(1, 9)])).toEqual({ refused: [9] })
    asked++
  }
  expect(asked).toBeGreaterThan(100)
  expect(snapshots.length).toBeLessThan(30)
  expect(await watch(2)).toEqual({ refused: [] })
  await expect.poll(() => snapshots.at(-1)).toBe(2)
}, 15_000)

test('pages of other sites may not connect; ours, by either name, and programs may', async () => {
  await expect(open('north', { origin: 'https://evil.example' })).rejects.toThrow('websocket error')
  await expect(open('north', { origin: 'null' })).rejects.toThrow('websocket error')
  await open('north', { origin: 'https://drover.example.com' })
  await open('north', { origin: `http://127.0.0.1:${port()}` })
})

test('connections that close while it is asked whose they are count to nobody', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answered = promise
  for (let place = 0; place < 20; place++) void open('north')
  await expect.poll(() => admissions).toBe(20)
  for (const client of clients.splice(0)) client.disconnect()
  await expect.poll(() => hub.viewers).toBe(0)
  resolve()
  await open('north')
})
