import { expect, type Page } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Call } from '#mocks/calls.ts'
import { connectionSign, openGateway } from '../fixtures.ts'
import type { Broker } from './broker.ts'
import type { Network } from './network.ts'
import type { Product } from '../product.ts'

/** Everything that a fault can affect, and the wall that watches it, opened by the borrower who owns the yard. */
export interface Stage {
  page: Page
  product: Product
  network: Network
  /** Null for the product's own broker. */
  broker: Broker | null
  /** Call of the user who edits the records. */
  call: Call
  yard: Yard
}

const tileNames = ['.wall-farms-tile', '.wall-alerts-tile', '.wall-devices-tile', '.wall-figures', '.wall-map']

/** Returns the names of the tiles that declare their content outdated. */
const staleTiles = (page: Page): Promise<string[]> =>
  page.evaluate(
    (names) => names.filter((name) => document.querySelector(`${name}:is([data-stale], [data-frozen])`) !== null),
    tileNames,
  )

/** Expects the wall to show a trouble within a time. All tiles and the connection sign must be marked as outdated, or none of them. */
export async function expectTrouble(page: Page, words: RegExp, isStale: boolean, ms: number): Promise<void> {
  const from = performance.now()
  await expect(page.locator('.wall-troubles')).toContainText(words, { timeout: ms })
  await expect
    .poll(() => staleTiles(page), { timeout: Math.max(1, ms - (performance.now() - from)) })
    .toEqual(isStale ? tileNames : [])
  const sign = expect(connectionSign(page))
  await (isStale ? sign.not : sign).toHaveAttribute('data-kind', /^(live|polling)$/, {
    timeout: Math.max(1, ms - (performance.now() - from)),
  })
}

/** Expects the wall to be live again within a time, without troubles or outdated tiles. */
export async function expectRecovered(page: Page, ms: number): Promise<void> {
  const state = async () => ({
    connection: await page.locator('.wall-connection').getAttribute('data-kind'),
    stale: await staleTiles(page),
    troubles: await page.locator('.wall-troubles').textContent(),
    hasData: await page.evaluate(
      () =>
        document.querySelector('.wall-farm strong') !== null &&
        document.querySelectorAll('.wall-figures strong').length > 3,
    ),
  })
  await expect
    .poll(state, { timeout: ms, intervals: [100] })
    .toEqual({ connection: 'live', stale: [], troubles: '', hasData: true })
}

interface Band {
  tag: string
  deviceId: string
  gateway: string
}

/**
 * A farm of our own without a project, where each animal but one has its own gateway. A low battery is CRITICAL there.
 * The watching borrower owns it, and a second farm that is taken from their view and returned.
 */
export interface Yard {
  farmId: number
  lentId: number
  borrowerOrgId: number
  /** The animal that is moved between the two farms. */
  walkerId: number
  /** Number of changes made so far. */
  turn: number
  bands: Band[]
}

const side = 0.01
const [west, south] = [118, 44.5]
const boundary = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ] as [number, number][][],
}

const walkerTag = '演练走失'
const lentName = '借出场'

export async function makeYard(call: Call, viewer: Call): Promise<Yard> {
  const { userOrgId } = await viewer(endpoints.account.profile, {})
  const borrowerOrgId = userOrgId ?? 0
  const { id: farmId } = await call(endpoints.farms.addOrEdit, { name: '演练场', borrowerOrgId, boundary })
  const { id: lentId } = await call(endpoints.farms.addOrEdit, { name: lentName, borrowerOrgId, boundary })
  const { id: walkerId } = await call(endpoints.animals.addOrEdit, { visualTag: walkerTag, farmId })
  await call(endpoints.alertRules.addOrEdit, { kind: 'LOW_BATTERY', farmId, severity: 'CRITICAL' })
  const bands: Band[] = []
  for (let i = 0; i < 4; i++) {
    const [tag, gateway, deviceId] = [
      `演练${i}`,
      `FA0000000${i}${Date.now() % 1000}`.slice(0, 12),
      `FB0000${i}${Date.now() % 100_000}`,
    ]
    await call(endpoints.gateways.addOrEdit, { mac: gateway, farmId, longitude: west, latitude: south })
    const animal = await call(endpoints.animals.addOrEdit, { visualTag: tag, farmId })
    await call(endpoints.neckbands.addOrEdit, { deviceId, animalId: animal.id })
    bands.push({ tag, deviceId, gateway })
  }
  return { farmId, lentId, borrowerOrgId, walkerId, turn: 0, bands }
}

const bodyOf = ({ deviceId, gateway }: Band, battery: number) =>
  JSON.stringify({
    gateway,
    readings: [{ neckband: deviceId, at: Date.now(), longitude: west + side / 2, latitude: south + side / 2, battery }],
  })

async function report({ product }: Stage, band: Band, battery: number): Promise<void> {
  const headers = { authorization: 'Bearer Demo2026', 'content-type': 'application/json' }
  const response = await fetch(`${product.url}/ingest/json`, { method: 'POST', headers, body: bodyOf(band, battery) })
  expect(response.status).toBe(200)
}

/**
 * Changes data shown on the wall through another user's calls. A farm is renamed, and another one added or removed. An animal moves with a farm out
 * of the viewer's view, or back. One alert is raised and the previous one clears.
 * @returns a function that waits, at most the given ms, until the wall shows all changes
 */
export async function change(stage: Stage): Promise<(ms: number) => Promise<void>> {
  const { call, page, yard } = stage
  const turn = ++yard.turn
  const name = `演练场 ${turn}`
  const isLent = turn % 2 === 1
  await call(endpoints.farms.addOrEdit, { id: yard.farmId, name, boundary })
  await call(endpoints.animals.addOrEdit, {
    id: yard.walkerId,
    visualTag: walkerTag,
    farmId: isLent ? yard.lentId : yard.farmId,
  })
  await call(endpoints.farms.addOrEdit, {
    id: yard.lentId,
    name: lentName,
    borrowerOrgId: isLent ? null : yard.borrowerOrgId,
    boundary,
  })
  const before = (await call(endpoints.farms.list, { name: '来去', pageSize: 10 })).list
  if (before[0]) await call(endpoints.farms.remove, { id: before[0].id })
  else await call(endpoints.farms.addOrEdit, { name: '来去', borrowerOrgId: yard.borrowerOrgId, boundary })
  const { list } = await call(endpoints.farms.list, { borrowerOrgId: yard.borrowerOrgId, pageSize: 100 })
  const [raised, cleared] = [yard.bands[turn % 2], yard.bands[1 - (turn % 2)]] as [Band, Band]
  await report(stage, cleared, 95)
  await report(stage, raised, 5)
  const farms = page.locator('.wall-farms li')
  const shown = async () => {
    const heads = await farms.filter({ hasText: name }).locator('.wall-farm-heads > span').allTextContents()
    const alerts = (await page.locator('.wall-alerts-tile').allTextContents()).join()
    return {
      farms: (await farms.locator('.wall-farm-head > b').allTextContents()).toSorted(),
      ledgers: heads.map((text) => text.split('/').at(-1)?.trim()),
      alerts: [raised, cleared].flatMap(({ tag }) => (alerts.includes(tag) ? [tag] : [])),
    }
  }
  return (ms) =>
    expect.poll(shown, { timeout: ms, intervals: [100] }).toEqual({
      farms: list.map((farm) => farm.name).toSorted(),
      ledgers: [`${yard.bands.length + (isLent ? 0 : 1)}`],
      alerts: [raised.tag],
    })
}

/** Starts the gateways of the yard's last animals, each sending every half second until silenced. */
export async function startGateways({ product, broker, call, yard }: Stage) {
  const bands = yard.bands.slice(2)
  const url = broker ? `mqtt://127.0.0.1:${broker.port}` : product.mqttUrl
  const clients: MqttClient[] = await Promise.all(bands.map(() => openGateway(url)))
  const speaking = new Set(clients)
  const isSeen = async () => {
    const { list } = await call(endpoints.gateways.list, { farmId: yard.farmId, pageSize: 100 })
    return bands.every(({ gateway }) => list.some(({ mac, state }) => mac === gateway && state === 'ONLINE'))
  }
  const timer = setInterval(() => {
    for (const [i, client] of clients.entries()) {
      const band = bands[i]
      if (band && speaking.has(client)) client.publish(`ingest/json/${band.gateway}`, bodyOf(band, 95), { qos: 1 })
    }
  }, 500)
  await expect.poll(isSeen).toBe(true)
  return {
    names: bands.map(({ gateway }) => gateway),
    /** The first gateway loses its connection, the second one hangs. */
    silence() {
      speaking.clear()
      clients[0]?.end(true)
    },
    async mend() {
      clients[0] = await openGateway(url)
      for (const client of clients) speaking.add(client)
    },
    async close() {
      clearInterval(timer)
      await Promise.all(clients.map((client) => client.endAsync(true)))
    },
  }
}
