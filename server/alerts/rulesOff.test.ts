import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import { message, openTestApp, place, testStart } from '../testing/testApp.ts'
import type { TestApp } from '../testing/testApp.ts'

const minuteMs = 60_000
let test: TestApp
let now = testStart
beforeAll(async () => {
  test = await openTestApp()
}, 60_000)
afterAll(() => test.close())

const alertSchema = z.object({
  id: z.number(),
  kind: z.string(),
  clearedAt: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
const alerts = async (state: string) =>
  (
    await test.data(
      'POST',
      '/collateral/web/alert/list',
      { state, pageSize: 100 },
      z.object({ list: z.array(alertSchema) }),
    )
  ).list
const open = async () => (await alerts('ACTIVE')).map(({ kind }) => kind).toSorted()
/** Returns the clearing reasons of a kind's alerts, oldest first. */
const whyCleared = async (kind: RuleKind) =>
  (await alerts('CLEARED'))
    .filter((alert) => alert.kind === kind)
    .toSorted((a, b) => a.id - b.id)
    .map(({ detail }) => detail['clearedBecause'] ?? null)
const advance = (minutes: number) => test.clock.moveTo((now += minutes * minuteMs))
const put = (kind: RuleKind, enabled: boolean) =>
  test.data(
    'PUT',
    '/collateral/web/alertRule/addOrEdit',
    { farmId: test.farmId, kind, enabled },
    z.object({ id: z.number() }),
  )
/** Switches the farm's rule, and lets it come into force: rules are read before the next batch. */
const set = async (kind: RuleKind, enabled: boolean) => {
  await put(kind, enabled)
  await test.app.recordsChanged()
}
const hear = async () => {
  expect(
    (await test.ingest('json', message(now, [{ index: 0, ...place(140, 50) }, { index: 1, battery: 9 }, { index: 2 }])))
      .status,
  ).toBe(200)
}

it('clears alerts of a disabled rule and raises them when enabled', async () => {
  await advance(1)
  await hear()
  await advance(1)
  expect(await open()).toEqual(['LEFT_PEN', 'LOW_BATTERY'])

  await set('LEFT_PEN', false)
  await advance(1)
  expect(await open()).toEqual(['LOW_BATTERY'])
  expect(await whyCleared('LEFT_PEN')).toEqual(['RULE_OFF'])
  await hear()
  await advance(1)
  expect(await open()).toEqual(['LOW_BATTERY'])

  // No reading is needed: the last known state is evaluated.
  await set('LEFT_PEN', true)
  await set('LOW_BATTERY', false)
  await advance(1)
  expect(await open()).toEqual(['LEFT_PEN'])
  await set('LOW_BATTERY', true)
  await advance(1)
  expect(await open()).toEqual(['LEFT_PEN', 'LOW_BATTERY'])
  expect([await whyCleared('LEFT_PEN'), await whyCleared('LOW_BATTERY')]).toEqual([['RULE_OFF'], ['RULE_OFF']])
})

it('clears alerts of a disabled rule after a restart', async () => {
  await put('LEFT_PEN', false)
  await put('LOW_BATTERY', false)
  await test.restart()
  expect(await open()).toEqual(['LEFT_PEN', 'LOW_BATTERY'])
  await advance(1)
  expect(await open()).toEqual([])
  expect(await whyCleared('LEFT_PEN')).toEqual(['RULE_OFF', 'RULE_OFF'])
  await set('LEFT_PEN', true)
  await set('LOW_BATTERY', true)
  await advance(1)
  expect(await open()).toEqual(['LEFT_PEN', 'LOW_BATTERY'])
})

it('lets a disabled outage rule suppress no silence', { tags: 'long' }, async () => {
  await set('LEFT_PEN', false)
  await set('LOW_BATTERY', false)
  await set('SITE_OUTAGE', false)
  await hear()
  for (let minute = 0; minute < 61; minute++) await advance(1)
  // All three were last heard by the gateway that is silent itself.
  expect(await open()).toEqual(['GATEWAY_OFFLINE'])
  await set('GATEWAY_OFFLINE', false)
  await advance(1)
  expect([await open(), await whyCleared('GATEWAY_OFFLINE')]).toEqual([[], ['RULE_OFF']])
  for (let minute = 0; minute < 60; minute++) await advance(1)
  expect(await open()).toEqual(['NECKBAND_SILENT', 'NECKBAND_SILENT', 'NECKBAND_SILENT'])
  await set('GATEWAY_OFFLINE', true)
  await advance(1)
  expect(await open()).toContain('GATEWAY_OFFLINE')
})
