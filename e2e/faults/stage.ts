import { expect, type Page } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Call } from '#mocks/calls.ts'
import { connectionSign, openGateway } from '../fixtures.ts'
import type { Broker } from './broker.ts'
import type { Network } from './network.ts'
import type { Product } from '../product.ts'

/** All that a fault can strike, and the one page that watches it: a borrower's, who keeps the yard. */
export interface Stage {
  page: Page
  product: Product
  network: Network
  /** Null: the product's own. */
  broker: Broker | null
  /** The call of the user who keeps the records. */
  call: Call
  yard: Yard
}

const tileNames = ['.wall-farms-tile', '.wall-alerts-tile', '.wall-devices-tile', '.wall-figures', '.wall-map']

/** The tiles that say that what they show is not the present, by name. */
const staleTiles = (page: Page): Promise<string[]> =>
  page.evaluate((names) => names.filter((name) => document.querySelector(`${name}:is([data-stale], [data-frozen])`) !== null), tileNames)

/** Within so many ms the wall says what is wrong, and every tile and the sign that they are not the present, or none of them. */
export async function expectTold(page: Page, words: RegExp, isStale: boolean, ms: number): Promise<void> {
  const from = performance.now()
  await expect(page.locator('.wall-troubles')).toContainText(words, { timeout: ms })
  await expect.poll(() => staleTiles(page), { timeout: Math.max(1, ms - (performance.now() - from)) }).toEqual(isStale ? tileNames : [])
  const sign = expect(connectionSign(page))
  await (isStale ? sign.not : sign).toHaveAttribute('data-kind', /^(live|polling)$/, { timeout: Math.max(1, ms - (performance.now() - from)) })
}

/** Within so many ms the wall is live again, says that nothing is wrong, and shows the present in every tile. */
export async function expectRight(page: Page, ms: number): Promise<void> {
  const state = async () => ({
    connection: await page.locator('.wall-connection').getAttribute('data-kind'),
    stale: await staleTiles(page),
    troubles: await page.locator('.wall-troubles').textContent(),
    hasData: await page.evaluate(() => document.querySelector('.wall-farm strong') !== null && document.querySelectorAll('.wall-figures strong').length > 3),
  })
  await expect.poll(state, { timeout: ms, intervals: [100] }).toEqual({ connection: 'live', stale: [], troubles: '', hasData: true })
}

interface Band {
  tag: string
  deviceId: string
  gateway: string
}

/**
 * A farm of our own that belongs to no project, each animal but one with a gateway of its own. A low battery is CRITICAL there.
 * The borrower who watches keeps it, and another one that comes out of their sight and back.
 */
export interface Yard {
  farmId: number
  lentId: number
  borrowerOrgId: number
  /** The animal that is moved from one of the farms to the other. */
  walkerId: number
  /** How often something was changed. */
  turn: number
  bands: Band[]
}

const side = 0.01
const [west, south] = [118, 44.5]
const boundary = {
  type: 'Polygon' as const,
  coordinates: [[[west, south], [west + side, south], [west + side, south + side], [west, south + side], [west, south]]] as [number, number][][],
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
    const [tag, gateway, deviceId] = [`演练${i}`, `FA0000000${i}${Date.now() % 1000}`.slice(0, 12), `FB0000${i}${Date.now() % 100_000}`]
    await call(endpoints.gateways.addOrEdit, { mac: gateway, farmId, longitude: west, latitude: south })
    const animal = await call(endpoints.animals.addOrEdit, { visualTag: tag, farmId })
    await call(endpoints.neckbands.addOrEdit, { deviceId, animalId: animal.id })
    bands.push({ tag, deviceId, gateway })
  }
  return { farmId, lentId, borrowerOrgId, walkerId, turn: 0, bands }
}

const bodyOf = ({ deviceId, gateway }: Band, battery: number) =>
  JSON.stringify({ gateway, readings: [{ neckband: deviceId, at: Date.now(), longitude: west + side / 2, latitude: south + side / 2, battery }] })

async function report({ product }: Stage, band: Band, battery: number): Promise<void> {
  const headers = { authorization: 'Bearer Demo2026', 'content-type': 'application/json' }
  const response = await fetch(`${product.url}/ingest/json`, { method: 'POST', headers, body: bodyOf(band, battery) })
  expect(response.status).toBe(200)
}

/**
 * Changes what the wall shows, by another one's calls: a farm gets another name, another farm is added or taken away, an animal
 * is moved to a farm that goes out of the viewer's sight, or back with it, one alert is raised and the one before it cleared.
 * @returns waits, so many ms at the most, until the wall shows all of it at once
 */
export async function change(stage: Stage): Promise<(ms: number) => Promise<void>> {
  const { call, page, yard } = stage
  const turn = ++yard.turn
  const name = `演练场 ${turn}`
  const isLent = turn % 2 === 1
  await call(endpoints.farms.addOrEdit, { id: yard.farmId, name, boundary })
  await call(endpoints.animals.addOrEdit, { id: yard.walkerId, visualTag: walkerTag, farmId: isLent ? yard.lentId : yard.farmId })
  await call(endpoints.farms.addOrEdit, { id: yard.lentId, name: lentName, borrowerOrgId: isLent ? null : yard.borrowerOrgId, boundary })
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

/** The gateways of the yard's last animals, each sending once in half a second until it is silenced. */
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
    /** The first one loses its connection, the second one hangs. */
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
