import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useSession } from '../../api/session.ts'
import { openTestConsole } from '../../testConsole.tsx'

// Neither has a canvas here; both have tests of their own.
vi.mock('../../map/FarmMap.tsx', () => ({
  FarmMap: ({ children, onSelectFarm }: { children: React.ReactNode; onSelectFarm?: () => void }) => (
    <div>
      {onSelectFarm && <button type="button">a farm on the map</button>}
      {children}
    </div>
  ),
}))
vi.mock('../../charts/Chart.tsx', () => ({
  Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}))

const console_ = openTestConsole()

test('opens the monitor once paired and ends when revoked', async () => {
  const wall = await console_.open('/user/login')
  await wall.user.click(await screen.findByRole('link', { name: '将此屏幕用作大屏' }))
  const shown = await screen.findByRole('status', { name: '代码' })
  await waitFor(() => expect(shown.textContent).toMatch(/^\w{4}-\w{4}$/))
  const { id } = await console_.callAs('supervisor', endpoints.displays.pair, {
    code: shown.textContent,
    name: '值班室',
  })
  await waitFor(() => expect(wall.path()).toBe('/dashboard/animal-monitor/monitor'))
  expect(useSession.getState().session?.role).toBe('OTHERS')
  await wall.user.click(await screen.findByRole('button', { name: '语言与账号' }))
  expect(screen.queryByRole('link', { name: '返回控制台' })).toBeNull()

  // It says that it paints: minutes without that raise an alert, and the next sign of life clears it.
  const silent = async () =>
    (
      await console_.callAs('supervisor', endpoints.alerts.list, {
        kind: 'WALL_SILENT',
        state: 'ACTIVE',
        current: 1,
        pageSize: 20,
      })
    ).list.map(({ subjectName }) => subjectName)
  const pass = async (ms: number) => {
    await console_.server.moveTo(console_.server.now + ms)
    return silent()
  }
  await expect.poll(() => pass(6 * 60_000), { interval: 500 }).toEqual(['值班室'])
  await expect.poll(() => pass(4_000), { interval: 500 }).toEqual([])
  await console_.callAs('supervisor', endpoints.displays.remove, { id })
  await waitFor(() => expect(useSession.getState().session).toBeNull())
})

test('keeps a projects wall on its own screen at every address', { tags: 'long' }, async () => {
  const answers: string[] = []
  console_.faults.events.on(
    'response:bypass',
    ({ request, response }) => void answers.push(`${response.status} ${new URL(request.url).pathname}`),
  )
  const own = '/dashboard/animal-monitor/project'
  const rows = async () => within(await screen.findByRole('list', { name: '项目 · 按风险' }))
  const wall = await console_.open('/user/wall')
  const shown = await screen.findByRole('status', { name: '代码' })
  await waitFor(() => expect(shown.textContent).toMatch(/^\w{4}-\w{4}$/))
  const { id } = await console_.callAs('bank', endpoints.displays.pair, {
    code: shown.textContent,
    name: '大厅',
    shows: 'PROJECTS',
  })
  await waitFor(() => expect(wall.path()).toBe(own))
  expect((await rows()).getAllByRole('listitem')).toHaveLength(1)
  expect(useSession.getState().session).toMatchObject({ role: 'OTHERS', shows: 'PROJECTS' })

  await console_.callAs('pm', endpoints.animals.setStatus, {
    ids: [3],
    status: 'DEAD',
    leftOn: '2026-05-01',
    reason: '胀气',
  })
  await waitFor(async () => expect((await rows()).getByRole('listitem').textContent).toMatch(/2已上报/))
  expect(screen.getByText(/死亡 -1/)).toBeTruthy()
  await wall.user.click(screen.getByRole('button', { name: '语言与账号' }))
  expect(screen.queryAllByRole('link', { hidden: true })).toEqual([])
  expect(screen.queryByRole('button', { name: 'a farm on the map' })).toBeNull()

  for (const address of [
    own,
    '/',
    '/dashboard',
    '/user/login',
    '/user/wall',
    '/dashboard/animal-monitor/monitor',
    '/dashboard/account',
    '/dashboard/project/info/3',
  ]) {
    console_.leave()
    const again = await console_.open(address)
    await waitFor(() => expect([address, again.path()]).toEqual([address, own]))
    await rows()
  }
  expect(answers.filter((answer) => answer.startsWith('40'))).toEqual([])
  expect(answers).toContain(`200 ${endpoints.projectMonitor.shown.path}`)
  await console_.callAs('bank', endpoints.displays.remove, { id })
  await waitFor(() => expect(useSession.getState().session).toBeNull())
})

test('chooses what a wall shows, only for roles with projects', { tags: 'long' }, async () => {
  console_.signIn('pm')
  await console_.open('/dashboard/account')
  const ofPm = within(await screen.findByRole('region', { name: '大屏' }))
  expect(ofPm.getByLabelText('大屏名称')).toBeTruthy()
  expect(ofPm.queryByLabelText('显示内容')).toBeNull()
  console_.leave()

  console_.signIn('bank')
  const { user } = await console_.open('/dashboard/account')
  const panel = within(await screen.findByRole('region', { name: '大屏' }))
  const { code } = await console_.callAs('bank', endpoints.displays.begin, {})
  await user.type(panel.getByLabelText('大屏上的代码'), code)
  await user.type(panel.getByLabelText('大屏名称'), '大厅')
  await user.click(panel.getByRole('combobox', { name: '显示内容' }))
  await user.click(await screen.findByTitle('项目大屏'))
  await user.click(panel.getByRole('button', { name: /配\s*对/ }))
  const row = (await panel.findByText('大厅')).closest('li') as HTMLElement
  expect(row.textContent).toContain('项目大屏 · 127.0.0.1')
  expect((await console_.callAs('bank', endpoints.displays.list, {})).list).toMatchObject([
    { name: '大厅', shows: 'PROJECTS' },
  ])
})

test('pairs a wall by code, rejects a wrong code and ends it', { tags: 'long' }, async () => {
  console_.signIn('supervisor')
  const { user } = await console_.open('/dashboard/account')
  const panel = within(await screen.findByRole('region', { name: '大屏' }))
  expect(await panel.findByText('暂无配对的大屏')).toBeTruthy()
  await user.type(panel.getByLabelText('大屏上的代码'), 'AAAA-AAAA')
  await user.type(panel.getByLabelText('大屏名称'), '值班室{Enter}')
  expect(await panel.findByText('没有大屏显示此代码，请核对')).toBeTruthy()
  const { code } = await console_.callAs('supervisor', endpoints.displays.begin, {})
  await user.clear(panel.getByLabelText('大屏上的代码'))
  await user.type(panel.getByLabelText('大屏上的代码'), `${code}{Enter}`)
  const row = (await panel.findByText('值班室')).closest('li') as HTMLElement
  expect(row.textContent).toMatch(/127\.0\.0\.1 · 尚未连接 · 由 .+ 于 .+ 配对/)
  await user.click(within(row).getByRole('button', { name: '停用 值班室' }))
  await user.click(within(await screen.findByRole('tooltip')).getByRole('button', { name: /停\s*用/ }))
  await waitFor(() => expect(panel.queryByText('值班室')).toBeNull())
})

test('retries walls that failed to load', { tags: 'long' }, async () => {
  console_.signIn('supervisor')
  console_.faults.use(http.get(`*${endpoints.displays.list.path}`, () => HttpResponse.error()))
  const { user } = await console_.open('/dashboard/account')
  const panel = within(await screen.findByRole('region', { name: '大屏' }))
  expect(await panel.findByText('您的网络发生异常，无法连接服务器')).toBeTruthy()
  expect(panel.queryByText('暂无配对的大屏')).toBeNull()
  console_.faults.resetHandlers()
  await user.click(panel.getByRole('button', { name: /重\s*试/ }))
  expect(await panel.findByText('暂无配对的大屏')).toBeTruthy()
})
