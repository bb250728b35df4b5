// @vitest-environment node
import { expect, test } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { AlertsAnswer } from '#contract/live/live.ts'
import { alerts$, type AlertsUpdate } from './alerts.ts'
import { scriptedSocket } from '../scriptedSocket.ts'

const alert = (id: number, changeId: number): Alert => ({
  id,
  changeId,
  kind: 'LEFT_PEN',
  severity: 'CRITICAL',
  subjectType: 'ANIMAL',
  subjectId: id,
  subjectName: `…${id}`,
  farmId: 1,
  farmSlotId: null,
  animalId: id,
  raisedAt: '2026-05-01T00:00:00.000Z',
  sinceAt: '2026-05-01T00:00:00.000Z',
  clearedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  comment: null,
  version: 1,
  assignedTo: null,
  shelvedAt: null,
  shelvedUntil: null,
  shelvedBecause: null,
  closedAt: null,
  closedBy: null,
  closeCode: null,
  flaps: 0,
  isLate: false,
  detail: {},
})

const settle = () => new Promise((resolve) => setTimeout(resolve))
const versions = ({ alerts, isAll }: AlertsUpdate) =>
  `${isAll ? 'all: ' : ''}${alerts.map(({ id, changeId }) => `${id}@${changeId}`).join()}`

function listen(answer: (asOf: string) => Promise<AlertsAnswer>) {
  const socket = scriptedSocket()
  socket.answerAlerts = answer
  const got: string[] = []
  alerts$(socket).subscribe((update) => got.push(versions(update)))
  return { socket, got, connect: (farmIds = [1]) => socket.emit('farms', farmIds) }
}

test('requests all open alerts, then the changes since the last answer', async () => {
  const { socket, got, connect } = listen(async (asOf) =>
    asOf === ''
      ? { alerts: [alert(1, 7)], isAll: true, asOf: '31' }
      : { alerts: [alert(3, 8)], isAll: false, asOf: '45' },
  )
  connect()
  await settle()
  // A change with a lower id than one that was seen may be committed later.
  socket.emit('alerts', [alert(2, 9000)])
  connect()
  await settle()
  connect()
  await settle()
  expect(socket.alertsAskedSince).toEqual(['', '31', '45'])
  expect(got).toEqual(['all: 1@7', '2@9000', '3@8', '3@8'])
})

test('requests all alerts again when the visible farms change', async () => {
  const { socket, got, connect } = listen(async () => ({ alerts: [alert(3, 4)], isAll: true, asOf: '31' }))
  connect([1])
  await settle()
  socket.emit('alerts', [alert(2, 9)])
  connect([2, 1])
  await settle()
  connect([1, 2])
  await settle()
  expect(socket.alertsAskedSince).toEqual(['', '', '31'])
  expect(got).toEqual(['all: 3@4', '2@9', 'all: 3@4', 'all: 3@4'])
})

test('keeps newer events that arrive before an older answer', async () => {
  let answer: (answer: AlertsAnswer) => void = () => undefined
  const { socket, got, connect } = listen(() => new Promise((resolve) => (answer = resolve)))
  connect()
  socket.emit('alerts', [alert(1, 9), alert(3, 10)])
  answer({ alerts: [alert(1, 7), alert(2, 8)], isAll: true, asOf: '31' })
  await settle()
  expect(got).toEqual(['1@9,3@10', 'all: 2@8,1@9,3@10'])
})

test('emits the newest of two versions that arrive in the wrong order before an answer', async () => {
  let answer: (answer: AlertsAnswer) => void = () => undefined
  const { socket, got, connect } = listen(() => new Promise((resolve) => (answer = resolve)))
  connect()
  socket.emit('alerts', [alert(1, 9)])
  socket.emit('alerts', [alert(1, 8)])
  answer({ alerts: [], isAll: true, asOf: '31' })
  await settle()
  expect(got.at(-1)).toBe('all: 1@9')
})

test('repeats a request whose answer was lost with the connection', async () => {
  const { socket, connect } = listen(() => new Promise(() => undefined))
  connect()
  socket.emit('alerts', [alert(1, 9)])
  connect()
  expect(socket.alertsAskedSince).toEqual(['', ''])
})
