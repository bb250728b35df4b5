import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlertRule } from '#contract/alertRules.ts'
import type { Alert } from '#contract/alerts.ts'
import type { Farm } from '#contract/farms.ts'
import { openWorld, square, type World } from '../http/testWorld.ts'
import { allRules } from './alertRules.ts'
import { alertsSince, clearAlert, type NewAlert, openAlerts, raiseAlert } from './alerts.ts'

let world: World
let pm: string
let otherPm: string
let farmId: number
const web = '/collateral/web'

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  otherPm = await world.user('other', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  const farm = await world.call<Farm>(pm, 'PUT', `${web}/farm/addOrEdit`, { name: 'North', boundary: square(116, 44) })
  farmId = farm.data.id
})
afterAll(() => world.close())

let subject = 0
const newAlert = (over: Partial<NewAlert> = {}): NewAlert => ({
  kind: 'LOW_BATTERY',
  severity: 'MINOR',
  subjectType: 'NECKBAND',
  subjectId: ++subject,
  subjectName: `N-${subject}`,
  farmId,
  penId: null,
  animalId: null,
  raisedAt: world.context.clock.now(),
  sinceAt: world.context.clock.now() - 60_000,
  detail: { percent: 12, note: 'x', nothing: null },
  ...over,
})
const raise = async (over: Partial<NewAlert> = {}) => {
  const alert = await raiseAlert(world.sql, newAlert(over))
  if (!alert) throw new Error('one is open')
  return alert
}
const acknowledge = (token: string, id: number, comment?: string) =>
  world.call<Alert>(token, 'POST', `${web}/alert/${id}/acknowledge`, comment === undefined ? {} : { comment })

describe('raising and clearing', () => {
  test('one is open for a kind and subject', async () => {
    const alert = newAlert()
    const raised = await raiseAlert(world.sql, alert)
    expect(raised).toMatchObject({ kind: 'LOW_BATTERY', clearedAt: null, detail: { percent: 12, note: 'x', nothing: null } })
    expect(raised?.sinceAt).toBe(alert.sinceAt)
    expect(await raiseAlert(world.sql, alert)).toBeNull()
    const cleared = await clearAlert(world.sql, raised?.id ?? 0, alert.raisedAt + 5000)
    expect(cleared.clearedAt).toBe('2026-05-01T12:00:05.000Z')
    expect(cleared.changeId).toBeGreaterThan(raised?.changeId ?? 0)
    expect((await clearAlert(world.sql, cleared.id, alert.raisedAt + 9000)).clearedAt).toBe(cleared.clearedAt)
    const again = await raiseAlert(world.sql, alert)
    expect(again?.id).toBeGreaterThan(cleared.id)
  })

  test('what changed since is told, of the farms that are asked for', async () => {
    const open = await raise()
    expect((await openAlerts(world.sql)).map((alert) => alert.id)).toContain(open.id)
    expect((await alertsSince(world.sql, [farmId], 0)).map((alert) => alert.id)).toContain(open.id)
    expect(await alertsSince(world.sql, [], 0)).toEqual([])
    expect(await alertsSince(world.sql, [farmId + 1000], 0)).toEqual([])
    const cleared = await clearAlert(world.sql, open.id, world.context.clock.now())
    expect((await alertsSince(world.sql, [farmId], 0)).map((alert) => alert.id)).not.toContain(open.id)
    expect((await alertsSince(world.sql, [farmId], open.changeId)).at(-1)).toEqual(cleared)
  })
})

describe('acknowledging', () => {
  test('says who, when and what, once, to every screen', async () => {
    const { id, changeId } = await raise()
    const before = world.emitted.alertsChanged.length
    const { status, data } = await acknowledge(pm, id, '  on my way ')
    expect(status).toBe(200)
    expect(data).toMatchObject({ acknowledgedBy: 'pm', acknowledgedAt: '2026-05-01T12:00:00.000Z', comment: 'on my way', clearedAt: null })
    expect(data.changeId).toBeGreaterThan(changeId)
    expect(world.emitted.alertsChanged.slice(before)).toEqual([{ alerts: [data] }])
    const twice = await acknowledge(pm, id)
    expect([twice.status, twice.error.code]).toEqual([409, 'CONFLICT'])
  })

  test('a critical one needs a comment', async () => {
    const { id } = await raise({ severity: 'CRITICAL', kind: 'LEFT_PEN' })
    for (const comment of [undefined, '', '   ']) {
      const { status, error } = await acknowledge(pm, id, comment)
      expect([status, error.code, error.fields]).toEqual([422, 'COMMENT_REQUIRED', { comment: 'required' }])
    }
    expect((await world.call<Alert>(pm, 'PUT', `${web}/alert/addOrEdit`, { id, comment: 'fence down' })).data.comment).toBe('fence down')
  })

  test('a cleared one can still be acknowledged', async () => {
    const { id } = await raise()
    await clearAlert(world.sql, id, world.context.clock.now())
    expect((await acknowledge(pm, id)).data).toMatchObject({ acknowledgedBy: 'pm', comment: null })
  })

  test('two at once: one wins', async () => {
    const { id } = await raise()
    const answers = await Promise.all([acknowledge(pm, id), acknowledge(pm, id), acknowledge(pm, id)])
    expect(answers.map((answer) => answer.status).toSorted((x, y) => x - y)).toEqual([200, 409, 409])
  })

  test('another organisation’s alert is not there', async () => {
    const { id } = await raise()
    expect((await acknowledge(otherPm, id, 'x')).status).toBe(404)
    expect((await world.call(otherPm, 'GET', `${web}/alert/detail/${id}`)).status).toBe(404)
    expect((await world.call(otherPm, 'DELETE', `${web}/alert/del/${id}`)).status).toBe(404)
  })

  test('alerts are kept', async () => {
    const { id } = await raise()
    const { status, error } = await world.call(pm, 'DELETE', `${web}/alert/del/${id}`)
    expect([status, error.code]).toEqual([409, 'ALERTS_ARE_KEPT'])
  })
})

test('the list filters by state, kind, subject and time, newest first', async () => {
  const listOf = async (filters: object) =>
    (await world.call<{ list: Alert[]; total: number }>(pm, 'POST', `${web}/alert/list`, { pageSize: 1000, ...filters })).data
  const now = world.context.clock.now()
  const old = await raise({ kind: 'NECKBAND_SILENT', raisedAt: now - 86_400_000 })
  const fresh = await raise({ kind: 'NECKBAND_SILENT' })
  await clearAlert(world.sql, old.id, now - 80_000_000)
  expect((await listOf({ kind: 'NECKBAND_SILENT' })).list.map((alert) => alert.id)).toEqual([fresh.id, old.id])
  expect((await listOf({ kind: 'NECKBAND_SILENT', state: 'ACTIVE' })).list.map((alert) => alert.id)).toEqual([fresh.id])
  expect((await listOf({ kind: 'NECKBAND_SILENT', state: 'CLEARED' })).list.map((alert) => alert.id)).toEqual([old.id])
  expect((await listOf({ subjectId: old.subjectId })).total).toBe(1)
  expect((await listOf({ kind: 'NECKBAND_SILENT', to: now - 3_600_000 })).list.map((alert) => alert.id)).toEqual([old.id])
  expect((await listOf({ kind: 'NECKBAND_SILENT', from: '2026-05-01T19:00:00+08:00' })).list.map((alert) => alert.id)).toEqual([fresh.id])
  const others = await world.call<{ total: number }>(otherPm, 'POST', `${web}/alert/list`, {})
  expect(others.data.total).toBe(0)
})

describe('rules', () => {
  const ruleList = async (token: string) =>
    (await world.call<{ list: AlertRule[] }>(token, 'POST', `${web}/alertRule/list`, { pageSize: 1000 })).data.list

  test('the platform’s are there with their defaults, and stay', async () => {
    const rules = await ruleList(pm)
    const leftPen = rules.find((rule) => rule.kind === 'LEFT_PEN' && rule.scope === 'PLATFORM')
    expect(leftPen).toMatchObject({ severity: 'CRITICAL', enabled: true, parameters: { bufferMetres: 3, raiseDelayMinutes: 0.5 } })
    const { status, error } = await world.call(pm, 'DELETE', `${web}/alertRule/del/${leftPen?.id ?? 0}`)
    expect([status, error.code]).toEqual([403, 'NOT_ALLOWED'])
  })

  test('a farm’s own is set, changed and removed', async () => {
    const body = { kind: 'LEFT_PEN', farmId, parameters: { bufferMetres: 0 } }
    const before = world.emitted.rulesChanged.length
    const { data } = await world.call<AlertRule>(pm, 'PUT', `${web}/alertRule/addOrEdit`, body)
    expect(data).toMatchObject({ scope: 'FARM', scopeId: farmId, severity: 'CRITICAL', parameters: { bufferMetres: 0, clearMetres: 1 } })
    const changed = await world.call<AlertRule>(pm, 'PUT', `${web}/alertRule/addOrEdit`, { ...body, severity: 'MINOR', enabled: false })
    expect(changed.data).toMatchObject({ id: data.id, severity: 'MINOR', enabled: false })
    expect((await allRules(world.sql)).filter((rule) => rule.scope === 'FARM')).toEqual([changed.data])
    expect((await ruleList(otherPm)).map((rule) => rule.id)).not.toContain(data.id)
    expect((await world.call(otherPm, 'DELETE', `${web}/alertRule/del/${data.id}`)).status).toBe(404)
    expect((await world.call(pm, 'DELETE', `${web}/alertRule/del/${data.id}`)).status).toBe(200)
    expect(world.emitted.rulesChanged).toHaveLength(before + 3)
  })

  test('a parameter that the kind does not have is refused', async () => {
    const body = { kind: 'LOW_BATTERY', farmId, parameters: { bufferMetres: 1, raisePercent: 101 } }
    const { status, error } = await world.call(pm, 'PUT', `${web}/alertRule/addOrEdit`, body)
    expect([status, error.code]).toEqual([400, 'BAD_SHAPE'])
    expect(Object.keys(error.fields ?? {})).toContain('parameters.raisePercent')
  })
})
