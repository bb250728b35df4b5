import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../../api/call.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('pm')
const path = '/dashboard/project/info/3'

/** An instant as the browser's own picker takes it. */
const minuteOf = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T')

test('shows a past project read-only and returns', async () => {
  const before = console_.server.now
  await console_.server.moveTo(before + 10 * 60_000)
  await call(endpoints.animals.setStatus, { ids: [3], status: 'DEAD', leftOn: '2026-05-01', reason: '胀气' })
  const { user, path: at } = await console_.open(path)
  expect(await screen.findByRole('button', { name: /^台账在栏：2 头/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '查看历史时刻' }))
  fireEvent.change(screen.getByLabelText('发生时间截至'), { target: { value: minuteOf(before + 60_000) } })
  await user.click(screen.getByRole('button', { name: /查\s*看$/ }))

  expect(await screen.findByRole('button', { name: /^台账在栏：3 头/ })).toBeTruthy()
  expect(at()).toMatch(/[?&]happened=/)
  const bar = screen.getByRole('region', { name: '查看历史时刻' })
  expect(within(bar).getByRole('status').textContent).toMatch(
    /您正在查看历史：截至 2026\/05\/01.*包含之后的补记和更正。当前为只读。/,
  )
  expect(screen.queryByRole('button', { name: '申请结清' })).toBeNull()
  expect(screen.queryByRole('slider')).toBeNull()
  await user.click(screen.getByRole('button', { name: /^台账在栏：3 头/ }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByRole('button', { name: '03' })).toBeTruthy()
  await user.click(within(drawer).getByRole('button', { name: /关\s*闭|Close/ }))

  await user.click(screen.getByRole('tab', { name: '质押物' }))
  await user.click(await screen.findByRole('tab', { name: '质押牲畜' }))
  expect(await screen.findByRole('row', { name: /03.*是/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /解除质押|新增/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '返回实时' }))
  expect(at()).toContain('tab=collateral&part=pledges')
  await user.click(screen.getByRole('tab', { name: '总览' }))
  expect(await screen.findByRole('button', { name: /^台账在栏：2 头/ })).toBeTruthy()
  expect(at()).not.toContain('happened')
})

test('keeps the moment on every tab', { tags: 'long' }, async () => {
  await console_.renew()
  console_.signIn('pm')
  const { server } = console_
  const pastMoment = server.now
  await server.moveTo(pastMoment + 10 * 60_000)
  const [alert] = (await call(endpoints.alerts.list, { projectId: 3, state: 'ACTIVE' })).list
  await call(endpoints.alerts.acknowledge, { id: alert?.id ?? 0, comment: '已派人查看' })
  await call(endpoints.animals.setStatus, { ids: [3], status: 'DEAD', leftOn: '2026-05-01', reason: '胀气' })
  const shared = `${path}?tab=alerts&happened=${new Date(pastMoment).toISOString()}`
  const { user, path: at } = await console_.open(shared)
  const region = () => screen.findByRole('region', { name: '查看历史时刻' })
  expect(within(await region()).getByRole('status')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /离开圈舍/ })).toBeTruthy()
  expect(screen.queryByText('已派人查看')).toBeNull()

  const shows: [tab: string, what: () => Promise<unknown>][] = [
    ['头数台账', async () => expect((await screen.findAllByRole('row', { name: /期初/ })).length).toBeGreaterThan(0)],
    [
      '地图',
      async () =>
        expect(
          within(await screen.findByRole('region', { name: '各圈舍头数' })).getAllByRole('row').length,
        ).toBeGreaterThan(1),
    ],
    ['摄像头', async () => expect(await screen.findByText(/此处为当前数据/)).toBeTruthy()],
    ['审批', () => screen.findByText(/暂无审批/)],
    ['监管日志', () => screen.findByRole('region', { name: '监管日志' })],
    ['文件', () => screen.findByText(/暂无文件/)],
    ['历史', () => screen.findByRole('region', { name: '变更记录' })],
    ['总览', () => screen.findByRole('button', { name: /^台账在栏：3 头/ })],
  ]
  for (const [tab, what] of shows) {
    await user.click(screen.getByRole('tab', { name: tab }))
    await what()
    expect(within(await region()).getByRole('status')).toBeTruthy()
    expect(at()).toContain('happened=2026')
  }
})

test('rejects a moment before the project opened', async () => {
  await console_.open(`${path}?happened=2020-01-01T00:00:00Z`)
  expect((await screen.findByRole('alert')).textContent).toBe('发生时间截至：当时项目尚未开始')
  expect(screen.queryByRole('button', { name: /^台账在栏/ })).toBeNull()
})
