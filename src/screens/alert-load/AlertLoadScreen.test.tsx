/** @module-tag long */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestConsole } from '../../testConsole.tsx'

// There is no canvas here.
vi.mock('../../charts/Chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <img alt={label} /> }))

const console_ = openTestConsole('pm')

test('shows the load of a month and the month before', async () => {
  const { user, path } = await console_.open('/dashboard/animal-monitor/alert/load?month=2026-05')
  expect(await screen.findByRole('heading', { name: '告警负荷', level: 1 })).toBeTruthy()
  expect(await screen.findByText(/^本月 [1-9]\d* 条告警/)).toBeTruthy()
  expect(await screen.findByRole('img', { name: '每日告警数' })).toBeTruthy()
  const mix = within(screen.getByRole('region', { name: '级别构成' }))
  expect(mix.getByRole('row', { name: /紧急/ }).textContent).toContain('5%')
  expect(within(screen.getByRole('region', { name: '告警最多的规则' })).getAllByRole('row').length).toBeGreaterThan(1)
  expect(within(screen.getByRole('region', { name: '班次' })).getByRole('row', { name: /08:00 至 20:00/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^导出/ })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '上个月' }))
  await waitFor(() => expect(path()).toContain('month=2026-04'))
  expect(await screen.findByText(/^本月 0 条告警/)).toBeTruthy()
})

test('opens the new month by the farm’s clock', async () => {
  onTestFinished(() => console_.renew())
  await console_.server.holdAt(Date.UTC(2026, 4, 31, 16, 30))
  const { user, path } = await console_.open('/dashboard/animal-monitor/alert/load')
  expect(await screen.findByText('2026年6月')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '下个月' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: '上个月' }))
  await waitFor(() => expect(path()).toContain('month=2026-05'))
  await user.click(screen.getByRole('button', { name: '下个月' }))
  await waitFor(() => expect(path()).not.toContain('month='))
})
