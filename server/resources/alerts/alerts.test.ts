import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Farm } from '#contract/herd/farms.ts'
import { AlertStore } from '../../alerts/alertStore.ts'
import { addTestProject } from '../projects/testLedger.ts'
import { connect } from '../../db/connect.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { alertsSince, clearAlerts, type NewAlert, unclearedAlerts, raiseAlerts } from '../../db/alerts.ts'

let world: World
let pm: string
let admin: string
let otherPm: string
let farmId: number
const web = '/collateral/web'

beforeAll(async () => {
  world = await openWorld()
  const organisation = await world.organisation('SUPERVISOR', 'A')
  pm = await world.user('pm', 'SUPERVISOR_PM', organisation)
  admin = await world.user('admin', 'ADMIN_SUPERVISOR', organisation)
  otherPm = await world.user('other', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  const farm = await world.call<Farm>(pm, 'PUT', `${web}/farm/addOrEdit`, { name: 'North', boundary: square(116, 44) })
  farmId = farm.data.id
})
afterAll(() => world.close())

let subject = 0
let asOf = ''
const seen = (...farmIds: number[]) => ({ farmIds, projectIds: [], seesWalls: false })
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
  const [alert] = await raiseAlerts(world.sql, [newAlert(over)])
  if (!alert) throw new Error('it was not raised')
  return alert
}
const clear = async (id: number, at: number) => {
  const [alert] = await clearAlerts(world.sql, [{ id, at, because: null }])
  if (!alert) throw new Error('it was not cleared')
  return alert
}
const acknowledge = (token: string, id: number, comment?: string) =>
  world.call<Alert>(token, 'POST', `${web}/alert/${id}/acknowledge`, comment === undefined ? {} : { comment })

test('lists the pledges of animals with an open alert, to the caller’s projects', async () => {
  const project = await addTestProject(world, 'PL', { heads: 2, prices: ['13800', '9000'] })
  const [animalId = 0] = project.animalIds
  await raise({ kind: 'LEFT_PEN', subjectType: 'ANIMAL', subjectId: animalId, animalId, farmId: project.farmId })
  const pledges = async (token: string) =>
    (await world.call<{ pledges: object[] }>(token, 'GET', `${web}/alert/pledges`)).data.pledges
  expect(await pledges(project.pm)).toEqual([{ animalId, projectId: project.id, projectCode: 'PL', value: '13800.00' }])
  expect(await pledges(otherPm)).toEqual([])
})

describe('raising and clearing', () => {
  test('returns the open alert when the same kind and subject is raised', async () => {
    const alert = newAlert()
    const others = [newAlert(), newAlert({ farmId: 999_999 })]
    const [raised, other] = await raiseAlerts(world.sql, [alert, ...others])
    expect(raised).toMatchObject({
      kind: 'LOW_BATTERY',
      clearedAt: null,
      detail: { percent: 12, note: 'x', nothing: null },
    })
    expect([raised?.raisedAt, raised?.sinceAt]).toEqual(['2026-05-01T12:00:00.000Z', '2026-05-01T11:59:00.000Z'])
    expect(await raiseAlerts(world.sql, [alert, ...others])).toEqual([raised, other])
    const id = raised?.id ?? 0
    const cleared = await clear(id, alert.raisedAt + 5000)
    expect(cleared.clearedAt).toBe('2026-05-01T12:00:05.000Z')
    expect(cleared.changeId).toBeGreaterThan(raised?.changeId ?? 0)
    expect(await clear(id, alert.raisedAt + 9000)).toEqual(cleared)
    const [again] = await raiseAlerts(world.sql, [alert])
    expect(again?.id).toBeGreaterThan(id)
  })

  test('needs forty statements for five thousand alerts', { tags: 'long' }, async () => {
    const events: number[] = []
    const statements: string[] = []
    const store = new AlertStore(
      {
        raise: (alerts) => (statements.push('raise'), raiseAlerts(world.sql, alerts)),
        clear: (clearings) => (statements.push('clear'), clearAlerts(world.sql, clearings)),
      },
      world.context.log,
      (alerts) => events.push(alerts.length),
    )
    const raised = Array.from({ length: 5000 }, () => store.raise(newAlert()))
    await store.settle()
    for (const alert of raised) store.clear(alert, world.context.clock.now(), 'RULE_OFF')
    await store.settle()
    expect(statements.length).toBe(40)
    expect(events.reduce((sum, count) => sum + count, 0)).toBe(10_000)
    expect(
      (await unclearedAlerts(world.sql)).filter(({ subjectId }) =>
        raised.some((alert) => alert.subjectId === subjectId),
      ),
    ).toEqual([])
  })

  test('clears an alert whose raise was committed but not answered', async () => {
    let isLost = true
    const raiseAndLose: typeof raiseAlerts = async (...raise) => {
      const raised = await raiseAlerts(...raise)
      if (isLost) throw new Error('the connection broke')
      return raised
    }
    const store = new AlertStore(
      { raise: (alerts) => raiseAndLose(world.sql, alerts), clear: (clearings) => clearAlerts(world.sql, clearings) },
      world.context.log,
      () => {},
    )
    const alert = newAlert()
    const isOpen = async () => (await unclearedAlerts(world.sql)).some(({ subjectId }) => subjectId === alert.subjectId)
    const entry = store.raise(alert)
    await store.settle()
    expect([entry.id, await isOpen()]).toEqual([null, true])
    isLost = false
    store.clear(entry, world.context.clock.now())
    await store.settle()
    expect(await isOpen()).toBe(false)
  })

  test('returns alerts changed since, for the given farms only', async () => {
    const open = await raise()
    expect((await unclearedAlerts(world.sql)).map((alert) => alert.id)).toContain(open.id)
    const first = await alertsSince(world.sql, seen(farmId), '')
    expect(first.alerts.map((alert) => alert.id)).toContain(open.id)
    expect(await alertsSince(world.sql, seen(), '')).toMatchObject({ alerts: [], isAll: true })
    expect((await alertsSince(world.sql, seen(farmId + 1000), '')).alerts).toEqual([])
    const cleared = await clear(open.id, world.context.clock.now())
    expect((await alertsSince(world.sql, seen(farmId), '')).alerts.map((alert) => alert.id)).not.toContain(open.id)
    const since = await alertsSince(world.sql, seen(farmId), first.asOf)
    expect([since.alerts, since.isAll]).toEqual([[cleared], false])
    expect(await alertsSince(world.sql, seen(farmId), since.asOf)).toMatchObject({ alerts: [], isAll: false })
    // From another database, or an older version of the page.
    for (const asOf of ['9000000000000000000', 'x', String(open.changeId - 0.5)])
      expect((await alertsSince(world.sql, seen(farmId), asOf)).isAll).toBe(true)
  })

  test('returns a change that commits after a thousand later ones', async () => {
    const open = await raise()
    const late = connect({ target: world.target, connections: 1 })
    await late.begin(async (transaction) => {
      await transaction`update alerts set change_id = nextval('alert_changes'), comment = 'late' where id = ${open.id}`
      await world.sql`select nextval('alert_changes') from generate_series(1, 1000)`
      const other = await raise()
      const before = await alertsSince(world.sql, seen(farmId), '')
      expect(before.alerts.find(({ id }) => id === open.id)?.comment).toBeNull()
      expect(before.alerts.map(({ id }) => id)).toContain(other.id)
      asOf = before.asOf
    })
    await late.end()
    const { alerts, isAll } = await alertsSince(world.sql, seen(farmId), asOf)
    expect([isAll, alerts.find(({ id }) => id === open.id)?.comment]).toEqual([false, 'late'])
  })

  test('stores the other alerts when the database refuses one', async () => {
    const store = new AlertStore(
      { raise: (alerts) => raiseAlerts(world.sql, alerts), clear: (clearings) => clearAlerts(world.sql, clearings) },
      world.context.log,
      () => {},
    )
    const alerts = [
      newAlert(),
      newAlert({ detail: { note: 'a\u0000b' } }),
      newAlert({ raisedAt: Number.NaN }),
      newAlert(),
    ]
    const entries = alerts.map((alert) => store.raise(alert))
    await store.settle()
    expect(entries.map(({ id }) => id !== null)).toEqual([true, false, false, true])
  })
})

test('returns all open alerts when too many have changed since', async () => {
  const { asOf: before } = await alertsSince(world.sql, seen(farmId), '')
  const first = await raise()
  await world.sql`
    insert into alerts (kind, severity, subject_type, subject_id, subject_name, farm_id, raised_at, since_at, cleared_at, detail, change_id)
    select kind, severity, subject_type, 1000000 + n, subject_name, farm_id, raised_at, since_at, raised_at, detail, nextval('alert_changes')
    from alerts, generate_series(1, 2100) n where id = ${first.id}`
  const { alerts, isAll } = await alertsSince(world.sql, seen(farmId), before)
  expect(isAll).toBe(true)
  expect(alerts.every(({ clearedAt }) => clearedAt === null)).toBe(true)
  expect(alerts.map(({ id }) => id)).toContain(first.id)
  await world.sql`delete from alerts where subject_id > 1000000`
  await clear(first.id, world.context.clock.now())
})

describe('acknowledging', () => {
  test('records user, time and comment once and emits the alert', async () => {
    const { id, changeId } = await raise()
    const before = world.emitted.alertsChanged.length
    const { status, data } = await acknowledge(pm, id, '  on my way ')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      acknowledgedBy: 'pm',
      acknowledgedAt: '2026-05-01T12:00:00.000Z',
      comment: 'on my way',
      clearedAt: null,
    })
    expect(data.changeId).toBeGreaterThan(changeId)
    expect(world.emitted.alertsChanged.slice(before)).toEqual([{ alerts: [data] }])
    const twice = await acknowledge(pm, id)
    expect([twice.status, twice.error.code]).toEqual([409, 'CONFLICT'])
    // Names who acknowledged first, for the screen of the second person.
    expect(twice.error.details).toEqual({
      by: 'pm',
      at: '2026-05-01T12:00:00.000Z',
      did: 'ACKNOWLEDGED',
      acknowledgedBy: 'pm',
      acknowledgedAt: '2026-05-01T12:00:00.000Z',
      comment: 'on my way',
    })
  })

  test('requires a comment for a critical alert', async () => {
    const { id } = await raise({ severity: 'CRITICAL', kind: 'LEFT_PEN' })
    for (const comment of [undefined, '', '   ']) {
      const { status, error } = await acknowledge(pm, id, comment)
      expect([status, error.code, error.fields]).toEqual([422, 'COMMENT_REQUIRED', { comment: 'required' }])
    }
    expect(
      (await world.call<Alert>(pm, 'PUT', `${web}/alert/addOrEdit`, { id, comment: 'fence down' })).data.comment,
    ).toBe('fence down')
  })

  test('accepts a cleared alert', async () => {
    const { id } = await raise()
    await clear(id, world.context.clock.now())
    expect((await acknowledge(pm, id)).data).toMatchObject({ acknowledgedBy: 'pm', comment: null })
  })

  test('lets one of three concurrent calls succeed', async () => {
    const { id } = await raise()
    const answers = await Promise.all([acknowledge(pm, id), acknowledge(pm, id), acknowledge(pm, id)])
    expect(answers.map((answer) => answer.status).toSorted((x, y) => x - y)).toEqual([200, 409, 409])
  })

  test('acknowledges the open alerts of a group and leaves others unchanged', async () => {
    const [first, second, third] = [
      await raise(),
      await raise(),
      await raise({ severity: 'CRITICAL', kind: 'LEFT_PEN' }),
    ]
    await acknowledge(pm, first.id, 'mine')
    const ids = [first, second, third].map(({ id }) => id)
    const acknowledgeAll = (ids: number[], comment: string, token = admin) =>
      world.call<{ acknowledged: Alert[]; others: Alert[] }>(token, 'POST', `${web}/alert/acknowledge`, {
        ids,
        comment,
      })
    expect((await acknowledgeAll(ids, ' ')).error.code).toBe('COMMENT_REQUIRED')
    expect((await acknowledgeAll(ids, 'x', otherPm)).status).toBe(404)
    const { data } = await acknowledgeAll([...ids, second.id], 'ours')
    expect(data.acknowledged.map(({ id, acknowledgedBy, comment }) => [id, acknowledgedBy, comment])).toEqual([
      [second.id, 'admin', 'ours'],
      [third.id, 'admin', 'ours'],
    ])
    expect(data.others.map(({ id, acknowledgedBy, comment }) => [id, acknowledgedBy, comment])).toEqual([
      [first.id, 'pm', 'mine'],
    ])
    expect(await acknowledgeAll(ids, '')).toMatchObject({ status: 200, data: { acknowledged: [] } })
  })

  test('answers not found for another organisation’s alert', async () => {
    const { id } = await raise()
    expect((await acknowledge(otherPm, id, 'x')).status).toBe(404)
    expect((await world.call(otherPm, 'GET', `${web}/alert/detail/${id}`)).status).toBe(404)
    expect((await world.call(otherPm, 'DELETE', `${web}/alert/del/${id}`)).status).toBe(404)
  })

  test('rejects deleting an alert', async () => {
    const { id } = await raise()
    const { status, error } = await world.call(pm, 'DELETE', `${web}/alert/del/${id}`)
    expect([status, error.code]).toEqual([409, 'ALERTS_ARE_KEPT'])
  })
})

test('lists alerts filtered by state, kind, subject and time, newest first', async () => {
  const listOf = async (filters: object) =>
    (
      await world.call<{ list: Alert[]; total: number }>(pm, 'POST', `${web}/alert/list`, {
        pageSize: 1000,
        ...filters,
      })
    ).data
  const now = world.context.clock.now()
  const old = await raise({ kind: 'NECKBAND_SILENT', raisedAt: now - 86_400_000 })
  const fresh = await raise({ kind: 'NECKBAND_SILENT' })
  await clear(old.id, now - 80_000_000)
  expect((await listOf({ kind: 'NECKBAND_SILENT' })).list.map((alert) => alert.id)).toEqual([fresh.id, old.id])
  expect((await listOf({ kind: 'NECKBAND_SILENT', state: 'ACTIVE' })).list.map((alert) => alert.id)).toEqual([fresh.id])
  expect((await listOf({ kind: 'NECKBAND_SILENT', state: 'CLEARED' })).list.map((alert) => alert.id)).toEqual([old.id])
  expect((await listOf({ subjectId: old.subjectId })).total).toBe(1)
  expect((await listOf({ kind: 'NECKBAND_SILENT', to: now - 3_600_000 })).list.map((alert) => alert.id)).toEqual([
    old.id,
  ])
  expect(
    (await listOf({ kind: 'NECKBAND_SILENT', from: '2026-05-01T19:00:00+08:00' })).list.map((alert) => alert.id),
  ).toEqual([fresh.id])
  const others = await world.call<{ total: number }>(otherPm, 'POST', `${web}/alert/list`, {})
  expect(others.data.total).toBe(0)
})
