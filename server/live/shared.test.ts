import { afterAll, beforeAll, expect, test } from 'vitest'
import { admissionOf, seedFarms, openTestHub, type TestHub } from './testHub.ts'

const farmsOf: Record<string, number[]> = { north: [1], again: [1], both: [1, 2], south: [2], none: [] }

let live: TestHub
beforeAll(async () => {
  live = await openTestHub({
    admit: (token) => Promise.resolve({ ...admissionOf(token, farmsOf[token] ?? []), userId: 1 }),
    rates: (farmIds) =>
      Array.from(farmIds, (farmId) => ({ farmId, storedPerSecond: 1, rejectedPerSecond: 0, refused: null })),
  })
  seedFarms(live.herd, [1, 2], {
    gateways: [1, 2].map((id) => ({
      id: id * 10,
      mac: `AC${id}`,
      name: null,
      farmId: id,
      penId: null,
      heardAt: null,
    })),
  })
})
afterAll(() => live.close())

test('sends each viewer the figures of their own farms only', async () => {
  const viewers = await Promise.all(
    Object.keys(farmsOf).map(async (token) => {
      const client = live.connect(token)
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
  // Waits for several of each, because the first is sent to each viewer separately.
  await expect
    .poll(
      () =>
        viewers.every(
          ({ token, statuses, headcounts, gateways, rates }) =>
            statuses > 1 && (token === 'none' || Math.min(headcounts, gateways, rates) > 2),
        ),
      { timeout: 10_000 },
    )
    .toBe(true)
  for (const { token, farmIds } of viewers)
    expect([token, [...farmIds].toSorted((a, b) => a - b)]).toEqual([token, farmsOf[token]])
})
