// @vitest-environment node
import { getResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { createHandlers } from '../../handlers.ts'
import { createWorld } from '../createWorld.ts'

const world = createWorld(Date.UTC(2026, 4, 1, 2))
let handlers: ReturnType<typeof createHandlers>
beforeEach(() => {
  handlers = createHandlers(world)
})

async function send(userName: string, method: string, path: string, body?: object) {
  const response = await getResponse(
    handlers,
    new Request(`http://localhost${path}`, {
      method,
      headers: { 'x-auth-token': `mock-${userName}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response?.status, body: (await response?.json()) as { data: unknown; error?: { code: string; fields?: object } } }
}
const { tickets, notices, goals, savedViews, finder, organisations, users } = endpoints
const listed = async (userName: string, body: object) => tickets.list.reply.parse((await send(userName, 'POST', tickets.list.path, body)).body.data)
const belled = async (userName: string) => notices.list.reply.parse((await send(userName, 'GET', notices.list.path)).body.data)

describe('approvals', () => {
  it('wait for the platform, which is asked, and move the organisation', async () => {
    const { list } = await listed('platform', { mine: 'TO_DECIDE' })
    expect(list.map(({ subjectName, canDecide }) => [subjectName, canDecide])).toStrictEqual([['北方牲畜托管公司', true]])
    const [ticket] = list
    expect((await belled('platform')).list).toMatchObject([{ code: 'TICKET_TO_DECIDE', path: `/dashboard/approvals?open=${ticket?.ticketId}` }])

    const silent = await send('platform', 'POST', tickets.approve.path, { ticketId: ticket?.ticketId, decision: 'REJECTED' })
    expect([silent.status, silent.body.error?.code]).toStrictEqual([422, 'COMMENT_REQUIRED'])
    const done = await send('platform', 'POST', tickets.approve.path, { ticketId: ticket?.ticketId, decision: 'APPROVED' })
    expect(tickets.approve.reply.parse(done.body.data)).toMatchObject({ state: 'APPROVED', steps: [{ decidedBy: '平台管理员' }] })
    const again = await send('platform', 'POST', tickets.approve.path, { ticketId: ticket?.ticketId, decision: 'APPROVED' })
    expect([again.status, again.body.error?.code]).toStrictEqual([409, 'NOT_OPEN'])
    expect((await belled('platform')).notifyCount).toBe(0)
    const { body } = await send('platform', 'GET', organisations.detail.path.replace('{id}', String(ticket?.subjectId)))
    expect(organisations.detail.reply.parse(body.data).status).toBe('ACTIVE')
  })

  it('are shown to those who asked, and to no stranger', async () => {
    const { list, total } = await listed('bank', {})
    expect([list.map(({ subjectName, state }) => [subjectName, state]), total]).toStrictEqual([[['锡林浩特草原银行', 'APPROVED']], 1])
    const theirs = (await listed('platform', { text: '敖包' })).list[0]?.ticketId
    expect((await send('bank', 'GET', tickets.details.path.replace('{ticketId}', String(theirs)))).status).toBe(404)
  })
})

it('a goal is set among colleagues, who are told', async () => {
  const colleagues = users.colleagues.reply.parse((await send('supervisor', 'GET', users.colleagues.path)).body.data).list
  const goal = { title: '夏季巡检', startsOn: '2026-06-01', endsOn: '2026-08-31', goal: '每周一次', standard: '无遗漏' }
  const stranger = await send('supervisor', 'POST', goals.add.path, { ...goal, inviteeIds: [1] })
  expect([stranger.status, stranger.body.error?.fields]).toStrictEqual([400, { 'inviteeIds.0': 'unknown' }])
  await send('supervisor', 'POST', goals.add.path, { ...goal, inviteeIds: colleagues.map(({ id }) => id) })
  const { list } = goals.list.reply.parse((await send('supervisor', 'POST', goals.list.path, {})).body.data)
  expect(list).toMatchObject([{ ...goal, createdBy: '监管负责人' }])
  expect((await send('bank', 'POST', goals.list.path, {})).body.data).toMatchObject({ list: [] })
  const bell = await belled('pm')
  expect(bell).toMatchObject({ notifyCount: 1, unreadCount: 1, list: [{ code: 'GOAL_SET', params: { title: '夏季巡检' } }] })
  expect((await send('pm', 'POST', notices.read.path, { ids: [bell.list[0]?.id] })).body.data).toStrictEqual({ notifyCount: 1, unreadCount: 0 })
  expect((await send('pm', 'POST', notices.clear.path, { type: 'message' })).body.data).toStrictEqual({ notifyCount: 0, unreadCount: 0 })
})

it('views are one’s own', async () => {
  const view = { list: 'users', name: '停用', query: 'status=DISABLED', columns: ['userName'] }
  const { id } = savedViews.addOrEdit.reply.parse((await send('bank', 'PUT', savedViews.addOrEdit.path, view)).body.data)
  expect((await send('bank', 'PUT', savedViews.addOrEdit.path, view)).body.error?.fields).toStrictEqual({ name: 'taken' })
  const path = savedViews.remove.path.replace('{id}', String(id))
  expect((await send('pm', 'DELETE', path)).status).toBe(404)
  expect((await send('pm', 'POST', savedViews.list.path, { list: 'users' })).body.data).toStrictEqual({ list: [] })
  expect((await send('bank', 'DELETE', path)).status).toBe(200)
})

it('the finder finds what a role may see', async () => {
  const find = async (userName: string, text: string) =>
    finder.find.reply.parse((await send(userName, 'POST', finder.find.path, { text })).body.data).list.map(({ kind }) => kind)
  expect(new Set(await find('pm', '0'))).toStrictEqual(new Set(['animal', 'project']))
  expect(await find('platform', '敖包')).not.toContain('farm')
  expect(await find('bank', '敖包')).toContain('farm')
})
