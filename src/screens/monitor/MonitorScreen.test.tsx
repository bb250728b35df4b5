import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, passthrough } from 'msw'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useVersion } from '../../api/newVersion.ts'
import { mergeAlerts, useAlerts } from '../../store/alerts.ts'
import { useClock } from '../../store/clock.ts'
import { openTestConsole } from '../../testConsole.tsx'

// There is no canvas and no stream here; all have tests of their own.
vi.mock('../../map/FarmMap.tsx', () => ({
  FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div>,
}))
vi.mock('../../entities/cameras/StreamVideo.tsx', () => ({
  StreamVideo: ({ name }: { name: string }) => <div role="img" aria-label={name} />,
}))
vi.mock('../../charts/Chart.tsx', () => ({
  Chart: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}))

const wall = '/dashboard/animal-monitor/monitor'
const console_ = openTestConsole()

async function openWall(userName = 'pm') {
  console_.signIn(userName)
  const view = await console_.open(wall)
  await screen.findAllByText('敖包牧场')
  return view
}

/** The gateway hears a neckband south of its pen, for as long as an alert takes. */
async function leavesPen(neckband: string) {
  for (let minute = 1; minute <= 2; minute++) {
    const at = console_.server.now + 60_000
    await console_.server.moveTo(at)
    await console_.server.ingest({
      gateway: 'AC233F000001',
      readings: [{ neckband, at, longitude: 116.0807, latitude: 43.9397 }],
    })
  }
}

test('shows numbers, farms, devices and the live status', async () => {
  await openWall()
  const figure = (name: string) => screen.getByRole('heading', { name }).closest('section')
  await waitFor(() => expect(figure('台账在栏')?.textContent).toContain('3'))
  expect(figure('合同头数')?.textContent).toContain('1,240')
  // The contract names 1,240 heads, of which three were ever registered.
  expect(figure('合同头数')?.textContent).toContain('1,237 头未登记')
  for (const name of ['已上报', '待核实', '去向不明']) expect(figure(name)?.textContent).toContain('60 分钟内')
  expect((await screen.findAllByRole('status'))[0]?.textContent).toMatch(/^实时/)
  const farms = screen.getByRole('heading', { name: '养殖场 · 按风险' }).closest('section')
  expect(
    farms &&
      within(farms)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('3 / 360 分钟内')])
  await waitFor(() =>
    expect(screen.getByRole('img', { name: '24 小时未上报 · 台账在栏 3 头 · 60 分钟内' })).toBeTruthy(),
  )
  const devices = screen.getByRole('heading', { name: '设备' }).closest('section')
  expect(devices?.textContent).toContain('网关在线1 / 1')
  expect(devices?.textContent).toContain('项圈上报 · 60 分钟内3 / 3')
})

test('acknowledges a critical alert with a required comment', async () => {
  const { user } = await openWall()
  const take = await screen.findByRole('button', { name: /确认告警：离开圈舍/ })
  await user.click(take)
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  expect(await within(dialog).findByText('请填写处理说明')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox'), '已派人去找')
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(useAlerts.getState().open.find(({ kind }) => kind === 'LEFT_PEN')).toMatchObject({ comment: '已派人去找' })
  const entry = [...document.querySelectorAll('.wall-alert')].find(({ textContent }) =>
    textContent.includes('离开圈舍'),
  )
  await waitFor(() => expect(entry?.textContent).toMatch(/苏日娜 处理中“已派人去找”$/))
  expect(entry?.contains(document.activeElement)).toBe(true)
})

test('shows who acknowledged first and closes the dialog', async () => {
  await console_.renew()
  const { user } = await openWall()
  await user.click(await screen.findByRole('button', { name: /确认告警：离开圈舍/ }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox'), '我去')
  const [alert] = useAlerts.getState().open.filter(({ kind }) => kind === 'LEFT_PEN')
  await console_.callAs('supervisor', endpoints.alerts.acknowledge, { id: alert?.id ?? 0, comment: '巴图在路上' })
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const acknowledgedNotice = await screen.findByText(/^监管负责人 已于 .* 前确认/)
  expect(acknowledgedNotice.textContent).toContain('“巴图在路上”')
  expect(useAlerts.getState().open.find(({ id }) => id === alert?.id)).toMatchObject({ acknowledgedBy: '监管负责人' })
  await user.click(
    within(acknowledgedNotice.closest<HTMLElement>('[role="status"]') ?? document.body).getByRole('button', {
      name: '关闭',
    }),
  )
  expect(screen.queryByText(/前确认/)).toBeNull()
})

test('acknowledges the rest of a partly taken group', { tags: 'long' }, async () => {
  await console_.renew()
  const { user } = await openWall()
  const at = console_.server.now + 60_000
  await console_.server.moveTo(at)
  await console_.server.ingest({
    gateway: 'AC233F000001',
    readings: [0, 1, 2].map((n) => ({ neckband: `AC233F10000${n}`, at, rssi: -67, battery: 5 })),
  })
  const weak = () => useAlerts.getState().open.filter(({ kind }) => kind === 'LOW_BATTERY')
  await waitFor(() => expect(weak()).toHaveLength(3))
  const group =
    Map.groupBy(weak(), ({ farmSlotId }) => farmSlotId)
      .values()
      .find((alerts) => alerts.length > 1) ?? []
  const button = screen.getByRole('button', {
    name: new RegExp(`^确认告警：电量低 (${group.map(({ subjectName }) => subjectName).join('|')})$`),
  })
  const [theirs, ...mine] = group.toSorted((a, b) => a.id - b.id)
  await user.click(button)
  const dialog = await screen.findByRole('dialog', { name: `电量低 × ${group.length}` })
  // Another user’s call reaches the server first; the wall made its own call before it could know.
  const theirsIsTaken = Promise.withResolvers<void>()
  console_.faults.use(
    http.post(`*${endpoints.alerts.acknowledgeAll.path}`, async () => {
      await theirsIsTaken.promise
      return passthrough()
    }),
  )
  await user.click(within(dialog).getByRole('button', { name: '确认' }))
  await console_.callAs('supervisor', endpoints.alerts.acknowledge, { id: theirs?.id ?? 0, comment: '' })
  theirsIsTaken.resolve()
  expect(await screen.findByText(/^监管负责人 已于 .* 前确认 1 条/)).toBeTruthy()
  expect(screen.getByText(`其余 ${mine.length} 条已由您确认`)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  const holders = weak()
    .filter(({ id }) => group.some((one) => one.id === id))
    .map(({ id, acknowledgedBy }) => [id, acknowledgedBy])
  expect(new Map(holders as [number, string][])).toEqual(
    new Map([[theirs?.id, '监管负责人'], ...mine.map(({ id }) => [id, '苏日娜'] as const)]),
  )
})

test('shows unacknowledged alerts without a button to banks', async () => {
  await openWall('bank')
  await leavesPen('AC233F100001')
  expect((await screen.findAllByText(/^02 /)).length).toBeGreaterThan(0)
  expect((await screen.findAllByText('待确认')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /确认/ })).toBeNull()
})

test('finds an animal by ear tag and closes its card', { tags: 'long' }, async () => {
  const { user } = await openWall()
  await waitFor(async () => {
    await user.clear(screen.getByRole('combobox', { name: '按耳标号搜索牲畜' }))
    await user.type(screen.getByRole('combobox', { name: '按耳标号搜索牲畜' }), '03')
    expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1)
  })
  await user.keyboard('{Enter}')
  const card = await screen.findByRole('complementary', { name: '牲畜' })
  expect(await within(card).findByRole('heading', { name: '03' })).toBeTruthy()
  expect(within(card).getByText(/dBm/)).toBeTruthy()
  // Another search takes the place of this one; Escape leaves it, then closes the card.
  await user.keyboard('/01')
  const search = screen.getByRole('combobox', { name: '按耳标号搜索牲畜' })
  expect(search).toHaveProperty('value', '01')
  await user.keyboard('{Escape}')
  expect([search.getAttribute('value') ?? '', document.activeElement === search]).toEqual(['', false])
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('complementary', { name: '牲畜' })).toBeNull()
})

test('closes the animal card when the tour moves on', async () => {
  const { user } = await openWall()
  await user.type(screen.getByRole('combobox', { name: '按耳标号搜索牲畜' }), '03')
  await waitFor(() => expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  await screen.findByRole('complementary', { name: '牲畜' })
  const { nowMs } = useClock.getState()
  act(() => useClock.setState({ nowMs: nowMs + 2 * 60_000 }))
  expect(screen.queryByRole('complementary', { name: '牲畜' })).toBeNull()
})

test('offers what a role may do about an animal on its card', async () => {
  await console_.renew()
  const openCard = async (userName: string) => {
    const view = await openWall(userName)
    await view.user.type(screen.getByRole('combobox', { name: '按耳标号搜索牲畜' }), '03')
    await waitFor(() => expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1))
    await view.user.keyboard('{Enter}')
    const card = within(await screen.findByRole('complementary', { name: '牲畜' }))
    await card.findByText('定位')
    return { ...view, card }
  }
  const { user, card } = await openCard('pm')
  expect((await card.findByRole('link', { name: '打开牲畜' })).getAttribute('href')).toMatch(/animal\/details\/\d+$/)
  await user.click(await card.findByRole('button', { name: '确认告警' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取消' }))
  await user.click(card.getByRole('button', { name: '申请移动许可' }))
  expect(await screen.findByRole('dialog', { name: '申请移动许可' })).toBeTruthy()
  const bank = await openCard('bank')
  expect(bank.card.queryByRole('link')).toBeNull()
  expect(bank.card.queryByRole('button', { name: '申请移动许可' })).toBeNull()
})

const takeover = () => document.querySelector<HTMLElement>('.wall-takeover')

test('shows a critical alert on the map until it is acknowledged', async () => {
  await console_.renew()
  const { user } = await openWall()
  await waitFor(() => expect(takeover()?.dataset).toMatchObject({ severity: 'CRITICAL', grown: '2' }))
  expect(takeover()?.querySelector('time')?.textContent).toMatch(/^\d\d:\d\d$/)
  // The person who acts: nobody, the assignee, the one who took it on.
  expect(takeover()?.textContent).toContain('无人处理')
  const free = useAlerts.getState().open.find(({ kind }) => kind === 'LEFT_PEN')!
  const become = (more: Partial<typeof free> & { changeId: number }) => act(() => mergeAlerts([{ ...free, ...more }]))
  become({ assignedTo: { id: 1, name: '巴特尔' }, changeId: free.changeId + 1 })
  expect(takeover()?.querySelector('.wall-takeover-who')?.textContent).toBe('指派给 巴特尔')
  expect(takeover()?.dataset['grown']).toBe('2')
  become({
    acknowledgedAt: new Date().toISOString(),
    acknowledgedBy: '苏日娜',
    comment: '在路上',
    changeId: free.changeId + 2,
  })
  expect(takeover()?.querySelector('.wall-takeover-who')?.textContent).toBe('苏日娜 处理中')
  expect([
    takeover()?.dataset['grown'],
    takeover()?.textContent?.includes('在路上'),
    within(takeover()!).queryByRole('button', { name: '确认' }),
  ]).toEqual(['0', true, null])
  become({ changeId: free.changeId + 3 })
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  mergeAlerts([
    {
      ...useAlerts.getState().open[0]!,
      id: 900,
      changeId: 1,
      kind: 'GATEWAY_OFFLINE',
      severity: 'MAJOR',
      subjectType: 'GATEWAY',
      animalId: null,
    },
  ])
  await user.click(await screen.findByRole('button', { name: /^重要 · 网关离线/ }))
  expect(takeover()?.dataset).toMatchObject({ severity: 'MAJOR', grown: '0' })
  // On a telephone the map lies below the alerts.
  expect(scrolled.mock.contexts.map((element) => (element as Element).className)).toEqual(['wall-map'])
  expect(document.querySelector('.wall-map')?.hasAttribute('data-critical')).toBe(false)
  await user.click(within(takeover()!).getByRole('button', { name: '确认' }))
  expect(await screen.findByRole('dialog', { name: '网关离线' })).toBeTruthy()
})

test('starts the nearest camera of an alert by itself', async () => {
  await console_.renew()
  await console_.callAs('platform', endpoints.cameras.addOrEdit, {
    name: '1 号圈门',
    farmId: 1,
    streamKind: 'HLS',
    streamAddress: 'https://cameras.example.com/1.m3u8',
  })
  await openWall()
  const camera = within(await screen.findByRole('complementary', { name: '最近的摄像头' }))
  expect(await camera.findByRole('img', { name: '1 号圈门' })).toBeTruthy()
  expect(camera.queryByRole('button')).toBeNull()
})

test('reaches every alert by arrow keys', async () => {
  useAlerts.setState(useAlerts.getInitialState(), true)
  const { user } = await openWall()
  // The first answer of a live connection replaces the stored alerts.
  await waitFor(() => expect(useAlerts.getState().isLoaded).toBe(true))
  const [one] = useAlerts.getState().open
  mergeAlerts(
    Array.from({ length: 100 }, (_, i) => ({
      ...one!,
      id: 1000 + i,
      changeId: 1,
      kind: 'NECKBAND_SILENT' as const,
      severity: 'MINOR' as const,
      farmSlotId: 1000 + i,
    })),
  )
  const entries = () => document.querySelectorAll<HTMLElement>('.wall-alert-show')
  await waitFor(() => expect(entries().length).toBeGreaterThan(100))
  entries()[98]?.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect([...entries()].indexOf(document.activeElement as HTMLElement)).toBe(99)
})

test('offers a new version', async () => {
  const { user } = await openWall()
  act(() => useVersion.setState({ isNewer: true, entry: '/assets/index-NEW.js' }))
  expect(await screen.findByRole('button', { name: '重新加载' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '稍后' }))
  expect(screen.queryByRole('button', { name: '重新加载' })).toBeNull()
  useVersion.setState(useVersion.getInitialState(), true)
})

test('reports farms that fail to load', async () => {
  console_.faults.use(
    http.get(`*${endpoints.monitor.scene.path}`, () =>
      HttpResponse.json({ success: false, error: { code: 'INTERNAL', message: '' } }, { status: 500 }),
    ),
  )
  console_.signIn('pm')
  await console_.open(wall)
  expect(await screen.findByText('养殖场加载失败，正在重试…')).toBeTruthy()
})
