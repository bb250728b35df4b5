/** @module-tag long */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../../testConsole.tsx'

// It has no canvas here, and tests of its own.
vi.mock('../../../map/FarmMap.tsx', () => ({
  FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div>,
}))

const path = '/dashboard/animal-monitor/alert'
const console_ = openTestConsole('pm')
const findLines = (name: RegExp) => waitFor(() => within(screen.getByRole('grid')).getAllByRole('row', { name }))

test('saves a view with tab and filters and restores it', async () => {
  onTestFinished(() => console_.renew())
  const { user, path: address, go } = await console_.open(`${path}?tab=all&kinds=LEFT_PEN`)
  await findLines(/离开圈舍/)
  await user.click(screen.getByRole('button', { name: '我的视图' }))
  await user.type(await screen.findByRole('textbox', { name: '视图名称' }), '出圈')
  await user.click(screen.getByRole('button', { name: '保存当前视图' }))
  await waitFor(() => expect(screen.getAllByRole('button', { name: '出圈' }).length).toBeGreaterThan(0))
  await go(path)
  await waitFor(() => expect(address()).toBe(path))
  // The menu is still open; its button no longer names the current view.
  await screen.findByRole('button', { name: '我的视图' })
  await user.click(await screen.findByRole('button', { name: '出圈' }))
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({ kinds: 'LEFT_PEN', tab: 'all' }),
  )
  expect((await screen.findByRole('tab', { name: '全部' })).getAttribute('aria-selected')).toBe('true')
})

test('marks alerts that arrived late', async () => {
  onTestFinished(() => console_.renew())
  const at = console_.server.now + 3_600_000
  await console_.server.moveTo(at)
  const weak = { rssi: -67, battery: 5 }
  await console_.server.ingest({
    gateway: 'AC233F000001',
    readings: [
      { neckband: 'AC233F100000', at, ...weak },
      { neckband: 'AC233F100001', at: at - 20 * 60_000, ...weak },
    ],
  })
  await waitFor(async () =>
    expect((await console_.callAs('pm', endpoints.alerts.list, { kinds: ['LOW_BATTERY'] })).total).toBe(2),
  )
  const { user } = await console_.open(`${path}?kinds=LOW_BATTERY`)
  const group = await screen.findByRole('button', { name: /展开全部/ })
  expect(within(await screen.findByRole('grid')).queryByText('延迟')).toBeNull()
  await user.click(group)
  expect(within(await screen.findByRole('grid')).getAllByText('延迟')).toHaveLength(1)
})

test('lists the longest shelved alert first', async () => {
  onTestFinished(() => console_.renew())
  const at = console_.server.now + 60_000
  await console_.server.moveTo(at)
  await console_.server.ingest({
    gateway: 'AC233F000001',
    readings: [0, 1, 2].map((n) => ({ neckband: `AC233F10000${n}`, at, rssi: -67, battery: 5 })),
  })
  const weak = async () =>
    (await console_.callAs('pm', endpoints.alerts.list, { state: 'ACTIVE', kinds: ['LOW_BATTERY'] })).list
  await waitFor(async () => expect((await weak()).length).toBe(3))
  // Neither by id nor by name.
  const byName = (await weak()).toSorted((one, other) => one.subjectName.localeCompare(other.subjectName))
  const order = [byName[1], byName[2], byName[0]]
  for (const alert of order) {
    const now = console_.server.now + 60_000
    await console_.server.moveTo(now)
    await console_.callAs('pm', endpoints.alerts.shelve, {
      id: alert?.id ?? 0,
      until: now + 3_600_000,
      reason: '周末换电池',
    })
  }
  await console_.open(`${path}?tab=shelved`)
  await waitFor(async () => {
    const lines = await findLines(/电量低/)
    expect(lines.map((line) => line.querySelector('.alert-line-subject')?.textContent)).toEqual(
      order.map((alert) => expect.stringMatching(new RegExp(`^${alert?.subjectName}`))),
    )
  })
})
