import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../../testConsole.tsx'

// Neither has a canvas here; both have tests of their own.
vi.mock('../../../map/FarmMap.tsx', () => ({
  FarmMap: ({
    scene,
    onSelectFarm,
  }: {
    scene: { farms: { id: number; name: string }[] }
    onSelectFarm: (id: number) => void
  }) =>
    scene.farms.map(({ id, name }) => (
      <button key={id} type="button" onClick={() => onSelectFarm(id)}>
        {name}
      </button>
    )),
}))
// A failed query is loaded again soon.
vi.mock('../../../api/timing.ts', async (original) => ({
  ...(await original<object>()),
  refreshEvery:
    (everyMs: number) =>
    ({ state: { error } }: { state: { error: unknown } }) =>
      error === null ? everyMs : 200,
}))
vi.mock('../../../charts/Chart.tsx', () => ({
  Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}))

const wall = '/dashboard/animal-monitor/project'
const console_ = openTestConsole()

async function openWall(userName = 'bank') {
  console_.signIn(userName)
  const view = await console_.open(wall)
  await screen.findByRole('list', { name: '项目 · 按风险' })
  return view
}
const row = () =>
  within(screen.getByRole('list', { name: '项目 · 按风险' })).getAllByRole('listitem')[0]?.textContent ?? ''
const figure = (name: string) => screen.getByRole('heading', { name }).closest('section')?.textContent ?? ''
const happening = () => screen.getByRole('list', { name: '最新动态' }).textContent ?? ''

test('shows a bank its loans by risk and links each', async () => {
  const { user, path } = await openWall()
  expect(figure('低于最低线')).toMatch(/^ ?低于最低线1 /)
  expect(row()).toMatch(/低于最低线 · 补充 [\d,]+ 头或还款 ¥[\d,]+.*3已上报 3/)
  expect(
    screen.getByText(/^低于最低线、低于预警线、去向不明、紧急告警、待核实、价格过旧、保险将到期、正常；/),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: /^XM|^P|贷/ }).getAttribute('href')).toBe('/dashboard/project/info/3')
  expect(await screen.findByRole('img', { name: '头数 30 天 · 全部项目' })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '敖包牧场' }))
  await waitFor(() => expect(path()).toBe('/dashboard/project/info/3'))
})

test('shows posted counts, closings and alerts while open', async () => {
  await openWall()
  await console_.callAs('pm', endpoints.animals.setStatus, {
    ids: [3],
    status: 'DEAD',
    leftOn: '2026-05-01',
    reason: '胀气',
  })
  await waitFor(() => expect(row()).toMatch(/2已上报/))
  expect(happening()).toContain('死亡 -1')
  expect(figure('台账变动 今日 / 7 天 / 30 天')).toContain('台账在栏 2')
  await console_.callAs('pm', endpoints.dailyLogs.add, {
    id: 3,
    key: '6f1c2b3a-1111-4222-8333-444455556666',
    farmId: 1,
    day: '2026-05-01',
    monitorStatus: 'NORMAL',
    handCount: 2,
    counts: [],
    text: '',
    photos: [],
    writtenAt: 0,
    correctsId: null,
  })
  await waitFor(() => expect(happening()).toMatch(/人工点数 敖包牧场 2 头/))
  await console_.callAs('pm', endpoints.dayCloses.add, { id: 3, day: '2026-05-01' })
  await waitFor(() => expect(happening()).toMatch(/已封账 · 台账在栏 2/))
  const at = console_.server.now + 60_000
  await console_.server.moveTo(at)
  await console_.server.ingest({
    gateway: 'AC233F000001',
    readings: [{ neckband: 'AC233F100001', at, rssi: -67, battery: 5 }],
  })
  await waitFor(() => expect(happening()).toMatch(/电量低.*待确认/))
})

test('marks numbers as stale when counting fails', { tags: 'long' }, async () => {
  await console_.renew()
  await openWall()
  const frozen = () => document.querySelector('.wall-of-projects')?.hasAttribute('data-frozen')
  await waitFor(() => expect(frozen()).toBe(false))
  console_.faults.use(
    http.get(`*${endpoints.projectMonitor.shown.path}`, () =>
      HttpResponse.json({ success: false, error: { code: 'UNAVAILABLE' } }, { status: 503 }),
    ),
  )
  await act(() => console_.server.moveTo(console_.server.now + 5 * 60_000))
  await waitFor(() => expect(frozen()).toBe(true))
  expect(row()).toContain('3已上报')
})

test('recovers when the first numbers failed', { tags: 'long' }, async () => {
  let isAway = true
  console_.faults.use(
    http.get(`*${endpoints.projectMonitor.shown.path}`, () =>
      isAway ? HttpResponse.json({ success: false, error: { code: 'INTERNAL' } }, { status: 500 }) : undefined,
    ),
  )
  console_.signIn('bank')
  await console_.open(wall)
  await screen.findByText('项目加载失败，正在重试…')
  isAway = false
  expect(await screen.findByRole('list', { name: '项目 · 按风险' })).toBeTruthy()
  expect(screen.queryByText('项目加载失败，正在重试…')).toBeNull()
})

test('says that no project is running', { tags: 'long' }, async () => {
  await console_.renew()
  const { version } = await console_.callAs('pm', endpoints.projects.detail, { id: 3 })
  const { openTicketId } = await console_.callAs('pm', endpoints.projects.askToClose, {
    id: 3,
    version,
    reason: '贷款已结清',
  })
  const { loanBalance } = await console_.callAs('pm', endpoints.projects.detail, { id: 3 })
  await console_.callAs('bank', endpoints.tickets.approve, {
    ticketId: openTicketId ?? 0,
    decision: 'APPROVED',
    settlement: { repaid: '0', writtenOff: loanBalance },
  })
  console_.signIn('bank')
  await console_.open(wall)
  expect((await screen.findByText(/^暂无进行中的项目/)).querySelector('a')?.getAttribute('href')).toBe(
    '/dashboard/projects',
  )
  expect(screen.getByText('地图上暂无养殖场')).toBeTruthy()
})
