import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useSession } from '../../api/session.ts'
import { openTestConsole } from '../../testConsole.tsx'

// Neither has a canvas here; both have tests of their own.
vi.mock('../../map/FarmMap.tsx', () => ({ FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div> }))
vi.mock('../../charts/Chart.tsx', () => ({ Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} /> }))

const console_ = await openTestConsole()

test('a wall shows a code; once a supervisor has confirmed it, the monitor opens, with no way into the console; revoked, it ends', async () => {
  const wall = await console_.open('/user/login')
  await wall.user.click(await screen.findByRole('link', { name: '将此屏幕用作大屏' }))
  const shown = await screen.findByRole('status', { name: '代码' })
  await waitFor(() => expect(shown.textContent).toMatch(/^\w{4}-\w{4}$/))
  const { id } = await console_.callAs('supervisor', endpoints.displays.pair, { code: shown.textContent, name: '值班室' })
  await waitFor(() => expect(wall.path()).toBe('/dashboard/animal-monitor/monitor'))
  expect(useSession.getState().session?.role).toBe('OTHERS')
  await wall.user.click(await screen.findByRole('button', { name: '语言与账户' }))
  expect(screen.queryByRole('link', { name: '返回后台' })).toBeNull()

  // It says that it paints: minutes without that raise an alert, and the next sign of life clears it.
  const silent = async () => (await console_.callAs('supervisor', endpoints.alerts.list, { kind: 'WALL_SILENT', state: 'ACTIVE', current: 1, pageSize: 20 })).list.map(({ subjectName }) => subjectName)
  const pass = async (ms: number) => {
    await console_.server.moveTo(console_.server.now + ms)
    return silent()
  }
  await expect.poll(() => pass(6 * 60_000), { timeout: 15_000, interval: 500 }).toEqual(['值班室'])
  await expect.poll(() => pass(4_000), { timeout: 15_000, interval: 500 }).toEqual([])
  await console_.callAs('supervisor', endpoints.displays.remove, { id })
  await waitFor(() => expect(useSession.getState().session).toBeNull())
}, 45_000)

test('a supervisor pairs a wall by its code, reads who did, and ends it; a wrong code is said at its field', async () => {
  console_.signIn('supervisor')
  const { user } = await console_.open('/dashboard/account')
  const panel = within(await screen.findByRole('region', { name: '大屏' }))
  expect(await panel.findByText('还没有配对的大屏。')).toBeTruthy()
  await user.type(panel.getByLabelText('大屏上的代码'), 'AAAA-AAAA')
  await user.type(panel.getByLabelText('大屏名称'), '值班室{Enter}')
  expect(await panel.findByText('没有大屏显示此代码')).toBeTruthy()
  const { code } = await console_.callAs('supervisor', endpoints.displays.begin, {})
  await user.clear(panel.getByLabelText('大屏上的代码'))
  await user.type(panel.getByLabelText('大屏上的代码'), `${code}{Enter}`)
  const row = (await panel.findByText('值班室')).closest('li') as HTMLElement
  expect(row.textContent).toMatch(/127\.0\.0\.1 · 尚未连接 · 由 .+ 于 .+ 配对/)
  await user.click(within(row).getByRole('button', { name: '停用 值班室' }))
  await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: /结\s*束/ }))
  await waitFor(() => expect(panel.queryByText('值班室')).toBeNull())
})

test('walls that could not be read are asked for again', async () => {
  console_.signIn('supervisor')
  console_.faults.use(http.get(`*${endpoints.displays.list.path}`, () => HttpResponse.error()))
  const { user } = await console_.open('/dashboard/account')
  const panel = within(await screen.findByRole('region', { name: '大屏' }))
  expect(await panel.findByText('您的网络发生异常，无法连接服务器')).toBeTruthy()
  expect(panel.queryByText('还没有配对的大屏。')).toBeNull()
  console_.faults.resetHandlers()
  await user.click(panel.getByRole('button', { name: /重\s*试/ }))
  expect(await panel.findByText('还没有配对的大屏。')).toBeTruthy()
})
