// @vitest-environment node
import { expect, test } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { alerts$ } from './alerts.ts'
import { scriptedSocket } from './scriptedSocket.ts'

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
  detail: {},
})

const settle = () => new Promise((resolve) => setTimeout(resolve))

test('asks for all open alerts, then for what changed since the newest it saw', async () => {
  const socket = scriptedSocket()
  socket.answerAlerts = () => Promise.resolve([alert(1, 7)])
  const got: string[] = []
  alerts$(socket).subscribe((alerts) => got.push(alerts.map(({ id, changeId }) => `${id}@${changeId}`).join()))
  await settle()
  socket.say('alerts', [alert(2, 9)])
  socket.become({ kind: 'disconnected' })
  socket.become({ kind: 'connected', transport: 'websocket' })
  expect(socket.alertsAskedSince).toEqual([0, 9])
  expect(got).toEqual(['1@7', '2@9'])
})

test('an answer does not bring back an older version than an event brought meanwhile', async () => {
  const socket = scriptedSocket()
  let answer: (alerts: Alert[]) => void = () => undefined
  socket.answerAlerts = () => new Promise((resolve) => (answer = resolve))
  const got: string[] = []
  alerts$(socket).subscribe((alerts) => got.push(alerts.map(({ id, changeId }) => `${id}@${changeId}`).join()))
  socket.say('alerts', [alert(1, 9)])
  answer([alert(1, 7), alert(2, 8)])
  await settle()
  expect(got).toEqual(['1@9', '2@8'])
})

test('an answer that was lost with the connection is asked for again from the same place', async () => {
  const socket = scriptedSocket()
  socket.answerAlerts = () => new Promise(() => undefined)
  alerts$(socket).subscribe()
  socket.say('alerts', [alert(1, 9)])
  socket.become({ kind: 'disconnected' })
  socket.become({ kind: 'connected', transport: 'websocket' })
  expect(socket.alertsAskedSince).toEqual([0, 0])
})
