import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Call } from '#mocks/calls.ts'
import { expect, openGateway } from '../fixtures.ts'
import type { Product } from '../product.ts'
import { button, details, emptyForm, rows, type Visit } from './visit.ts'

export interface HerdHosts {
  /** First ones of the demo. */
  farmId: number
  penId: number
  gatewayId: number
  neckbandId: number
  /** Has weights, treatments and a group. */
  animalId: number
  /** Sends readings but is not registered. */
  unknownDeviceId: number
  /** An open alert. */
  alertId: number
}

/** Finds records of the herd to visit, and sends a reading of an unknown neckband. */
export async function makeHerdHosts(product: Product, call: Call): Promise<HerdHosts> {
  const [farm] = (await call(endpoints.farms.list, { pageSize: 1 })).list
  const [pen] = (await call(endpoints.pens.list, { farmId: farm?.id, pageSize: 1 })).list
  const [gateway] = (await call(endpoints.gateways.list, { farmId: farm?.id, pageSize: 1 })).list
  const [neckband] = (await call(endpoints.neckbands.list, { pageSize: 1 })).list
  const [animal] = (await call(endpoints.animals.list, { isWorn: true, pageSize: 1 })).list
  if (!farm || !pen || !gateway || !neckband || !animal) throw new Error('the demo has no herd')
  await addAnimalRecords(call, animal.id)
  const source = await openGateway(product.mqttUrl)
  const at = Date.now()
  const body = {
    gateway: gateway.mac,
    sentAt: at,
    readings: [{ neckband: 'E2E0AA0000F1', at, rssi: -71, battery: 64 }],
  }
  await source.publishAsync(`ingest/json/${gateway.mac}`, JSON.stringify(body), { qos: 1 })
  // A nearly empty battery raises an alert.
  const weak = {
    gateway: gateway.mac,
    sentAt: at,
    readings: [{ neckband: neckband.deviceId, at, rssi: -70, battery: 3 }],
  }
  await source.publishAsync(`ingest/json/${gateway.mac}`, JSON.stringify(weak), { qos: 1 })
  await source.endAsync()
  const alert = async () => (await call(endpoints.alerts.list, { state: 'ACTIVE', pageSize: 1 })).list[0]?.id ?? 0
  await expect.poll(alert).toBeGreaterThan(0)
  const unknown = async () => (await call(endpoints.unknownDevices.list, { deviceId: 'E2E0AA0000F1' })).list[0]?.id ?? 0
  await expect.poll(unknown).toBeGreaterThan(0)
  return {
    farmId: farm.id,
    penId: pen.id,
    gatewayId: gateway.id,
    neckbandId: neckband.id,
    animalId: animal.id,
    unknownDeviceId: await unknown(),
    alertId: await alert(),
  }
}

async function addAnimalRecords(call: Call, animalId: number): Promise<void> {
  for (const [weighedOn, kg] of [
    ['2026-01-10', 300],
    ['2026-02-10', 331.5],
    ['2026-03-10', 360],
  ] as const) {
    await call(endpoints.animalWeights.addOrEdit, { animalId, weighedOn, kg, method: 'SCALE', source: '1 号地磅' })
  }
  await call(endpoints.treatments.addOrEdit, {
    animalId,
    kind: 'VACCINATION',
    treatedOn: '2026-03-01',
    product: '口蹄疫疫苗',
    withdrawalEndsOn: '2026-03-22',
  })
  const group = await call(endpoints.animalGroups.addOrEdit, { name: `育肥组 ${animalId} ${Date.now()}` })
  await call(endpoints.animals.setGroup, { ids: [animalId], groupId: group.id, isMember: true, reason: '育肥' })
}

const drawnMap = (page: Page) => expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()

const drawnReplay = (page: Page) => expect(page.locator('.replay-map[aria-busy="false"]')).toBeVisible()

const replay = '/dashboard/animal-monitor/replay'
const alerts = '/dashboard/animal-monitor/alert'
const farms = '/dashboard/animal-monitor/farm/list'
const pens = '/dashboard/animal-monitor/farm/farmSlot'
const devices = '/dashboard/animal-monitor/device'
const animals = '/dashboard/animal-monitor/animal'

/** Screens on which supervisors manage the herd: farms, pens, animals, devices, quarantine, and pairing. */
export const herd = ({
  farmId,
  penId,
  gatewayId,
  neckbandId,
  animalId,
  unknownDeviceId,
  alertId,
}: HerdHosts): Visit[] => [
  {
    path: `${alerts}?open=${alertId}`,
    async until(page, words) {
      await page.getByRole('button', { name: words['closeCode.THEFT'], exact: true }).click()
      await expect(page.getByRole('dialog').getByText(words['alertAct.drafts'])).toBeVisible()
    },
  },
  { path: `${alerts}?tab=all`, until: (page) => expect(page.locator('.pager')).toBeVisible() },
  { path: farms, until: rows },
  { path: `${farms}?open=${farmId}`, until: details },
  {
    path: farms,
    async until(page, words) {
      await emptyForm(page, words['farm.new'], words['form.save'])
      await drawnMap(page)
    },
  },
  { path: `${farms}?tab=map`, until: drawnMap },
  { path: `${replay}?farm=${farmId}`, until: drawnReplay },
  { path: `${replay}?animal=${animalId}&days=3`, until: drawnReplay },
  { path: pens, until: rows },
  { path: `${pens}?open=${penId}`, until: details },
  { path: `${animals}/list`, until: rows },
  { path: `${animals}/list?open=${animalId}`, until: details },
  { path: `${animals}/list`, until: (page, words) => emptyForm(page, words['animal.new'], words['form.save']) },
  {
    path: `${animals}/details/${animalId}`,
    async until(page, words) {
      await expect(page.getByRole('img', { name: words['weight.curve'] }).locator('canvas')).toBeVisible()
      await expect(
        page.getByRole('region', { name: words['animal.timeline'] }).getByRole('listitem').first(),
      ).toBeVisible()
    },
  },
  { path: `${animals}/group`, until: rows },
  { path: `${devices}/gateway`, until: rows },
  { path: `${devices}/gateway?open=${gatewayId}`, until: details },
  { path: `${devices}/neckband`, until: rows },
  { path: `${devices}/neckband?open=${neckbandId}`, until: details },
  {
    path: `${devices}/unknown?open=${unknownDeviceId}`,
    until: (page) => expect(page.locator('.details-body form')).toBeVisible(),
  },
  { path: `${devices}/rejected`, until: rows },
  {
    path: '/dashboard/animal-monitor/insurance?tab=claims',
    until: (page, words) => expect(page.getByText(words['claim.empty'])).toBeVisible(),
  },
  { path: '/dashboard/animal-monitor/insurance?tab=animals.uninsured', until: rows },
  {
    path: `${devices}/pairing`,
    async until(page, words) {
      await button(page, words['pairing.pair']).click()
      await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible()
    },
  },
]

/** Screens only for project managers, such as removed animals. */
export const bin: Visit[] = [
  { path: `${animals}/trash/list`, until: (page, words) => expect(page.getByText(words['bin.empty'])).toBeVisible() },
  {
    path: '/dashboard/approvals',
    until: (page, words) => emptyForm(page, words['permit.ask'], words['approval.send']),
  },
]

/** Screens of the herd without any data. */
export const freshHerd: Visit[] = [
  { path: farms, until: (page, words) => expect(page.getByText(words['farm.empty'])).toBeVisible() },
  { path: `${animals}/list`, until: (page, words) => expect(page.getByText(words['animal.empty'])).toBeVisible() },
  { path: replay, until: (page, words) => expect(page.getByText(words['replay.noFarm'])).toBeVisible() },
  {
    path: `${devices}/unknown`,
    until: (page, words) => expect(page.getByText(words['unknownDevice.empty'])).toBeVisible(),
  },
]
