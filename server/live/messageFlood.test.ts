import { afterEach, beforeEach, expect, test } from 'vitest'
import { admissionOf, letIn, openTestHub, type TestHub } from './testHub.ts'

let live: TestHub
let alertRequests = 0
beforeEach(async () => {
  alertRequests = 0
  live = await openTestHub({
    admit: (token) => Promise.resolve(admissionOf(token, [])),
    alertsSince: () => {
      alertRequests++
      return Promise.resolve({ alerts: [], isAll: true, asOf: '' })
    },
  })
})
afterEach(() => live.close())

test('reads thousands of messages of one socket at a limited pace', async () => {
  const client = live.connect('north')
  await letIn(client)
  const begun = performance.now()
  let answered = 0
  for (let sent = 0; sent < 8000; sent++) client.emit('watch', { farms: [] }, () => void answered++)
  const other = live.connect('south')
  await letIn(other)
  await other.emitWithAck('alertsSince', '')
  expect([client.connected, alertRequests]).toEqual([true, 1])
  // A thousand at once and fifty a second; what arrived in the same chunks is answered, too.
  expect(answered).toBeLessThan(4500 + (performance.now() - begun) / 20)
})

test('reads megabytes of one socket at a limited pace', { timeout: 90_000 }, async () => {
  const client = live.connect('north')
  await letIn(client)
  const farms = Array.from({ length: 1000 }, (_, farmId) => ({
    farmId: farmId + 1,
    epoch: 2_000_000_000,
    sequence: 1_000_000_000,
  }))
  let answered = 0
  for (let sent = 0; sent < 300; sent++) client.emit('watch', { farms }, () => void answered++)
  const other = live.connect('south')
  await letIn(other)
  await other.emitWithAck('watch', { farms: [{ farmId: 1 }] })
  expect(answered).toBeLessThan(150)
})

test('answers a screen that changes its view thirty times', async () => {
  const client = live.connect('north')
  await letIn(client)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, farmId) => client.emitWithAck('watch', { farms: [{ farmId: farmId + 1 }] })),
  )
  expect(answers).toHaveLength(30)
})
