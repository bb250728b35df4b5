import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Farm } from '#contract/herd/farms.ts'
import type { DailyLog, DailyLogDetail, LogProject, LogWriter, ProjectDay } from '#contract/projects/days/dailyLogs.ts'
import { machineNow } from '../../../clock.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { insertProject } from '../../herd/projects.ts'
import { handCountOf, pastHandCount } from '../handCounts.ts'

/** 20:00 in Shanghai, 09:00 in São Paulo. */
const evening = Date.UTC(2026, 4, 1, 12)
const minuteMs = 60_000

let world: World
let shanghaiFarm: Farm
let saoPauloFarm: Farm
let projectId: number
const tokens: Record<string, string> = {}
const pens: number[] = []

const common = '/collateral/common/project'
const ofLogs = (id = projectId) => `${common}/${id}/dailylog`
const inWeb = (rest: string, id = projectId) => `/collateral/web/project/${id}/dailylog/${rest}`
const ask = <T>(as: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  world.call<T>(tokens[as] ?? '', method, url, body)

const sample = (more: object = {}) => ({
  key: randomUUID(),
  farmId: shanghaiFarm.id,
  day: '2026-05-01',
  monitorStatus: 'NORMAL',
  handCount: 3,
  counts: [],
  text: 'all well',
  photos: [],
  writtenAt: evening - minuteMs,
  correctsId: null,
  ...more,
})
const add = (more: object = {}, as = 'pm', id = projectId) =>
  ask<DailyLogDetail>(as, 'POST', `${ofLogs(id)}/new`, sample(more))
const list = (body: object = {}, as = 'pm') =>
  ask<{ list: DailyLog[]; total: number }>(as, 'POST', `${ofLogs()}/list`, body)
const details = (id: number, as = 'pm') => ask<DailyLogDetail>(as, 'GET', `${ofLogs()}/${id}/details`)
const newestCount = async () => {
  const found = await handCountOf(world.context, { id: projectId, status: 'ACTIVE', windowMinutes: 60 })
  return found === null ? undefined : { heads: found.heads, day: found.day, farms: found.farms }
}

async function upload(as: string): Promise<string> {
  const payload = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#ccaa88' } })
    .png()
    .toBuffer()
  const headers = {
    'content-type': 'image/png',
    'x-auth-token': tokens[as] ?? '',
    'x-auth-timestamp': String(machineNow()),
  }
  const response = await world.server.inject({
    method: 'POST',
    url: '/collateral/common/image/upload',
    headers,
    payload,
  })
  return response.json<{ data: { id: string } }>().data.id
}

beforeAll(async () => {
  world = await openWorld({ heardInPens: async () => new Map([[1, 1]]) })
  const organisations = {
    supervisor: await world.organisation('SUPERVISOR', 'Watch'),
    bank: await world.organisation('BANK', 'Bank'),
    borrower: await world.organisation('BORROWER', 'Borrower'),
    otherBank: await world.organisation('BANK', 'Other bank'),
    otherSupervisor: await world.organisation('SUPERVISOR', 'Other watch'),
  }
  const people = [
    ['pm', 'SUPERVISOR_PM', 'supervisor'],
    ['colleague', 'SUPERVISOR_PM', 'supervisor'],
    ['admin', 'ADMIN_SUPERVISOR', 'supervisor'],
    ['bank', 'ADMIN_BANK', 'bank'],
    ['banker', 'BANK_USER', 'bank'],
    ['borrower', 'ADMIN_BORROWER', 'borrower'],
    ['otherBank', 'ADMIN_BANK', 'otherBank'],
    ['otherPm', 'SUPERVISOR_PM', 'otherSupervisor'],
  ] as const
  for (const [name, role, organisation] of people)
    tokens[name] = await world.user(name, role, organisations[organisation])
  const farm = async (name: string, timeZone: string) =>
    (await ask<Farm>('pm', 'PUT', '/collateral/web/farm/addOrEdit', { name, boundary: square(116, 44), timeZone })).data
  ;[shanghaiFarm, saoPauloFarm] = [await farm('Aobao', 'Asia/Shanghai'), await farm('Pantanal', 'America/Sao_Paulo')]
  for (const name of ['1', '2'])
    pens.push(
      (
        await ask<{ id: number }>('pm', 'PUT', '/collateral/web/farmSlot/addOrEdit', {
          farmId: shanghaiFarm.id,
          name,
          polygon: square(116, 44, 0.0005),
        })
      ).data.id,
    )
  for (const [place, farmSlotId] of [pens[0], pens[0], pens[1]].entries())
    await ask('pm', 'PUT', '/collateral/web/animal/addOrEdit', {
      visualTag: String(place),
      farmId: shanghaiFarm.id,
      farmSlotId,
    })
  const common = {
    bankOrgId: organisations.bank,
    borrowerOrgId: organisations.borrower,
    supervisorOrgId: organisations.supervisor,
    contractHeadcount: 3,
    loanAmount: '1',
    startsOn: '2026-04-01',
    endsOn: '2026-12-31',
    createdAt: evening,
  }
  projectId = await insertProject(world.sql, {
    ...common,
    code: 'P',
    name: 'Herd',
    status: 'ACTIVE',
    farmIds: [shanghaiFarm.id, saoPauloFarm.id],
  })
  await insertProject(world.sql, { ...common, code: 'C', name: 'Closed', status: 'CLOSED', farmIds: [shanghaiFarm.id] })
  for (const name of ['borrower', 'banker', 'admin']) {
    const role = { borrower: 'BORROWER', banker: 'BANK', admin: 'SUPERVISOR' }[name] ?? ''
    await world.sql`insert into project_users (project_id, user_id, org_role) values (${projectId}, ${await world.idOf(name)}, ${role})`
  }
})
afterAll(() => world.close())
beforeEach(() => world.context.clock.hold(evening))

describe('a log', () => {
  test('is stored with author, written and received times', async () => {
    const { data } = await add({ monitorStatus: 'ABNORMAL', text: 'one limps' })
    expect(data).toMatchObject({
      projectId,
      farmId: shanghaiFarm.id,
      farmName: 'Aobao',
      timeZone: 'Asia/Shanghai',
      day: '2026-05-01',
      author: 'pm',
      monitorStatus: 'ABNORMAL',
      handCount: 3,
      text: 'one limps',
      writtenAt: '2026-05-01T11:59:00.000Z',
      receivedAt: '2026-05-01T12:00:00.000Z',
      isLate: false,
      correctsId: null,
      correctedById: null,
      canCorrect: true,
    })
    expect((await details(data.id, 'banker')).data).toMatchObject({ ...data, canCorrect: false })
    expect(world.emitted.recordsChanged.at(-1)).toEqual({
      noun: 'dailyLogs',
      ids: [data.id],
      farmIds: [shanghaiFarm.id],
    })
  })

  test('is stored once when sent twice with the same key', async () => {
    const key = randomUUID()
    const before = (await list()).data.total
    const first = await add({ key })
    world.context.clock.hold(evening + 60 * minuteMs)
    const again = await add({ key, text: 'sent again' })
    expect([again.status, again.data]).toEqual([200, first.data])
    const both = await Promise.all(
      Array.from({ length: 6 }, () => add({ key: '0a8c7f0e-1111-4222-8333-444455556666' })),
    )
    expect(new Set(both.map(({ status, data }) => `${status} ${data.id}`)).size).toBe(1)
    expect((await list()).data.total).toBe(before + 2)
    // Another user's phone may create the same key.
    expect((await add({ key }, 'colleague')).data.id).not.toBe(first.data.id)
  })

  test.each([
    ['Asia/Shanghai', '2026-05-01', '2026-05-01T15:59:59.999Z', false],
    ['Asia/Shanghai', '2026-05-01', '2026-05-01T16:00:00Z', true],
    ['America/Sao_Paulo', '2026-05-01', '2026-05-02T02:59:59Z', false],
    ['America/Sao_Paulo', '2026-05-01', '2026-05-02T03:00:00Z', true],
    ['Asia/Shanghai', '2026-04-28', '2026-05-01T12:00:00Z', true],
  ])('is late in %s for %s received at %s: %s', async (zone, day, at, isLate) => {
    world.context.clock.hold(Date.parse(at))
    const { data } = await add({ farmId: zone === 'Asia/Shanghai' ? shanghaiFarm.id : saoPauloFarm.id, day })
    expect(data).toMatchObject({ day, isLate })
  })

  test.each([
    ['Asia/Shanghai', '2026-05-02', '2026-05-01T15:59:59Z', { day: 'future' }],
    ['America/Sao_Paulo', '2026-05-02', '2026-05-02T02:59:59Z', { day: 'future' }],
    ['Asia/Shanghai', '2025-04-29', '2026-05-01T12:00:00Z', { day: 'too_old' }],
  ])('is rejected in %s for %s at %s', async (zone, day, at, fields) => {
    world.context.clock.hold(Date.parse(at))
    expect(await add({ farmId: zone === 'Asia/Shanghai' ? shanghaiFarm.id : saoPauloFarm.id, day })).toMatchObject({
      status: 400,
      error: { fields },
    })
  })

  test('cannot be deleted by any database role', async () => {
    for (const table of ['daily_logs', 'daily_log_counts', 'daily_log_photos']) {
      await expect(world.sql`delete from ${world.sql(table)}`).rejects.toThrow('insert-only')
      await expect(world.context.sql`delete from ${world.sql(table)}`).rejects.toThrow('permission denied')
    }
  })

  test('is corrected once by a log that names it', async () => {
    const wrong = (await add({ handCount: 33 })).data.id
    const tries = await Promise.all(Array.from({ length: 8 }, () => add({ correctsId: wrong, text: 'three, not 33' })))
    expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ])
    const refused = tries.find(({ status }) => status === 409)
    expect(refused?.error).toMatchObject({ code: 'CONFLICT', fields: { correctsId: 'corrected' } })
    const right = tries.find(({ status }) => status === 200)?.data
    expect(right).toMatchObject({ correctsId: wrong, canCorrect: true })
    expect((await details(wrong)).data).toMatchObject({ handCount: 33, correctedById: right?.id, canCorrect: false })
  })
})

describe('manual counts', () => {
  test('sum pen counts once every pen with animals is counted', async () => {
    const [first = 0, second = 0] = pens
    const whole = await add({
      handCount: null,
      counts: [
        { farmSlotId: first, heads: 2 },
        { farmSlotId: second, heads: 0 },
      ],
    })
    expect(whole.data).toMatchObject({
      handCount: 2,
      counts: [
        { farmSlotId: first, name: '1', heads: 2 },
        { farmSlotId: second, name: '2', heads: 0 },
      ],
    })
    expect((await add({ handCount: null, counts: [{ farmSlotId: first, heads: 2 }] })).data).toMatchObject({
      handCount: null,
      counts: [{ heads: 2 }],
    })
    expect((await add({ handCount: null })).data).toMatchObject({ handCount: null, counts: [] })
  })

  test.each([
    [
      'a pen given twice',
      () => ({
        handCount: null,
        counts: [
          { farmSlotId: pens[0], heads: 2 },
          { farmSlotId: pens[0], heads: 2 },
        ],
      }),
      { 'counts.1.farmSlotId': 'unknown' },
    ],
    [
      'a pen of another farm',
      () => ({ handCount: null, farmId: saoPauloFarm.id, counts: [{ farmSlotId: pens[0], heads: 2 }] }),
      { 'counts.0.farmSlotId': 'unknown' },
    ],
    [
      'both the farm and its pens',
      () => ({ counts: [{ farmSlotId: pens[0], heads: 2 }] }),
      { handCount: 'counted_by_pen' },
    ],
    ['numbers below zero', () => ({ handCount: -1 }), { handCount: 'too_small' }],
  ])('are rejected for %s', async (_what, more, fields) => {
    expect(await add(more())).toMatchObject({ status: 400, error: { fields } })
  })

  test('sum each farm’s newest day without corrected logs', async () => {
    world.context.clock.hold(evening + 10 * 24 * 60 * minuteMs)
    const at = (farm: Farm, day: string, handCount: number | null, more: object = {}) =>
      add({ farmId: farm.id, day, handCount, ...more })
    await at(shanghaiFarm, '2026-05-08', 200)
    await at(saoPauloFarm, '2026-05-06', 50)
    expect(await newestCount()).toEqual({ heads: 250, day: '2026-05-06', farms: 2 })
    const wrong = await at(shanghaiFarm, '2026-05-09', 999)
    await at(shanghaiFarm, '2026-05-10', null)
    // A late log of an earlier day is not newer.
    await at(shanghaiFarm, '2026-05-07', 1)
    expect(await newestCount()).toEqual({ heads: 1049, day: '2026-05-06', farms: 2 })
    const corrected = world.context.clock.now() + minuteMs
    world.context.clock.hold(corrected)
    await at(shanghaiFarm, '2026-05-09', 199, { correctsId: wrong.data.id })
    expect(await newestCount()).toEqual({ heads: 249, day: '2026-05-06', farms: 2 })
    // The count up to a day, as recorded by an instant.
    const countAsOf = async (day: string, received: number) =>
      (await pastHandCount(world.sql, projectId, { day, received }))?.heads
    expect([
      await countAsOf('2026-05-09', corrected - 1),
      await countAsOf('2026-05-09', corrected),
      await countAsOf('2026-05-08', corrected),
    ]).toEqual([1049, 249, 250])
  })
})

describe('photos', () => {
  test('store position and server time and are visible to parties only', async () => {
    const imageId = await upload('pm')
    const photo = { imageId, longitude: 116.1, latitude: 43.9, accuracyM: 8, takenAt: evening - 5 * minuteMs }
    const { data } = await add({
      photos: [photo, { ...photo, imageId: await upload('pm'), longitude: null, latitude: null }],
    })
    expect(data.photos).toMatchObject([
      { ...photo, takenAt: '2026-05-01T11:55:00.000Z' },
      { longitude: null, latitude: null, accuracyM: null },
    ])
    expect(Math.abs(Date.parse(data.photos[0]?.receivedAt ?? '') - machineNow())).toBeLessThan(10 * minuteMs)
    const seen = await Promise.all(
      ['pm', 'bank', 'banker', 'borrower', 'otherBank', 'otherPm'].map((as) =>
        ask(as, 'GET', `/collateral/common/image/${imageId}`).catch(() => ({ status: 200 })),
      ),
    )
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 404])
  })

  test.each([
    ['uploaded by another user', () => upload('colleague')],
    ['never uploaded', async () => randomUUID()],
  ])('are rejected when %s', async (_whose, imageOf) => {
    const photo = { imageId: await imageOf(), longitude: null, latitude: null, accuracyM: null, takenAt: evening }
    expect(await add({ photos: [photo] })).toMatchObject({
      status: 400,
      error: { fields: { 'photos.0.imageId': 'unknown' } },
    })
  })
})

describe('the list', () => {
  test('filters by monitor status; ALL means no filter', async () => {
    const totals = await Promise.all(
      [{}, { monitorStatus: 'ALL' }, { monitorStatus: 'NORMAL' }, { monitorStatus: 'ABNORMAL' }].map(
        async (filter) => (await list(filter)).data.total,
      ),
    )
    const [all = 0, every, normal = 0, abnormal = 0] = totals
    expect([every, normal + abnormal, abnormal]).toEqual([all, all, 1])
    expect((await list({ monitorStatus: 'ABNORMAL' })).data.list).toMatchObject([{ text: 'one limps', photoCount: 0 }])
    const days = (await list({ pageSize: 100 })).data.list.map(({ day }) => day)
    expect(days).toEqual(days.toSorted().toReversed())
  })

  test.each(['otherBank', 'otherPm'])('returns 404 to %s for every call', async (as) => {
    const [log] = (await list()).data.list
    const answers = await Promise.all([
      list({}, as),
      details(log?.id ?? 0, as),
      add({}, as),
      ask(as, 'GET', inWeb('authUserList')),
      ask(as, 'GET', inWeb('day')),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })
})

describe('log writers', () => {
  const writers = (as = 'pm') => ask<{ list: LogWriter[]; candidates: LogWriter[] }>(as, 'GET', inWeb('authUserList'))
  const projects = async (as: string) =>
    (await ask<{ list: LogProject[] }>(as, 'GET', '/collateral/web/dailylog/projects')).data.list.map(
      ({ code }) => code,
    )
  const user = async (name: string) => inWeb(`user/${await world.idOf(name)}`)

  test('are the supervisor’s project managers and users they add', async () => {
    expect((await add({}, 'borrower')).error.code).toBe('NOT_ALLOWED')
    expect([await projects('pm'), await projects('borrower')]).toEqual([['P'], []])
    const { list, candidates } = (await writers()).data
    expect(list.map(({ displayName, isAlways }) => [displayName, isAlways])).toEqual([
      ['colleague', true],
      ['pm', true],
    ])
    expect(candidates.map(({ displayName }) => displayName)).toEqual(['admin', 'banker', 'borrower'])
    // Only project managers read the names of users of other parties.
    expect((await writers('bank')).data.candidates).toEqual([])

    const added = await ask<{ list: LogWriter[] }>('pm', 'PUT', await user('borrower'), {})
    expect(added.data.list).toContainEqual(
      expect.objectContaining({ displayName: 'borrower', isAlways: false, addedBy: 'pm' }),
    )
    expect((await ask('pm', 'PUT', await user('borrower'), {})).status).toBe(200)
    expect([(await add({}, 'borrower')).status, await projects('borrower')]).toEqual([200, ['P']])

    expect((await ask('pm', 'DELETE', await user('borrower'))).status).toBe(200)
    expect([(await add({}, 'borrower')).error.code, await projects('borrower')]).toEqual(['NOT_ALLOWED', []])
    expect((await list_({ pageSize: 100 })).some(({ author }) => author === 'borrower')).toBe(true)
  })
  const list_ = async (body: object) => (await list(body)).data.list

  test.each(['bank', 'otherBank', 'pm'])('accept %s only when eligible to write', async (name) => {
    expect([
      (await ask('pm', 'PUT', await user(name), {})).status,
      (await ask('pm', 'DELETE', await user(name))).status,
    ]).toEqual([name === 'pm' ? 200 : 404, 404])
  })

  test('cannot write to a closed project', async () => {
    const [closed] = await world.sql<{ id: number }[]>`select id from projects where code = 'C'`
    expect(await add({}, 'pm', closed?.id)).toMatchObject({ status: 409, error: { fields: { id: 'not_running' } } })
  })
})

test('returns the day’s farms, pens and headcounts for a new log', async () => {
  const { data } = await ask<ProjectDay>('pm', 'GET', inWeb('day'))
  expect(data).toMatchObject({ id: projectId, code: 'P', name: 'Herd', at: '2026-05-01T12:00:00.000Z' })
  expect(data.farms.map(({ name, day, timeZone }) => [name, day, timeZone])).toEqual([
    ['Aobao', '2026-05-01', 'Asia/Shanghai'],
    ['Pantanal', '2026-05-01', 'America/Sao_Paulo'],
  ])
  const heard = (id: number | undefined) => (id === 1 ? 1 : 0)
  expect(data.farms[0]).toMatchObject({
    ledger: 3,
    heard: 0,
    windowMinutes: 60,
    alerts: [],
    alertCount: 0,
    pens: [
      { id: pens[0], name: '1', ledger: 2, heard: heard(pens[0]) },
      { id: pens[1], name: '2', ledger: 1, heard: heard(pens[1]) },
    ],
    lastCount: { heads: 199, day: '2026-05-09' },
  })
})
