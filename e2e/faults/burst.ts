import { setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Call } from '#mocks/calls.ts'
import { expect, report, type Stray } from '../fixtures.ts'
import type { Product } from '../product.ts'

/** Sends readings of one animal continuously, and records the instants of acknowledged ones. */
export function burst(client: MqttClient, stray: Stray, firstAt: number) {
  const acknowledged: number[] = []
  let running = true
  let at = firstAt
  const sender = async () => {
    while (running) {
      const mine = at++
      await report(client, stray, stray.inside, mine).then(
        () => void acknowledged.push(mine),
        () => wait(20),
      )
    }
  }
  const senders = Array.from({ length: 20 }, sender)
  return {
    acknowledged,
    async stop() {
      running = false
      await Promise.allSettled(senders)
    },
  }
}

/** Returns the instants (epoch ms) of all stored readings of an animal's neckband, in order. */
export async function storedInstants(call: Call, stray: Stray, from: number): Promise<number[]> {
  const instants: number[] = []
  for (let current = 1; ; current++) {
    const { list, total } = await call(endpoints.neckbands.readings, {
      id: stray.neckbandId,
      from: from - 1,
      to: Date.now() + 600_000,
      current,
      pageSize: 1000,
    })
    instants.push(...list.map(({ at }) => Date.parse(at)))
    if (instants.length >= total || list.length === 0) return instants
  }
}

export function expectOnce(stored: number[], acknowledged: number[]): void {
  expect(new Set(stored).size, 'stored twice').toBe(stored.length)
  const all = new Set(stored)
  expect(
    acknowledged.filter((at) => !all.has(at)),
    'acknowledged and lost',
  ).toEqual([])
}

/** Whether the server reports that it is ready. */
export async function isReady(product: Product): Promise<boolean> {
  const response = await fetch(`${product.url}/health/ready`).catch(() => null)
  return response?.status === 200
}
