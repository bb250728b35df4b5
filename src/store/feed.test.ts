import { afterEach, expect, test, vi } from 'vitest'
import type { GatewayState } from '#contract/herd/gateways.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { frameKinds } from '#contract/live/frames.ts'
import { frameOf, scriptedSocket } from '#streams/scriptedSocket.ts'
import { useAlerts } from './alerts.ts'
import { herdNow } from './clock.ts'
import { startFeed, type Feed } from './feed.ts'
import { useGateways } from './gateways.ts'
import { useHeadcounts } from './headcounts.ts'
import { findAnimals, herdSource } from './herd/herds.ts'
import { useRates } from './rates.ts'
import { endSession, useSession } from '../api/session.ts'
import { useStatus } from './status.ts'

let feed: Feed | null = null
afterEach(() => {
  feed?.stop()
  endSession()
})

const roster = { farmId: 1, animalIds: [11, 12], visualTags: ['10011', '20011'], penIds: [0, 0] }
const part = { up: true, since: 0 }
const status = { herdAt: 1_000_000, speed: 1, database: part, broker: part }
const headcount = {
  farmId: 1,
  ledger: 2,
  heard: 1,
  unverified: 0,
  unaccounted: 1,
  windowMinutes: 60,
  lowBattery: 0,
  neckbands: 2,
  at: 0,
  lastHeardAt: 0,
}

test('writes frames at once and announces them per animation frame', async () => {
  const socket = scriptedSocket()
  feed = startFeed(socket)
  feed.watch([1])
  const heard = vi.fn<() => void>()
  const stopListening = herdSource.listen(heard)
  socket.emit('snapshot', roster, frameOf({ kind: frameKinds.snapshot, sequence: 1 }))
  for (let sequence = 2; sequence < 20; sequence++) socket.emit('delta', frameOf({ sequence }))
  expect(herdSource.read().get(1)?.sequence).toBe(19)
  expect(heard).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), { timeout: 10_000 })
  stopListening()
})

test('finds animals by the end of their tag first', () => {
  const socket = scriptedSocket()
  feed = startFeed(socket)
  feed.watch([1])
  socket.emit(
    'snapshot',
    { ...roster, visualTags: ['11077', '20011'] },
    frameOf({ kind: frameKinds.snapshot, sequence: 1 }),
  )
  expect(findAnimals('11', 8).map(({ animalId }) => animalId)).toEqual([12, 11])
  expect(findAnimals(' ', 8)).toEqual([])
})

test('receives headcounts, status and herd time', () => {
  const socket = scriptedSocket()
  feed = startFeed(socket)
  socket.emit('status', status)
  socket.emit('headcounts', [headcount])
  expect(useStatus.getState().status?.speed).toBe(1)
  expect(useHeadcounts.getState().byFarm.get(1)?.heard).toBe(1)
  expect(herdNow()).toBeGreaterThanOrEqual(1_000_000)
})

test('drops data of farms that are no longer visible', async () => {
  const socket = scriptedSocket()
  const alert = {
    id: 1,
    changeId: 5,
    severity: 'MAJOR',
    raisedAt: '2026-05-01T00:00:00.000Z',
    clearedAt: null,
    closedAt: null,
  } as Alert
  socket.answerAlerts = async () => ({ alerts: [], isAll: true, asOf: '1' })
  feed = startFeed(socket)
  socket.emit('alerts', [alert])
  socket.emit('headcounts', [headcount, { ...headcount, farmId: 2 }])
  socket.emit('gateways', [{ gatewayId: 7, farmId: 1, state: 'ONLINE', lastSeenAt: 0 }])
  socket.emit('rates', [{ farmId: 1, storedPerSecond: 3, rejectedPerSecond: 0, refused: null }])
  feed.watch([1])
  socket.emit('snapshot', roster, frameOf({ kind: frameKinds.snapshot, sequence: 1 }))
  expect(findAnimals('10011', 1)).toHaveLength(1)
  socket.emit('farms', [2])
  expect(useRates.getState().byFarm.size).toBe(0)
  expect(findAnimals('10011', 1)).toEqual([])
  expect([...useHeadcounts.getState().byFarm.keys()]).toEqual([2])
  expect(useGateways.getState().byId.size).toBe(0)
  await vi.waitFor(() => expect(useAlerts.getState().open).toEqual([]), { timeout: 10_000 })
})

test('keeps the map of gateway states while none changes', () => {
  const socket = scriptedSocket()
  feed = startFeed(socket)
  const say = (lastSeenAt: number, ...states: GatewayState[]) =>
    socket.emit(
      'gateways',
      states.map((state, place) => ({ gatewayId: place + 1, farmId: 1, state, lastSeenAt })),
    )
  say(0, 'ONLINE', 'OFFLINE')
  const before = useGateways.getState().states
  say(5, 'ONLINE', 'OFFLINE')
  expect(useGateways.getState().states).toBe(before)
  say(6, 'ONLINE', 'ONLINE')
  expect([...useGateways.getState().states]).toEqual([
    [1, 'ONLINE'],
    [2, 'ONLINE'],
  ])
})

test('keeps the newer version of an alert and drops cleared ones', async () => {
  const socket = scriptedSocket()
  feed = startFeed(socket)
  const alert = {
    id: 1,
    changeId: 5,
    severity: 'MAJOR',
    raisedAt: '2026-05-01T00:00:00.000Z',
    clearedAt: null,
    closedAt: null,
  } as Alert
  socket.emit('alerts', [alert])
  // The first counts at once, and what follows on its heels together.
  expect(useAlerts.getState().open).toEqual([alert])
  const next = { ...alert, id: 2, changeId: 7 }
  socket.emit('alerts', [{ ...alert, changeId: 4, clearedAt: '2026-05-01T00:01:00.000Z' }])
  socket.emit('alerts', [next])
  await vi.waitFor(() => expect(useAlerts.getState().open).toEqual([alert, next]))
  socket.emit('alerts', [{ ...alert, changeId: 6, clearedAt: '2026-05-01T00:01:00.000Z' }])
  await vi.waitFor(() => expect(useAlerts.getState().open).toEqual([next]))
})

test('leaves no data for the next user when it stops', () => {
  const socket = scriptedSocket()
  feed = startFeed(socket)
  feed.watch([1])
  socket.emit('snapshot', roster, frameOf({ kind: frameKinds.snapshot, sequence: 1 }))
  socket.emit('headcounts', [headcount])
  feed.stop()
  expect(herdSource.read().size).toBe(0)
  expect(useHeadcounts.getState().byFarm.size).toBe(0)
})

test('ends the session that the server has ended', () => {
  useSession.setState({
    session: { token: 't', role: null, organisationId: null, organisationKind: null, organisationName: null },
  })
  const socket = scriptedSocket()
  feed = startFeed(socket)
  socket.become({ kind: 'disconnected', refused: true })
  expect(useSession.getState().session).toBeNull()
})
