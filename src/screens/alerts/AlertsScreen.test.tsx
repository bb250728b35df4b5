import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useAlerts } from '../../store/alerts.ts'
import { openTestConsole } from '../../testConsole.tsx'

// It has no canvas here, and tests of its own.
vi.mock('../../map/FarmMap.tsx', () => ({ FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div> }))

const path = '/dashboard/animal-monitor/alert'
const console_ = await openTestConsole()
const patience = { timeout: 8000 }

async function openAlerts(query = '', userName = 'pm') {
  console_.signIn(userName)
  const view = await console_.open(path + query)
  await screen.findByRole('grid', {}, patience)
  await waitFor(() => expect(useAlerts.getState().known).toBe(true), patience)
  return view
}

const leftPen = () => useAlerts.getState().open.find(({ kind }) => kind === 'LEFT_PEN')
const findLine = (name = /离开圈舍/) => waitFor(() => within(screen.getByRole('grid')).getByRole('row', { name }), patience)
const noLine = (name = /离开圈舍/) => waitFor(() => expect(within(screen.getByRole('grid')).queryByRole('row', { name })).toBeNull(), patience)
const findDetails = () => screen.findByRole('complementary', { name: /^离开圈舍/ }, patience)

test('an open alert is a line; opened it says what it is about, and its address opens it again', async () => {
  const { user, path: address } = await openAlerts()
  const row = await findLine()
  expect(row.textContent).toContain('待确认')
  await user.click(row)
  const details = await findDetails()
  const id = leftPen()?.id
  expect(address()).toBe(`${path}?open=${id}`)
  await within(details).findByText('无移动许可', {}, patience)
  expect(details.textContent).toContain('圈外')
  expect(within(details).getByRole('link', { name: '轨迹回放' }).getAttribute('href')).toMatch(/replay\?animal=\d+&day=\d{4}-\d\d-\d\d&at=\d+$/)
  console_.leave()
  await openAlerts(`?open=${id}`)
  await findDetails()
}, 30_000)

test('a critical alert is acknowledged with a word, which the screen then shows with who is acting', async () => {
  const { user } = await openAlerts()
  await user.click(await findLine())
  const details = await findDetails()
  await user.click(within(details).getByRole('button', { name: '确认' }))
  expect(within(details).getByRole('alert').textContent).toBe('请写明正在如何处理')
  await user.type(within(details).getByRole('textbox'), '已派人去找')
  await user.click(within(details).getByRole('button', { name: '确认' }))
  await waitFor(() => expect(within(details).getByRole('status').textContent).toMatch(/苏日娜 处理中\s*“已派人去找”/), patience)
  expect(leftPen()).toMatchObject({ acknowledgedBy: '苏日娜', comment: '已派人去找' })
}, 30_000)

test('who was first keeps it, and the other is told who that is', async () => {
  await console_.renew()
  const { user } = await openAlerts()
  await user.click(await findLine())
  const details = await findDetails()
  await user.type(within(details).getByRole('textbox'), '我去')
  const take = within(details).getByRole('button', { name: '确认' })
  // Somebody else is quicker, and the news of it has not come yet.
  const before = leftPen()
  await console_.callAs('supervisor', endpoints.alerts.acknowledge, { id: before?.id ?? 0, comment: '巴图在路上' })
  await user.click(take)
  await waitFor(() => expect(document.body.textContent).toMatch(/监管负责人 (?:已经确认|处理中)/), patience)
  expect(leftPen()).toMatchObject({ acknowledgedBy: '监管负责人', comment: '巴图在路上' })
}, 30_000)

test('filters and tab are in the address, and leave what fits', async () => {
  const { go } = await openAlerts('?kind=LOW_BATTERY')
  await noLine()
  expect(leftPen()).toBeTruthy()
  await go(`${path}?kind=LEFT_PEN&farmId=1`)
  await findLine()
  await go(`${path}?tab=cleared&kind=LEFT_PEN`)
  await noLine()
  await go(`${path}?tab=all&kind=LEFT_PEN`)
  await findLine()
}, 30_000)

test('an alert that one may not see is said to be none', async () => {
  await openAlerts('?open=999999')
  expect(await screen.findByText('没有这条告警，或者您无权查看。', {}, patience)).toBeTruthy()
}, 20_000)
