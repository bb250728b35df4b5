import { io } from 'socket.io-client'
import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { livePath } from '#contract/live/live.ts'
import type { HeadQuery } from '../../server/herd/herd.ts'
import { createCountedHeads } from '../../server/db/projects/countedHeads.ts'
import { sampleProjects } from '../../server/resources/projects/headcount/projectSamples.ts'
import { newDataDir, removeDataDir, startProduct, type Product } from '../product.ts'
import { count, goal, type Section } from '../report.ts'
import { type Herds, seedProjects } from './layOut.ts'

const callLimitMs = 200
const screenLimitMs = 2000
const tries = 40
const screens = 20

/** Measures projects with herds and samples: the calls of a project's page, and the time until a new price appears on its screens. */
export async function benchProjects({ projects = 1000, animals = 500_000, days = 90 } = {}): Promise<Section> {
  const dataDir = newDataDir()
  let product = await startProduct(dataDir)
  try {
    const herds = await seedProjects(product.sql, { projects, animals, days })
    // The server loads the herd into memory at its start.
    await product.stop()
    product = await startProduct(dataDir)
    const calls: [name: string, p95: number][] = []
    const measure = async <E extends Endpoint>(name: string, call: E, input: Input<E>, token = herds.banker) => {
      const times: number[] = []
      for (let turn = 0; turn < tries; turn++) {
        const began = performance.now()
        await ask(product, token, call, input)
        times.push(performance.now() - began)
      }
      calls.push([name, times.toSorted((a, b) => a - b)[Math.floor(tries * 0.95)] ?? Number.NaN])
    }
    await measure('list, 20 projects', endpoints.projects.list, {
      isOnlyActive: true,
      sort: { field: 'loanAmount', order: 'desc' },
    })
    await measure('list, a word of a name', endpoints.projects.list, { name: '99' })
    for (const [size, id] of [
      ['of the usual size', herds.usual],
      [`of ${count(animals / 5)} animals`, herds.large],
    ] as const) {
      const of = `a project ${size}`
      await measure(`info, ${of}`, endpoints.projects.detail, { id })
      await measure(`headcount, ${of}`, endpoints.projectHeadcounts.shown, { id })
      await measure(`coverage, ${of}`, endpoints.projectCoverage.shown, { id })
      await measure(`trend of ${days} days, ${of}`, endpoints.projectHeadcounts.trend, { id, days })
      await measure(`ledger, ${of}`, endpoints.ledgerEntries.list, { id })
      await measure(`heads unaccounted for, ${of}`, endpoints.projectHeads.list, { id, state: ['UNACCOUNTED'] })
    }
    const pastInput = { happened: new Date(herds.pastAt).toISOString(), recorded: new Date(herds.pastAt).toISOString() }
    for (const [name, moment] of [
      ['the day before', pastInput],
      ['the same by what is known now', { happened: pastInput.happened }],
    ] as const) {
      const of = { id: herds.large, ...moment }
      await measure(`info, ${name}`, endpoints.projects.detail, of)
      await measure(`headcount, ${name}`, endpoints.projectHeadcounts.shown, of)
      await measure(`coverage, ${name}`, endpoints.projectCoverage.shown, of)
      await measure(`map with pens, ${name}`, endpoints.projectMaps.shown, of)
      await measure(`alerts, ${name}`, endpoints.alerts.list, { projectId: herds.large, ...moment })
      await measure(`heads unaccounted for, their pens and alerts, ${name}`, endpoints.projectHeads.list, {
        ...of,
        state: ['UNACCOUNTED'],
      })
      await measure(`pledged animals, ${name}`, endpoints.pledges.list, { ...of, isCounted: true })
    }
    await measure(`the wall of ${count(projects)} projects`, endpoints.projectMonitor.shown, {}, herds.bankAdmin)
    const shownMs = await untilShown(product, herds)
    const sampled = performance.now()
    const silent = {
      heads: async ({ animalIds: { length } }: HeadQuery) => ({
        codes: new Uint8Array(length),
        heardAt: new Float64Array(length),
        gatewayIds: new Uint32Array(length),
      }),
    }
    await sampleProjects({ sql: product.sql, herd: silent, countedHeads: createCountedHeads() }, Date.now())
    const sampleMs = performance.now() - sampled
    const worst = Math.max(...calls.map(([, ms]) => ms))
    return {
      title: `${count(projects)} projects, ${count(animals)} animals, ${days} days`,
      head: ['', 'ms'],
      rows: [
        ...calls.map(([name, ms]) => [name, ms.toFixed(0)]),
        ['goal of each', goal(worst, { atMost: callLimitMs })],
        [`a price of ${count(animals / 5)} animals on ${screens} screens`, shownMs.toFixed(0)],
        ['goal', goal(shownMs, { atMost: screenLimitMs })],
        ['a sample of every project', sampleMs.toFixed(0)],
      ],
      notes: [
        `The 95th of 100 of ${tries} calls, one after another over HTTP on the same machine. The price is timed from the bank’s approval of the request on; a screen is a live connection that asks for headcount and coverage when it is told of collateral.`,
      ],
      figures: { 'projects.callMs': worst, 'projects.shownMs': shownMs, 'projects.sampleMs': sampleMs },
    }
  } finally {
    await product.stop()
    removeDataDir(dataDir)
  }
}

async function ask<E extends Endpoint>(
  product: Product,
  token: string,
  { method, path }: E,
  input: Input<E>,
): Promise<Reply<E>> {
  const queryInput = new Map(Object.entries(input as object))
  const url = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = String(queryInput.get(name))
    queryInput.delete(name)
    return value
  })
  const query =
    method === 'GET' ? `?${new URLSearchParams([...queryInput].map(([name, value]) => [name, String(value)]))}` : ''
  const response = await fetch(`http://127.0.0.1:${product.webPort}${url}${query}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-auth-token': token, 'x-auth-timestamp': String(Date.now()) },
    ...(method !== 'GET' && { body: JSON.stringify(Object.fromEntries(queryInput)) }),
  })
  const { data } = (await response.json()) as { data: Reply<E> }
  if (!response.ok) throw new Error(`${path} is answered with ${response.status}`)
  return data
}

/** Returns the time from a new price until the last of several open screens shows the new coverage, ms. */
async function untilShown(product: Product, { large, lineId, pm, banker, bankAdmin }: Herds): Promise<number> {
  const before = await ask(product, banker, endpoints.projectCoverage.shown, { id: large })
  const { ticketId } = await ask(product, pm, endpoints.collateral.reprice, {
    id: large,
    collateralId: lineId,
    unitPrice: '13000',
    pricedOn: new Date().toISOString().slice(0, 10),
    priceSource: 'Market',
    haircut: '0.2',
    reason: 'Bench',
  })
  if (ticketId === null) throw new Error('nobody was asked')
  const sockets = Array.from({ length: screens }, () =>
    io(`http://127.0.0.1:${product.webPort}`, {
      path: livePath,
      transports: ['websocket'],
      auth: { token: banker },
      forceNew: true,
    }),
  )
  try {
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', () => resolve()))))
    const shown = sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          socket.on('recordsChanged', (nouns: string[]) => {
            if (!nouns.includes('collateral')) return
            const replies = [
              ask(product, banker, endpoints.projectHeadcounts.shown, { id: large }),
              ask(product, banker, endpoints.projectCoverage.shown, { id: large }),
            ] as const
            Promise.all(replies).then(([, { value }]) => value !== before.value && resolve(), reject)
          })
        }),
    )
    const began = performance.now()
    await ask(product, bankAdmin, endpoints.tickets.approve, { ticketId, decision: 'APPROVED' })
    await Promise.all(shown)
    return performance.now() - began
  } finally {
    for (const socket of sockets) socket.close()
  }
}
