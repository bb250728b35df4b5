import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AlertEvent, type FailedAct, flapMs, maxShelfMs } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { SessionHolder } from '../../db/auth/sessions.ts'
import { clearAlerts, type NewAlert, unclearedAlerts, raiseAlerts } from '../../db/alerts.ts'
import { visibleFiles } from '../files/fileOwners.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { checkRecord } from '../seals/sealJobs.ts'
import { sealWaiting } from '../seals/seal.ts'
import { lapseAlerts } from './alertLapses.ts'

let world: World
let pm: string
let admin: string
let stranger: string
let pmId: number
let farmId: number
const web = '/collateral/web'
const hour = 3_600_000
const start = Date.UTC(2026, 4, 1, 12)

beforeAll(async () => {
  world = await openWorld()
  const organisation = await world.organisation('SUPERVISOR', 'A')
  pm = await world.user('pm', 'SUPERVISOR_PM', organisation)
  admin = await world.user('admin', 'ADMIN_SUPERVISOR', organisation)
  stranger = await world.user('stranger', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  pmId = await world.idOf('pm')
  farmId = (await world.call<Farm>(pm, 'PUT', `${web}/farm/addOrEdit`, { name: 'North', boundary: square(116, 44) }))
    .data.id
})
afterAll(() => world.close())

let subject = 0
const newAlert = (over: Partial<NewAlert> = {}): NewAlert => ({
  kind: 'LEFT_PEN',
  severity: 'MAJOR',
  subjectType: 'ANIMAL',
  subjectId: ++subject,
  subjectName: `cow ${subject}`,
  farmId,
  penId: null,
  animalId: null,
  raisedAt: world.context.clock.now(),
  sinceAt: world.context.clock.now(),
  detail: { metres: 12 },
  ...over,
})
const raiseIt = async (alert: NewAlert) => {
  const [raised] = await raiseAlerts(world.sql, [alert])
  if (!raised) throw new Error('it was not raised')
  return raised
}
const raise = (over: Partial<NewAlert> = {}) => raiseIt(newAlert(over))
const act = (token: string, id: number, name: string, body: object = {}) =>
  world.call<Alert>(token, 'POST', `${web}/alert/${id}/${name}`, body)
const actAll = (token: string, ids: number[], what: object, versions?: number[]) =>
  world.call<{ done: Alert[]; failed: FailedAct[] }>(token, 'POST', `${web}/alert/act`, {
    ids,
    act: what,
    ...(versions && { versions }),
  })
const timeline = async (id: number) =>
  (
    await world.call<{ events: AlertEvent[]; imageIds: string[]; closeText: string | null }>(
      pm,
      'GET',
      `${web}/alert/${id}/timeline`,
    )
  ).data
const kinds = async (id: number) => (await timeline(id)).events.map(({ kind }) => kind)
const now = () => world.context.clock.now()
const close = (id: number, over: object = {}, token = pm) =>
  act(token, id, 'close', { code: 'FALSE_ALARM', text: 'a fallen tree', ...over })

describe('alert timeline', () => {
  test('lists every act in order with its user and emits it', async () => {
    const { id, version } = await raise({ severity: 'CRITICAL' })
    const emittedBefore = world.emitted.alertsChanged.length
    expect((await act(pm, id, 'assign', { assigneeId: pmId, version })).data).toMatchObject({
      assignedTo: { id: pmId, name: 'pm' },
      version: version + 1,
    })
    // Assigning it to the same person again changes nothing.
    expect((await act(pm, id, 'assign', { assigneeId: pmId })).data.version).toBe(version + 1)
    await act(admin, id, 'comment', { text: 'gate 3' })
    const until = now() + 2 * hour
    expect((await act(pm, id, 'shelve', { until, reason: 'welding' })).data).toMatchObject({
      shelvedUntil: '2026-05-01T14:00:00.000Z',
      shelvedBecause: 'welding',
      shelvedAt: '2026-05-01T12:00:00.000Z',
    })
    expect((await act(pm, id, 'unshelve', {})).data).toMatchObject({
      shelvedUntil: null,
      shelvedAt: null,
      shelvedBecause: null,
    })
    const closed = (await close(id)).data
    expect(closed).toMatchObject({
      closeCode: 'FALSE_ALARM',
      closedBy: 'pm',
      acknowledgedBy: 'pm',
      comment: 'a fallen tree',
      clearedAt: null,
    })
    await clearAlerts(world.sql, [{ id, at: now() + 1000, because: null }])
    const { events, closeText } = await timeline(id)
    expect(events.map(({ kind, by }) => [kind, by?.name ?? null])).toEqual([
      ['RAISED', null],
      ['ASSIGNED', 'pm'],
      ['COMMENTED', 'admin'],
      ['SHELVED', 'pm'],
      ['UNSHELVED', 'pm'],
      ['CLOSED', 'pm'],
      ['CLEARED', null],
    ])
    expect(events.find(({ kind }) => kind === 'ASSIGNED')?.detail).toEqual({ assigneeId: pmId, assignee: 'pm' })
    expect([events[0]?.detail, closeText]).toEqual([{ metres: 12 }, 'a fallen tree'])
    expect(world.emitted.alertsChanged.length - emittedBefore).toBe(5)
    expect((await act(pm, id, 'comment', { text: 'it was the tree' })).status).toBe(200)
  })

  test('opens a new alert after a close only once the condition cleared', async () => {
    const alert = newAlert()
    const [raised] = await raiseAlerts(world.sql, [alert])
    const id = raised?.id ?? 0
    await close(id)
    expect((await unclearedAlerts(world.sql)).map((one) => one.id)).toContain(id)
    expect((await raiseAlerts(world.sql, [alert])).map((one) => one.id)).toEqual([id])
    await clearAlerts(world.sql, [{ id, at: now() + 1000, because: null }])
    const [next] = await raiseAlerts(world.sql, [{ ...alert, raisedAt: now() + 2000 }])
    expect(next?.id).toBeGreaterThan(id)
    expect(next).toMatchObject({ flaps: 0, closedAt: null })
  })

  test.each([
    ['within', flapMs, true],
    ['after', flapMs + 1, false],
  ])('decides whether an alert raised %s the flap time is reopened', async (_when, later, isFlap) => {
    const alert = newAlert()
    const { id } = await raiseIt(alert)
    await act(pm, id, 'acknowledge', { comment: 'seen' })
    await clearAlerts(world.sql, [{ id, at: now() + 1000, because: null }])
    const again = { ...alert, raisedAt: now() + 1000 + later, detail: { metres: 30 } }
    const [found] = await raiseAlerts(world.sql, [again])
    expect([found?.id === id, found?.flaps, found?.acknowledgedBy ?? null]).toEqual(
      isFlap ? [true, 1, 'pm'] : [false, 0, null],
    )
    // A repeated call whose answer was lost does not count as a second flap.
    expect((await raiseAlerts(world.sql, [again]))[0]).toEqual(found)
    expect(await kinds(id)).toEqual(['RAISED', 'ACKNOWLEDGED', 'CLEARED', ...(isFlap ? ['FLAPPED'] : [])])
  })

  test('does not reopen an alert cleared by a person', async () => {
    const alert = newAlert()
    const { id } = await raiseIt(alert)
    await clearAlerts(world.sql, [{ id, at: now() + 1000, because: 'RULE_OFF' }])
    expect((await raiseAlerts(world.sql, [{ ...alert, raisedAt: now() + 2000 }]))[0]?.id).not.toBe(id)
    expect((await timeline(id)).events.at(-1)?.detail).toEqual({ because: 'RULE_OFF' })
  })

  test('keeps a hundred toggles one alert, sealed once it has settled', { tags: 'long' }, async () => {
    const alert = newAlert()
    const { id } = await raiseIt(alert)
    for (let toggle = 1; toggle <= 100; toggle++) {
      await clearAlerts(world.sql, [{ id, at: now() + toggle * 1000 - 500, because: null }])
      const [again] = await raiseAlerts(world.sql, [{ ...alert, raisedAt: now() + toggle * 1000 }])
      expect(again?.id).toBe(id)
    }
    await clearAlerts(world.sql, [{ id, at: now() + 200_000, because: null }])
    await sealWaiting(world.context.sql, world.context, start)
    const sealed = () =>
      world.sql<
        { source: string }[]
      >`select source from seal_entries where row_key = ${String(id)} and source in ('alerts', 'alert_settlings') order by 1`
    expect((await sealed()).length).toBe(0)
    await lapseAlerts(world.context, now() + 200_001 + flapMs)
    await sealWaiting(world.context.sql, world.context, start)
    expect((await sealed()).map(({ source }) => source)).toEqual(['alert_settlings', 'alerts'])
    expect((await checkRecord(world.context.sql, start)).fault).toBeNull()
  })
})

describe('shelving', () => {
  test.each([
    ['in the past', () => now(), 'past'],
    ['too far ahead', () => now() + maxShelfMs + 1, 'shelf_too_long'],
  ])('rejects an end %s', async (_what, until, fault) => {
    const { id } = await raise()
    const { status, error } = await act(pm, id, 'shelve', { until: until(), reason: 'x' })
    expect([status, error.fields]).toEqual([400, { until: fault }])
    const batch = await actAll(pm, [id], { kind: 'SHELVE', until: until(), reason: 'x' })
    expect([batch.status, batch.error.fields]).toEqual([400, { 'act.until': fault }])
  })

  test('expires once with an event and keeps its start when extended', async () => {
    const { id } = await raise()
    await act(pm, id, 'shelve', { until: now() + hour, reason: 'x' })
    await lapseAlerts(world.context, now() + hour - 1)
    expect((await world.call<Alert>(pm, 'GET', `${web}/alert/detail/${id}`)).data.shelvedUntil).not.toBeNull()
    expect((await act(admin, id, 'shelve', { until: now() + 2 * hour, reason: 'y' })).data).toMatchObject({
      shelvedAt: '2026-05-01T12:00:00.000Z',
      shelvedBecause: 'y',
    })
    const emittedBefore = world.emitted.alertsChanged.length
    await lapseAlerts(world.context, now() + 2 * hour)
    await lapseAlerts(world.context, now() + 3 * hour)
    expect(world.emitted.alertsChanged.length - emittedBefore).toBe(1)
    const { events } = await timeline(id)
    expect(events.at(-1)).toMatchObject({
      kind: 'UNSHELVED',
      by: null,
      at: '2026-05-01T14:00:00.000Z',
      detail: { because: 'EXPIRED' },
    })
    expect(events.filter(({ kind }) => kind === 'UNSHELVED').length).toBe(1)
  })
})

describe('concurrent acts', () => {
  test('lets one of fifty acknowledge and names the winner to the others', async () => {
    const { id } = await raise()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => act(n % 2 === 0 ? pm : admin, id, 'acknowledge', { comment: `${n}` })),
    )
    const [won, ...more] = answers.filter(({ status }) => status === 200)
    expect(more).toEqual([])
    const lost = answers.filter(({ status }) => status === 409)
    expect(lost.length).toBe(49)
    expect(new Set(lost.map(({ error }) => error.details?.['by']))).toEqual(new Set([won?.data.acknowledgedBy]))
    expect((await kinds(id)).filter((kind) => kind === 'ACKNOWLEDGED').length).toBe(1)
  })

  test('lets one of twenty closes succeed', async () => {
    const { id, version } = await raise()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => close(id, { version }, n % 2 === 0 ? pm : admin)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ error }) => error.code))).toEqual(
      new Set(['NOT_OPEN']),
    )
    expect(
      (await world.sql`select from audit_entries where noun = 'alert' and noun_id = ${id} and action = 'CLOSE'`).length,
    ).toBe(1)
  })

  test('rejects an outdated version with the other act and current alert', async () => {
    const { id, version } = await raise()
    await act(admin, id, 'assign', { assigneeId: pmId, version })
    const { status, error } = await act(pm, id, 'shelve', { until: now() + hour, reason: 'x', version })
    expect([status, error.code, error.fields, error.details]).toEqual([
      409,
      'CONFLICT',
      { version: 'stale' },
      { by: 'admin', at: '2026-05-01T12:00:00.000Z', did: 'ASSIGNED' },
    ])
    expect(error.current).toMatchObject({ id, version: version + 1 })
  })
})

describe('bulk acts', () => {
  test('checks each of two hundred alerts separately', async () => {
    const raised = await raiseAlerts(
      world.sql,
      Array.from({ length: 195 }, () => newAlert()),
    )
    const [done, changed] = [await raise(), await raise()]
    await close(done.id)
    await act(admin, changed.id, 'assign', { assigneeId: pmId })
    const critical = await raise({ severity: 'CRITICAL' })
    const ids = [...raised.map(({ id }) => id), done.id, changed.id, critical.id, 999_999]
    const versions = ids.map(() => 1)
    const { status, data } = await actAll(pm, ids, { kind: 'CLOSE', code: 'DEVICE_FAULT' }, versions)
    expect([status, data.done.length]).toEqual([200, 195])
    expect(data.done.every(({ closeCode }) => closeCode === 'DEVICE_FAULT')).toBe(true)
    expect(data.failed.map(({ id, code, field, fault, by, did }) => [id, code, field, fault, by, did])).toEqual([
      [done.id, 'NOT_OPEN', 'id', 'alert_closed', 'pm', 'CLOSED'],
      [changed.id, 'CONFLICT', 'version', 'stale', 'admin', 'ASSIGNED'],
      [critical.id, 'COMMENT_REQUIRED', 'text', 'required', null, null],
      [999_999, 'NOT_FOUND', 'id', 'unknown', null, null],
    ])
    expect((await actAll(pm, [...ids, 1, 2], { kind: 'COMMENT', text: 'x' })).status).toBe(400)
  })

  test('changes no alert when the database connection breaks midway', async () => {
    const ids = (
      await raiseAlerts(
        world.sql,
        Array.from({ length: 20 }, () => newAlert()),
      )
    ).map(({ id }) => id)
    const statuses: number[] = []
    // The last alert is locked, so the call has changed the others and waits.
    await world.sql.begin(async (sql) => {
      await sql`select from alerts where id = ${ids.at(-1) ?? 0} for update`
      const pendingCall = actAll(pm, ids, { kind: 'CLOSE', code: 'FALSE_ALARM' })
      const waiting = () =>
        world.sql<
          { pid: number }[]
        >`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting()).length).toBe(1)
      for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid})`
      statuses.push((await pendingCall).status)
    })
    const [count] = await world.sql<{ closed: number; said: number; audited: number }[]>`
      select (select count(*) from alerts where id = any(${ids}::bigint[]) and closed_at is not null) as closed,
        (select count(*) from alert_events where alert_id = any(${ids}::bigint[]) and kind = 'CLOSED') as said,
        (select count(*) from audit_entries where noun = 'alert' and noun_id = any(${ids}::bigint[])) as audited`
    expect([statuses, count]).toEqual([[503], { closed: 0, said: 0, audited: 0 }])
    expect((await actAll(pm, ids, { kind: 'CLOSE', code: 'FALSE_ALARM' })).data.done.length).toBe(20)
  })
})

describe('alert access', () => {
  test('rejects other supervisors, and assignees or photos of others', async () => {
    const { id } = await raise()
    for (const [name, body] of Object.entries({
      assign: { assigneeId: null },
      comment: { text: 'x' },
      shelve: { until: now() + hour, reason: 'x' },
      unshelve: {},
      close: { code: 'OTHER', text: 'x' },
      acknowledge: {},
    })) {
      expect([name, (await act(stranger, id, name, body)).status]).toEqual([name, 404])
    }
    expect((await actAll(stranger, [id], { kind: 'COMMENT', text: 'x' })).status).toBe(404)
    expect((await world.call(stranger, 'GET', `${web}/alert/${id}/timeline`)).status).toBe(404)
    expect((await world.call(stranger, 'GET', `${web}/alert/assignees/${farmId}`)).status).toBe(404)
    const theirs = await act(pm, id, 'assign', { assigneeId: await world.idOf('stranger') })
    expect([theirs.status, theirs.error.fields]).toEqual([400, { assigneeId: 'unknown' }])
    const [picture] = await world.sql<{ id: string }[]>`
      insert into files (content_type, hash, size, uploaded_by, organisation_id, uploaded_at)
      select 'image/webp', ${'c'.repeat(64)}, 10, id, organisation_id, ${now()} from users where user_name = 'admin' returning id`
    const imageIds = [picture?.id]
    expect((await close(id, { imageIds })).error.fields).toEqual({ 'imageIds.0': 'unknown' })
    expect((await actAll(pm, [id], { kind: 'CLOSE', code: 'FALSE_ALARM', imageIds })).error.fields).toEqual({
      'act.imageIds.0': 'unknown',
    })
    expect((await close(id, { imageIds }, admin)).status).toBe(200)
    expect((await timeline(id)).imageIds).toEqual(imageIds)
    expect(await kinds(id)).toEqual(['RAISED', 'CLOSED'])
  })

  test('shows photos only to users who can see the alert', async () => {
    const borrowers = await world.organisation('BORROWER', 'C')
    await world.user('borrower', 'ADMIN_BORROWER', borrowers)
    await world.sql`update farms set borrower_org_id = ${borrowers} where id = ${farmId}`
    const session = async (userName: string) => {
      const [row] = await world.sql<SessionHolder[]>`
        select u.id as "userId", u.role, u.organisation_id as "organisationId", o.kind as "organisationKind", null::int as "displayId"
        from users u join organisations o on o.id = u.organisation_id where u.user_name = ${userName}`
      return row as SessionHolder
    }
    const seenBy = async (userName: string) =>
      (
        await world.sql<
          { id: string }[]
        >`select distinct image_id as id from alert_photos where image_id in (${visibleFiles(world.sql, await session(userName))})`
      ).length
    expect([await seenBy('pm'), await seenBy('stranger')]).toEqual([1, 0])
    expect(await seenBy('borrower')).toBe(1)
    await world.sql`update alerts set subject_type = 'WALL' where id in (select alert_id from alert_photos)`
    expect([await seenBy('pm'), await seenBy('borrower')]).toEqual([1, 0])
  })

  test('lists the users of the farm’s supervisor as assignees', async () => {
    const { people } = (
      await world.call<{ people: { name: string; alerts: number }[] }>(pm, 'GET', `${web}/alert/assignees/${farmId}`)
    ).data
    expect(people.map(({ name }) => name)).toEqual(['admin', 'pm'])
  })
})

test('returns the same number from list and counts for every state', async () => {
  const penless = { farmIds: [farmId] }
  const { counts } = (await world.call<{ counts: Record<string, number> }>(pm, 'POST', `${web}/alert/counts`, penless))
    .data
  for (const [state, count] of Object.entries(counts)) {
    const { data } = await world.call<{ total: number; list: Alert[] }>(pm, 'POST', `${web}/alert/list`, {
      ...penless,
      state,
      sort: { field: 'severity', order: 'desc' },
    })
    expect([state, data.total]).toEqual([state, count])
  }
  expect(counts['CLOSED']).toBeGreaterThan(195)
  const { id } = await raise({ subjectName: 'Bess 7', isLate: true })
  await act(pm, id, 'comment', { text: 'by the Old Mill' })
  for (const text of ['bess', 'old mill'])
    expect(
      (await world.call<{ list: Alert[] }>(pm, 'POST', `${web}/alert/list`, { text })).data.list.map((one) => one.id),
    ).toEqual([id])
  expect(
    (await world.call<{ list: Alert[] }>(pm, 'POST', `${web}/alert/list`, { state: 'LATE' })).data.list.map(
      (one) => one.id,
    ),
  ).toEqual([id])
  await act(pm, id, 'shelve', { until: now() + hour, reason: 'x' })
  const shelved = await world.call<{ list: Alert[] }>(pm, 'POST', `${web}/alert/list`, {
    state: 'SHELVED',
    shelvedBefore: now() + 1,
    sort: { field: 'shelvedAt', order: 'asc' },
  })
  expect(shelved.data.list.map((one) => one.id)).toEqual([id])
  expect(
    (await world.call<{ total: number }>(pm, 'POST', `${web}/alert/list`, { state: 'SHELVED', shelvedBefore: now() }))
      .data.total,
  ).toBe(0)
})
