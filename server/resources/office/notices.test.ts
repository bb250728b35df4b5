import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notice, NoticeCounts, NoticeType } from '#contract/office/notices.ts'
import type { User } from '#contract/people/users.ts'
import { machineNow } from '../../clock.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { edited } from '../people/testUsers.ts'
import { deleteOldNotices, endEvents, insertNotices, emitNotices } from './notices.ts'

type List = NoticeCounts & { list: Notice[] }

let world: World
let reader: string
let other: string
const ids = { reader: 0, other: 0 }
const at = Date.UTC(2026, 4, 1)

beforeAll(async () => {
  world = await openWorld()
  const bank = await world.organisation('BANK', 'A')
  reader = await world.user('reader', 'BANK_USER', bank)
  other = await world.user('other', 'OTHERS', null)
  const rows = await world.sql<{ id: number; name: 'reader' | 'other' }[]>`select id, user_name as name from users`
  for (const { id, name } of rows) ids[name] = id
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.sql`delete from notices`
  world.emitted.noticesChanged.length = 0
})

const addNotices = async (userIds: number[], type: NoticeType = 'notification', path: string | null = null) =>
  insertNotices(world.sql, userIds, { type, code: 'PASSWORD_CHANGED', params: { by: '管理员' }, path, at })
const listOf = async (token: string) => (await world.call<List>(token, 'GET', '/api/notices')).data
const post = async (token: string, action: 'read' | 'clear', body: object) =>
  (await world.call<NoticeCounts>(token, 'POST', `/api/notices/${action}`, body)).data

describe('notices', () => {
  test('are listed newest first to their recipient', async () => {
    await addNotices([ids.reader, ids.other])
    await addNotices([ids.reader], 'message', '/user/account')
    expect(await listOf(reader)).toMatchObject({
      notifyCount: 2,
      unreadCount: 2,
      list: [
        { type: 'message', path: '/user/account', read: false, at: '2026-05-01T00:00:00.000Z' },
        { type: 'notification', code: 'PASSWORD_CHANGED', params: { by: '管理员' }, path: null },
      ],
    })
    expect(await listOf(other)).toMatchObject({ notifyCount: 1, unreadCount: 1 })
  })

  test('are listed up to 200 but counted in full', async () => {
    await world.sql`
      insert into notices (user_id, type, code, at)
      select ${ids.reader}, 'message', 'GOAL_SET', ${at}::timestamptz from generate_series(1, 250)`
    const { list, notifyCount } = await listOf(reader)
    expect([list.length, notifyCount]).toEqual([200, 250])
    expect(list[0]?.id).toBeGreaterThan(list[199]?.id ?? Infinity)
  })

  test('are marked as read by id, by type or all together', async () => {
    await addNotices([ids.reader])
    await addNotices([ids.reader], 'message')
    await addNotices([ids.reader], 'event')
    await addNotices([ids.reader], 'event')
    const { list } = await listOf(reader)
    expect(await post(reader, 'read', { ids: [list[3]?.id] })).toEqual({ notifyCount: 4, unreadCount: 3 })
    expect((await listOf(reader)).list.map(({ read }) => read)).toEqual([false, false, false, true])
    expect(await post(reader, 'read', { type: 'event' })).toEqual({ notifyCount: 4, unreadCount: 1 })
    expect(await post(reader, 'read', { ids: [] })).toEqual({ notifyCount: 4, unreadCount: 1 })
    expect(await post(reader, 'read', {})).toEqual({ notifyCount: 4, unreadCount: 0 })
  })

  test('are cleared by type and count as read', async () => {
    await addNotices([ids.reader])
    await addNotices([ids.reader], 'event')
    expect(await post(reader, 'clear', { type: 'event' })).toEqual({ notifyCount: 1, unreadCount: 1 })
    expect((await listOf(reader)).list.map(({ type }) => type)).toEqual(['notification'])
    expect(await post(reader, 'clear', {})).toEqual({ notifyCount: 0, unreadCount: 0 })
  })

  test('cannot be read or cleared by other users', async () => {
    await addNotices([ids.other])
    const [theirs] = (await listOf(other)).list
    await post(reader, 'read', { ids: [theirs?.id] })
    await post(reader, 'read', {})
    await post(reader, 'clear', {})
    expect(await listOf(other)).toMatchObject({ notifyCount: 1, unreadCount: 1 })
    expect(world.emitted.noticesChanged).toEqual([])
  })

  test('emit new counts once when they are read', async () => {
    await addNotices([ids.reader])
    await post(reader, 'read', {})
    expect(world.emitted.noticesChanged).toEqual([
      { userId: ids.reader, counts: { notifyCount: 1, unreadCount: 0 }, notice: null },
    ])
    await post(reader, 'read', {})
    expect(world.emitted.noticesChanged).toHaveLength(1)
  })

  test('are emitted with each recipient’s counts', async () => {
    await addNotices([ids.reader])
    await emitNotices(world.context, await addNotices([ids.reader, ids.other, ids.other]))
    expect(
      world.emitted.noticesChanged.map(({ userId, counts, notice }) => [userId, counts.unreadCount, notice?.code]),
    ).toEqual(
      [
        [ids.reader, 2, 'PASSWORD_CHANGED'],
        [ids.other, 1, 'PASSWORD_CHANGED'],
      ].toSorted((a, b) => Number(a[0]) - Number(b[0])),
    )
  })

  test('are cleared unread when their recipient moves to another organisation', async () => {
    const platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
    await world.sql`update users set telephone = '+8613800008888', email = 'reader@example.com' where id = ${ids.reader}`
    await addNotices([ids.reader, ids.other])
    await addNotices([ids.reader], 'event', '/dashboard/approvals/7')
    const save = async (more: object) => {
      const { data } = await world.call<User>(platform, 'GET', `/collateral/web/user/detail/${ids.reader}`)
      return (await world.call(platform, 'PUT', '/collateral/web/user/addOrEdit', edited(data, more))).status
    }
    expect([await save({ displayName: 'Renamed' }), (await listOf(reader)).notifyCount]).toEqual([200, 2])
    world.emitted.noticesChanged.length = 0

    expect(await save({ organisationId: await world.organisation('BANK', 'B') })).toBe(200)
    reader = await world.signIn('reader')
    const none = { notifyCount: 0, unreadCount: 0 }
    expect(await listOf(reader)).toEqual({ ...none, list: [] })
    await expect.poll(() => world.emitted.noticesChanged).toEqual([{ userId: ids.reader, counts: none, notice: null }])
    expect(await world.sql`select from notices where read_at is not null`).toHaveLength(0)
    expect(await listOf(other)).toMatchObject({ notifyCount: 1 })
  })

  test('are cleared for others when their page needs no action', async () => {
    await addNotices([ids.reader, ids.other], 'event', '/dashboard/approvals?open=7')
    await addNotices([ids.reader], 'notification', '/dashboard/approvals?open=7')
    await addNotices([ids.reader], 'event', '/dashboard/approvals?open=71')
    expect(await endEvents(world.sql, '/dashboard/approvals?open=7', at, [ids.other])).toEqual([
      { userId: ids.reader, notice: null },
    ])
    expect(await listOf(reader)).toMatchObject({ notifyCount: 2 })
    expect(await listOf(other)).toMatchObject({ notifyCount: 1 })
  })

  test('are deleted a month after clearing or after 400 days', async () => {
    await addNotices([ids.reader])
    await addNotices([ids.reader], 'event')
    await post(reader, 'clear', { type: 'event' })
    const left = async (now: number) => {
      await deleteOldNotices(world.sql, now)
      return (await world.sql<{ type: string }[]>`select type from notices`).map(({ type }) => type)
    }
    const day = 86_400_000
    expect(await left(machineNow() + 29 * day)).toHaveLength(2)
    expect(await left(machineNow() + 31 * day)).toEqual(['notification'])
    expect(await left(at + 401 * day)).toEqual([])
  })

  test('stay listed when emitting them fails', async () => {
    const context = { ...world.context, sql: Object.assign(() => Promise.reject(new Error('gone')), world.sql) }
    await emitNotices(context, await addNotices([ids.reader]))
    expect(world.emitted.noticesChanged).toEqual([])
    expect(await listOf(reader)).toMatchObject({ unreadCount: 1 })
  })
})
