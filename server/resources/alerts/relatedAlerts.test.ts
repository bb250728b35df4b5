import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Farm } from '#contract/herd/farms.ts'
import { type NewAlert, raiseAlerts } from '../../db/alerts.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('lists alerts raised nearby in time and place, with the reason', async () => {
  const pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  const stranger = await world.user('stranger', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  const farm = async (token: string, name: string, at: number) =>
    (await world.call<Farm>(token, 'PUT', '/collateral/web/farm/addOrEdit', { name, boundary: square(at, 44) })).data.id
  const [farmId, elsewhere] = [await farm(pm, 'North', 116), await farm(pm, 'South', 117)]
  const at = world.context.clock.now()
  const minute = 60_000
  const base: NewAlert = {
    kind: 'LEFT_PEN',
    severity: 'MAJOR',
    subjectType: 'ANIMAL',
    subjectId: 1,
    subjectName: '1',
    farmId,
    penId: 5,
    animalId: 1,
    raisedAt: at,
    sinceAt: at,
    detail: {},
  }
  const raise = async (name: string, over: Partial<NewAlert>) =>
    raiseAlerts(world.sql, [{ ...base, ...over, subjectName: name }])
  const [alert] = await raise('itself', {})
  await raise('its animal', {
    kind: 'NECKBAND_SILENT',
    subjectType: 'NECKBAND',
    subjectId: 9,
    penId: 6,
    raisedAt: at - 10 * minute,
  })
  await raise('its pen', { subjectId: 2, animalId: 2, raisedAt: at + 20 * minute })
  await raise('a gateway', {
    kind: 'GATEWAY_OFFLINE',
    subjectType: 'GATEWAY',
    subjectId: 3,
    penId: null,
    animalId: null,
    raisedAt: at - 30 * minute,
  })
  await raise('the farm', {
    kind: 'SITE_OUTAGE',
    subjectType: 'FARM',
    subjectId: farmId,
    penId: null,
    animalId: null,
    raisedAt: at - 60 * minute,
  })
  await raise('too long ago', { subjectId: 4, animalId: 4, raisedAt: at - 61 * minute })
  await raise('another pen', { subjectId: 5, animalId: 5, penId: 6, raisedAt: at })
  await raise('another farm', { subjectId: 6, animalId: 6, farmId: elsewhere, raisedAt: at })
  const ask = (token: string) =>
    world.call<{ related: { because: string; alert: Alert }[] }>(
      token,
      'GET',
      `/collateral/web/alert/${alert?.id}/related`,
    )
  expect((await ask(pm)).data.related.map(({ because, alert: { subjectName } }) => [because, subjectName])).toEqual([
    ['ANIMAL', 'its animal'],
    ['PEN', 'its pen'],
    ['GATEWAY', 'a gateway'],
    ['FARM', 'the farm'],
  ])
  expect((await ask(stranger)).status).toBe(404)
})
