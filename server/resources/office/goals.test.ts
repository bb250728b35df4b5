import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Goal } from '#contract/office/goals.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'

let world: World
let admin: string
let otherAdmin: string
let ids: Record<string, number>

const goal = {
  title: '夏季巡检',
  startsOn: '2026-06-01',
  endsOn: '2026-08-31',
  goal: '每周巡检一次',
  standard: '无遗漏',
}

beforeAll(async () => {
  world = await openWorld()
  const [supervisor, bank] = [await world.organisation('SUPERVISOR', 'S'), await world.organisation('BANK', 'B')]
  admin = await world.user('admin', 'ADMIN_SUPERVISOR', supervisor)
  await world.user('second', 'ADMIN_SUPERVISOR', supervisor)
  await world.user('pm', 'SUPERVISOR_PM', supervisor)
  await world.user('gone', 'SUPERVISOR_PM', supervisor)
  otherAdmin = await world.user('banker', 'ADMIN_BANK', bank)
  await world.sql`update users set status = 'DISABLED' where user_name = 'gone'`
  const rows = await world.sql<{ id: number; name: string }[]>`select id, user_name as name from users`
  ids = Object.fromEntries(rows.map(({ id, name }) => [name, id]))
})
afterAll(() => world.close())
beforeEach(() => {
  world.emitted.noticesChanged.length = 0
})

const add = (token: string, body: object) => world.call<Goal>(token, 'POST', '/api/forms', body)
const list = async (token: string, body: object = {}) =>
  (await world.call<{ list: Goal[]; total: number }>(token, 'POST', '/collateral/web/goal/list', body)).data

describe('goals', () => {
  test('are added and announced to the invitees except their author', async () => {
    const { status, data } = await add(admin, {
      ...goal,
      inviteeIds: [ids['pm'], ids['second'], ids['pm'], ids['admin']],
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({ ...goal, createdBy: 'admin' })
    expect(data.invitees.map(({ displayName }) => displayName)).toEqual(['pm', 'second', 'admin'])
    expect((await list(admin)).list).toEqual([data])
    const noticesSent = world.emitted.noticesChanged.map(({ userId, notice }) => [userId, notice?.code, notice?.path])
    expect(noticesSent).toHaveLength(2)
    expect(noticesSent).toContainEqual([ids['pm'], 'GOAL_SET', null])
    expect(noticesSent).toContainEqual([ids['second'], 'GOAL_SET', '/dashboard/org-admin/org-profile?tab=goals'])
    expect(world.emitted.noticesChanged[0]?.notice?.params).toEqual({ ...goal, by: 'admin' })
    const [entry] =
      await world.sql`select action, user_id as "userId" from audit_entries where noun = 'goal' and noun_id = ${data.id}`
    expect(entry).toMatchObject({ action: 'ADD', userId: ids['admin'] })
  })

  test('reject invitees who are unknown, disabled or of another organisation', async () => {
    const before = (await list(admin)).total
    const { status, error } = await add(admin, {
      ...goal,
      inviteeIds: [ids['pm'], ids['banker'], ids['gone'], 999_999],
    })
    expect([status, error.code]).toEqual([400, 'BAD_SHAPE'])
    expect(error.fields).toEqual({ 'inviteeIds.1': 'unknown', 'inviteeIds.2': 'unknown', 'inviteeIds.3': 'unknown' })
    expect((await list(admin)).total).toBe(before)
    expect(world.emitted.noticesChanged).toEqual([])
  })

  test('reject six invitees, an end before the start and blank titles', async () => {
    const six = await add(admin, { ...goal, inviteeIds: [1, 2, 3, 4, 5, 6] })
    expect([six.status, six.error.fields]).toEqual([400, { inviteeIds: 'too_big' }])
    const backwards = await add(admin, { ...goal, endsOn: '2026-05-31', inviteeIds: [] })
    expect(backwards.error.fields).toEqual({ endsOn: 'before_start' })
    const empty = await add(admin, { ...goal, title: '  ', inviteeIds: [] })
    expect(empty.error.fields).toEqual({ title: 'too_small' })
  })

  test('are listed in pages to administrators of their own organisation only', async () => {
    await add(admin, { ...goal, title: 'early', startsOn: '2026-01-01', inviteeIds: [] })
    expect((await list(otherAdmin)).list).toEqual([])
    const first = await list(admin, { sort: { field: 'startsOn', order: 'asc' }, pageSize: 1 })
    expect([first.list.map(({ title }) => title), first.total]).toEqual([['early'], (await list(admin)).list.length])
    const pm = await world.user('reader', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'T'))
    expect((await world.call(pm, 'POST', '/collateral/web/goal/list', {})).status).toBe(403)
  })
})
