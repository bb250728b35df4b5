import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { decodeFrames } from '#contract/live/frames.ts'
import { admissionOf, animalsOn, seedFarms, letIn, openTestHub, type TestHub } from './testHub.ts'

let live: TestHub
/** Farms by token. While `isAway`, looking them up fails. */
let farmsOf: Record<string, number[]>
let isAway: boolean
/** Each look-up waits for this. */
let answered: Promise<void>
let admissions: number

beforeEach(async () => {
  farmsOf = { north: [1], other: [2] }
  isAway = false
  answered = Promise.resolve()
  admissions = 0
  live = await openTestHub({
    settings: { PUBLIC_URL: 'https://drover.example.com', TRUSTED_PROXY: 'loopback' },
    admit: async (token) => {
      admissions++
      await answered
      if (isAway) throw new Error('away')
      const farmIds = farmsOf[token]
      return farmIds ? admissionOf(token, farmIds) : null
    },
    alertsSince: async ({ farmIds }) => ({ alerts: [], isAll: [...farmIds].length > 0, asOf: '' }),
  })
  seedFarms(live.herd, [1, 2], { animals: animalsOn([1, 2]) })
})
afterEach(() => live.close())

async function open(token: string, headers: Record<string, string> = {}) {
  const client = live.connect(token, headers)
  const farms: number[][] = []
  const scenes = vi.fn()
  const nouns: string[][] = []
  const snapshots: number[] = []
  client.on('farms', (farmIds) => farms.push(farmIds))
  client.on('sceneChanged', scenes)
  client.on('recordsChanged', (changed) => nouns.push(changed))
  client.on('snapshot', ({ farmId }) => snapshots.push(farmId))
  await letIn(client)
  await expect.poll(() => farms.length).toBe(1)
  return { client, farms, scenes, snapshots, nouns }
}

const changeFarms = () => live.events.emit('recordsChanged', { noun: 'farms' })

test('sends a viewer its farms at first and after each change', async () => {
  const viewer = await open('north')
  expect(viewer.farms).toEqual([[1]])
  farmsOf['north'] = [2]
  changeFarms()
  await expect.poll(() => viewer.farms).toEqual([[1], [2]])
  expect(viewer.scenes).toHaveBeenCalled()
  expect(await viewer.client.emitWithAck('watch', { farms: [{ farmId: 1 }, { farmId: 2 }] })).toEqual({ refused: [1] })
})

test('sends changed farms during edits that never pause', async () => {
  const viewer = await open('north')
  farmsOf['north'] = [1, 2]
  const editing = setInterval(changeFarms, 20)
  try {
    await expect.poll(() => viewer.farms.at(-1), { timeout: 2000 }).toEqual([1, 2])
  } finally {
    clearInterval(editing)
  }
})

test('retries a failed look-up without delaying other viewers', async () => {
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

test('sends a change of health at once, not with the next heartbeat', async () => {
  const { client } = await open('north')
  let statuses = 0
  client.on('status', () => void statuses++)
  // Five heartbeats come within the timeout.
  for (let change = 0; change < 50; change++) live.events.emit('healthChanged', {})
  await expect.poll(() => statuses, { timeout: 5000 }).toBeGreaterThanOrEqual(50)
})

test('reloads scenes only for records that they show', async () => {
  const viewer = await open('north')
  const before = admissions
  live.events.emit('recordsChanged', { noun: 'animals', farmIds: [1] })
  live.events.emit('recordsChanged', { noun: 'pens', farmIds: [2] })
  live.events.emit('recordsChanged', { noun: 'pens', farmIds: [1] })
  await expect.poll(() => viewer.scenes.mock.calls.length).toBe(1)
  expect(admissions).toBe(before)
})

test('sends nouns of changed records, a burst once, within the role', async () => {
  const [north, other] = [await open('north'), await open('other')]
  for (let time = 0; time < 50; time++) live.events.emit('recordsChanged', { noun: 'pens', farmIds: [1] })
  live.events.emit('recordsChanged', { noun: 'neckbands', farmIds: [] })
  live.events.emit('recordsChanged', { noun: 'users', ids: [7], organisationIds: [3] })
  live.events.emit('recordsChanged', { noun: 'sources' })
  live.events.emit('recordsChanged', { noun: 'tickets', organisationIds: [4] })
  await expect.poll(() => [north.nouns, other.nouns]).toEqual([[['pens', 'neckbands']], [['neckbands']]])
})

test('sends the snapshot of a farm watched before its records are read', async () => {
  farmsOf['north'] = [1, 3]
  const viewer = await open('north')
  await viewer.client.emitWithAck('watch', { farms: [{ farmId: 3 }] })
  seedFarms(live.herd, [1, 2, 3], { animals: animalsOn([1, 2, 3]) })
  await expect.poll(() => viewer.snapshots).toEqual([3])
})

test('sends a farm once when it is watched a thousand times', async () => {
  const viewer = await open('north')
  const farms = Array.from({ length: 1000 }, () => ({ farmId: 1 }))
  expect(await viewer.client.emitWithAck('watch', { farms })).toEqual({ refused: [] })
  expect(viewer.snapshots).toEqual([1])
  // A frame that is being sent is not sent again.
  let bytes = 0
  viewer.client.on('snapshot', (_roster, frame) => void (bytes += decodeFrames(frame).length))
  await Promise.all(Array.from({ length: 200 }, () => viewer.client.emitWithAck('watch', { farms })))
  expect(bytes).toBeLessThan(20)
})

test('answers a flood of watches and takes the newest at its end', { tags: 'long', timeout: 15_000 }, async () => {
  farmsOf['north'] = [1, 2]
  const { client, snapshots } = await open('north')
  const watch = (...farmIds: number[]) => client.emitWithAck('watch', { farms: farmIds.map((farmId) => ({ farmId })) })
  // Paging through a list at a usual speed is never delayed.
  for (let page = 0; page < 15; page++) {
    const before = snapshots.length
    await watch(1)
    await expect.poll(() => snapshots.length, { timeout: 400, interval: 10 }).toBe(before + 1)
    await new Promise((resolve) => void setTimeout(resolve, 110))
  }
  snapshots.length = 0
  const until = Date.now() + 4000
  let rounds = 0
  while (Date.now() < until) {
    expect(await Promise.race([watch(1, 9), watch(1, 9)])).toEqual({ refused: [9] })
    rounds++
  }
  expect(rounds).toBeGreaterThan(100)
  expect(snapshots.length).toBeLessThan(30)
  expect(await watch(2)).toEqual({ refused: [] })
  await expect.poll(() => snapshots.at(-1)).toBe(2)
})

test('refuses pages of other origins', async () => {
  await expect(open('north', { origin: 'https://evil.example' })).rejects.toThrow('websocket error')
  await expect(open('north', { origin: 'null' })).rejects.toThrow('websocket error')
  await open('north', { origin: 'https://drover.example.com' })
  await open('north', { origin: live.url })
})

test('forgets connections that close during authentication', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answered = promise
  for (let place = 0; place < 20; place++) void open('north')
  await expect.poll(() => admissions).toBe(20)
  live.disconnect()
  await expect.poll(() => live.hub.viewers).toBe(0)
  resolve()
  await open('north')
})
