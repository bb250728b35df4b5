import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../../api/call.ts'
import { request } from '../../../api/request.ts'
import { endSession } from '../../../api/session.ts'
import type { Screen } from '../../../navigation/screen.ts'
import { screens } from '../../../routes.tsx'
import { useLogStore } from '../../../store/logs/logStore.ts'
import { openTestConsole } from '../../../testConsole.tsx'
import { testPicture } from '../../../testPicture.ts'
import { DailyLogs } from './DailyLogs.tsx'
// Loads the script first, so that a test waits only for the page.
import './writing/WriteLogScreen.tsx'

const console_ = openTestConsole('pm')
const path = '/dashboard/project/log'

let id = 0
beforeAll(async () => {
  console_.signIn('pm')
  id = (await request(endpoints.dailyLogs.projects, {})).list[0]?.id ?? 0
})
const table: Screen[] = [
  ...screens,
  {
    path: '/logs',
    titleId: 'dailyLog.list',
    icon: 'report',
    roles: 'signedIn',
    load: async () => ({ Component: () => <DailyLogs projectId={id} moment={null} /> }),
  },
]
const logs = async () => (await request(endpoints.dailyLogs.list, { id, pageSize: 100 })).list

test('opens the only writable project with the day’s figures', async () => {
  const { path: now } = await console_.open(path)
  expect(await screen.findByRole('region', { name: /敖包牧场.*今天系统统计/ })).toBeTruthy()
  expect(now()).toBe(`${path}/${id}`)
  expect(screen.getByText(/\/ 台账 3 · 60 分钟内/)).toBeTruthy()
  expect(screen.getByText('离开圈舍')).toBeTruthy()
  const counts = screen.getByRole('region', { name: '人工点数' })
  expect(within(counts).getByRole('textbox', { name: /1 号圈.*台账 3/ })).toHaveProperty('value', '')
})

test('sends a log once, with counts and photos', async () => {
  const { user } = await console_.open(`${path}/${id}`)
  const before = (await logs()).length
  await user.type(await screen.findByRole('textbox', { name: /1 号圈/ }), '2')
  expect(screen.getByText(/≠ 台账 3/)).toBeTruthy()
  await user.upload(document.querySelector<HTMLInputElement>('.log-photo-add input') as HTMLInputElement, testPicture())
  expect(await screen.findByText(/未定位/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '异常' }))
  await user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('请说明异常情况。')).toBeTruthy()
  expect(await logs()).toHaveLength(before)
  await user.type(screen.getByRole('textbox', { name: '现场情况说明' }), '少一头，正在寻找')
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(async () => expect(await logs()).toHaveLength(before + 1))
  const [log] = await logs()
  expect(log).toMatchObject({
    monitorStatus: 'ABNORMAL',
    text: '少一头，正在寻找',
    photoCount: 1,
    isLate: false,
    day: '2026-05-01',
  })
  expect((await request(endpoints.dailyLogs.details, { id, logId: log?.id ?? 0 })).counts).toMatchObject([
    { name: '1 号圈', heads: 2 },
  ])
  await waitFor(() => expect(useLogStore.getState().logs).toEqual([]))
  // The form is empty for the next one.
  expect(await screen.findByRole('textbox', { name: /1 号圈/ })).toHaveProperty('value', '')
})

test('keeps a log while offline and sends it later', async () => {
  const { user } = await console_.open(`${path}/${id}`)
  const before = (await logs()).length
  console_.faults.use(http.post('*/dailylog/new', () => HttpResponse.error()))
  await user.type(await screen.findByRole('textbox', { name: '现场情况说明' }), '无网络时写的')
  await user.click(screen.getByRole('button', { name: '提交' }))
  const waiting = await screen.findByRole('region', { name: '本机有 1 篇未发送日志' })
  expect(within(waiting).getByText('等待发送')).toBeTruthy()
  expect(await screen.findByText('离线 · 已存本机')).toBeTruthy()
  console_.faults.resetHandlers()
  await user.click(within(waiting).getByRole('button', { name: '立即发送' }))
  await waitFor(async () => expect((await logs()).length).toBe(before + 1))
  await waitFor(() => expect(screen.queryByRole('region', { name: /本机有/ })).toBeNull())
})

test('rejects days in the future or too far back', async () => {
  const { user } = await console_.open(`${path}/${id}`)
  const before = (await logs()).length
  await user.type(await screen.findByRole('textbox', { name: '现场情况说明' }), '日期不对')
  const field = screen.getByRole('textbox', { name: '日期' })
  for (const [day, words] of [
    ['2026/05/02', '日期不能是将来的时间'],
    ['2025/04/29', '日期已超过一年'],
  ] as const) {
    await user.clear(field)
    await user.type(field, day)
    await user.click(screen.getByRole('button', { name: '提交' }))
    expect(await screen.findByText(words)).toBeTruthy()
    expect([document.activeElement, field.getAttribute('aria-invalid')]).toEqual([field, 'true'])
  }
  await user.clear(field)
  await user.type(field, '2026/05/01')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(async () => expect((await logs()).map(({ text }) => text)).toContain('日期不对'))
  expect((await logs()).length).toBe(before + 1)
})

test('shows a rejected log to its author and sends the others', { tags: 'long' }, async () => {
  const add = (key: string, text: string, correctsId: number | null) =>
    call(endpoints.dailyLogs.add, {
      id,
      key,
      farmId: 1,
      day: '2026-04-29',
      monitorStatus: 'NORMAL',
      handCount: 3,
      counts: [],
      text,
      photos: [],
      writtenAt: Date.UTC(2026, 3, 30, 10),
      correctsId,
    })
  const wrong = await add('11111111-2222-4333-8444-555566660001', '写错了', null)
  const { user } = await console_.open(`${path}/${id}?corrects=${wrong.id}`)
  await user.type(await screen.findByDisplayValue('写错了'), '，我来改')
  await add('11111111-2222-4333-8444-555566660002', '别人先改了', wrong.id)
  const before = (await logs()).length
  await user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('已有另一篇日志更正了同一篇。编辑后将作为单独的日志提交。')).toBeTruthy()
  await user.type(await screen.findByRole('textbox', { name: '现场情况说明' }), '第二篇')
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(async () => expect((await logs()).map(({ text }) => text)).toContain('第二篇'))
  await user.click(within(screen.getByRole('region', { name: /本机有/ })).getByRole('button', { name: /编\s*辑/ }))
  await user.type(await screen.findByDisplayValue('写错了，我来改'), '完')
  await user.click(screen.getByRole('button', { name: '提交' }))
  await waitFor(async () =>
    expect(await logs()).toContainEqual(
      expect.objectContaining({ text: '写错了，我来改完', correctsId: null, day: '2026-04-29' }),
    ),
  )
  expect((await logs()).length).toBe(before + 2)
})

test('warns on sign-out and hides logs from the next user', async () => {
  const { user, unmount } = await console_.openInShell(`${path}/${id}`)
  await user.type(await screen.findByRole('textbox', { name: '现场情况说明' }), '还没写完')
  await waitFor(() => expect(useLogStore.getState().logs).toMatchObject([{ state: 'DRAFT', text: '还没写完' }]))
  await user.click(screen.getByRole('button', { name: /账号菜单/ }))
  await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
  expect(await screen.findByText(/退出登录将删除本机上的 1 篇监管日志/)).toBeTruthy()
  unmount()
  endSession('signedOut')
  console_.signIn('supervisor')
  expect(useLogStore.getState().logs).toEqual([])
})

test('lists abnormal logs, shows times and offers a correction', { tags: 'long' }, async () => {
  await call(endpoints.dailyLogs.add, {
    id,
    key: '11111111-2222-4333-8444-555566667777',
    farmId: 1,
    day: '2026-04-30',
    monitorStatus: 'NORMAL',
    handCount: 3,
    counts: [],
    text: '补记',
    photos: [],
    writtenAt: Date.UTC(2026, 3, 30, 10),
    correctsId: null,
  })
  const { user, path: now } = await console_.open('/logs', table)
  const row = await screen.findByRole('row', { name: /补记/ })
  expect(within(row).getByText('迟交')).toBeTruthy()
  await user.click(row)
  const details = await screen.findByRole('article')
  expect(within(details).getByText('填写时间').nextSibling?.textContent).toContain('2026/04/30 18:00 UTC+8')
  expect(within(details).getByText('收到时间').nextSibling?.textContent).toContain('2026/05/01')
  await user.click(within(details).getByRole('link', { name: '提交更正' }))
  expect(await screen.findByText(/更正.*2026-04-30 的日志/)).toBeTruthy()
  expect(await screen.findByDisplayValue('补记')).toBeTruthy()
  expect(now()).toMatch(/corrects=\d+/)
})

test('adds and removes writers', async () => {
  const { user } = await console_.open('/logs', table)
  await user.click(await screen.findByRole('button', { name: '授权填写人' }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByText(/项目中能写日志的用户都已授权/)).toBeTruthy()
})
