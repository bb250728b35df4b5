import { act, screen, waitFor, within } from '@testing-library/react'
import { http, passthrough } from 'msw'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { imageUploadPath } from '#contract/calls/images.ts'
import { queryClient } from '../../api/queries.ts'
import { useAlerts } from '../../store/alerts.ts'
import { useStatus } from '../../store/status.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

// It has no canvas here, and tests of its own.
vi.mock('../../map/FarmMap.tsx', () => ({
  FarmMap: ({ children }: { children: React.ReactNode }) => <div>{children}</div>,
}))

const path = '/dashboard/animal-monitor/alert'
const console_ = openTestConsole()

async function openAlerts(query = '', userName = 'pm') {
  console_.signIn(userName)
  const view = await console_.open(path + query)
  await screen.findByRole('grid')
  await waitFor(() => expect(useAlerts.getState().isLoaded).toBe(true))
  return view
}

const leftPen = () => useAlerts.getState().open.find(({ kind }) => kind === 'LEFT_PEN')
const findLine = (name = /离开圈舍/) => waitFor(() => within(screen.getByRole('grid')).getByRole('row', { name }))
const noLine = (name = /离开圈舍/) =>
  waitFor(() => expect(within(screen.getByRole('grid')).queryByRole('row', { name })).toBeNull())
const findDetails = () => screen.findByRole('complementary', { name: /^离开圈舍/ })

test('lists an open alert, opens it and keeps its address', async () => {
  const { user, path: address } = await openAlerts()
  const row = await findLine()
  expect(row.textContent).toContain('待确认')
  await user.click(row)
  const details = await findDetails()
  const id = leftPen()?.id
  expect(address()).toBe(`${path}?open=${id}`)
  await within(details).findByText('无移动许可')
  expect(details.textContent).toContain('圈外')
  expect(within(details).getByRole('link', { name: '轨迹回放' }).getAttribute('href')).toMatch(
    /replay\?animal=\d+&day=\d{4}-\d\d-\d\d&at=\d+$/,
  )
  console_.leave()
  await openAlerts(`?open=${id}`)
  await findDetails()
})

test('shows a dash until the number of open alerts is known', async () => {
  await openAlerts()
  await screen.findByText(/条未处理 · \d+ 条待确认/)
  act(() => useAlerts.setState({ open: [], isLoaded: false }))
  expect(screen.queryByText(/条未处理 · /)).toBeNull()
  expect(document.querySelector('.page-heading-note')?.textContent).toBe('–')
  expect(screen.getByRole('button', { name: '导出' })).toHaveProperty('disabled', true)
})

test('moves, opens and acknowledges by keyboard, except while typing', async () => {
  await console_.renew()
  const { user, path: address } = await openAlerts()
  await findLine()
  await user.click(screen.getByRole('button', { name: '跳到告警列表' }))
  expect(document.activeElement?.getAttribute('role')).toBe('row')
  await user.keyboard('j')
  await user.keyboard('k')
  expect(document.activeElement?.getAttribute('role')).toBe('row')
  await user.keyboard('{Enter}')
  const details = await findDetails()
  expect(address()).toBe(`${path}?open=${leftPen()?.id}`)
  // Letters typed into a field are text.
  await user.type(within(details).getByRole('textbox'), 'as?j')
  expect(within(details).getByRole('textbox')).toHaveProperty('value', 'as?j')
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => (document.activeElement as HTMLElement).blur())
  await user.keyboard('a')
  expect(await screen.findByRole('dialog', { name: /确认/ })).toBeTruthy()
})

test('lists its keys', async () => {
  const { user } = await openAlerts()
  await findLine()
  await user.keyboard('?')
  const help = await screen.findByRole('dialog', { name: '键盘快捷键' })
  expect(
    within(help)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['J', 'K', 'Enter', 'A', 'S', '/', '?'])
})

test('hatches its rows while no newer alerts can arrive', async () => {
  await openAlerts()
  await findLine()
  const list = () => screen.getByRole('region', { name: '告警' })
  expect(list().dataset['past']).toBeUndefined()
  const { status } = useStatus.getState()
  act(() => useStatus.setState({ status: status && { ...status, database: { up: false, since: status.herdAt } } }))
  expect(list().dataset['past']).toBe('true')
  expect(list().textContent).toContain('斜纹')
})

test('acknowledges a critical alert with a required comment', async () => {
  const { user } = await openAlerts()
  await user.click(await findLine())
  const details = await findDetails()
  await user.click(within(details).getByRole('button', { name: '确认' }))
  expect(within(details).getByRole('alert').textContent).toBe('请填写处理说明')
  await user.type(within(details).getByRole('textbox'), '已派人去找')
  await user.click(within(details).getByRole('button', { name: '确认' }))
  await waitFor(() => expect(within(details).getByRole('status').textContent).toMatch(/苏日娜 处理中\s*“已派人去找”/))
  expect(leftPen()).toMatchObject({ acknowledgedBy: '苏日娜', comment: '已派人去找' })
})

test('shows who acknowledged the alert first', async () => {
  await console_.renew()
  const { user } = await openAlerts()
  await user.click(await findLine())
  const details = await findDetails()
  await user.type(within(details).getByRole('textbox'), '我去')
  const take = within(details).getByRole('button', { name: '确认' })
  // Another user is quicker, and the page does not know it yet.
  const before = leftPen()
  await console_.callAs('supervisor', endpoints.alerts.acknowledge, { id: before?.id ?? 0, comment: '巴图在路上' })
  await user.click(take)
  await waitFor(() => expect(document.body.textContent).toMatch(/监管负责人 (?:先一步|处理中)/))
  // The refusal may arrive before the other user’s change.
  await waitFor(() => expect(leftPen()).toMatchObject({ acknowledgedBy: '监管负责人', comment: '巴图在路上' }))
})

test('keeps the typed comment when another user acknowledges', { tags: 'long' }, async () => {
  await console_.renew()
  const { user } = await openAlerts()
  await user.click(await findLine())
  const details = await findDetails()
  await user.type(within(details).getByRole('textbox'), '我去')
  await console_.callAs('supervisor', endpoints.alerts.acknowledge, { id: leftPen()?.id ?? 0, comment: '巴图在路上' })
  await within(details).findByRole('textbox', { name: '说明' })
  expect(within(details).getByRole('textbox')).toHaveProperty('value', '我去')
})

/** A battery is low on each of the three neckbands. */
async function weaken() {
  const at = console_.server.now + 60_000
  await console_.server.moveTo(at)
  await console_.server.ingest({
    gateway: 'AC233F000001',
    readings: [0, 1, 2].map((n) => ({ neckband: `AC233F10000${n}`, at, rssi: -67, battery: 5 })),
  })
  await waitFor(() => expect(weak().length).toBe(3))
}
const weak = () => useAlerts.getState().open.filter(({ kind }) => kind === 'LOW_BATTERY')
const lastButton = (box: HTMLElement) => within(box).getAllByRole('button').at(-1) ?? box
const dialog = () => screen.findByRole('dialog')

test('reports the one failure of a bulk action by name', { tags: 'long' }, async () => {
  await console_.renew()
  const { user } = await openAlerts()
  await findLine()
  await weaken()
  const row = await findLine(/电量低/)
  await user.click(within(row).getByRole('checkbox'))
  const count = weak().length
  await user.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: '搁置' }))
  const box = await dialog()
  await user.click(within(box).getByRole('radio', { name: '4 小时' }))
  await user.type(within(box).getByRole('textbox'), '周末换电池')
  const [first] = weak()
  await console_.callAs('supervisor', endpoints.alerts.close, { id: first?.id ?? 0, code: 'DEVICE_FAULT', text: '' })
  await user.click(within(box).getByRole('button', { name: /搁\s*置/ }))
  const failureMessage = await within(box).findByRole('alert')
  expect(failureMessage.textContent).toContain(`成功 ${count - 1} 条，失败 1 条`)
  expect(failureMessage.textContent).toContain(`电量低 ${first?.subjectName}`)
  expect(failureMessage.textContent).toMatch(/监管负责人 已先处理：已关闭/)
  await waitFor(() =>
    expect(weak().filter(({ shelvedBecause }) => shelvedBecause === '周末换电池')).toHaveLength(count - 1),
  )
  await user.click(lastButton(box))
  expect(screen.getByRole('toolbar').textContent).toContain('已选 1')
})

test('lists shelved alerts and unshelves one', { tags: 'long' }, async () => {
  const { user } = await openAlerts('?tab=shelved')
  const [row] = await waitFor(() => within(screen.getByRole('grid')).getAllByRole('row', { name: /电量低/ }))
  await user.click(row ?? document.body)
  const details = await screen.findByRole('complementary', { name: /^电量低/ })
  expect(details.textContent).toContain('搁置至')
  expect(details.textContent).toContain('“周末换电池”')
  await user.click(within(details).getByRole('button', { name: '取消搁置' }))
  await user.click(within(await dialog()).getByRole('button', { name: '取消搁置' }))
  await waitFor(() => expect(within(details).queryByText(/搁置至/)).toBeNull())
})

test('ends the selection when the tab changes', async () => {
  await console_.renew()
  const { user } = await openAlerts()
  await user.click(within(await findLine()).getByRole('checkbox'))
  await screen.findByRole('toolbar')
  await user.click(screen.getByRole('tab', { name: /全部/ }))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('assigns an alert, closes it as theft and shows both', async () => {
  await console_.renew()
  const { user } = await openAlerts()
  await user.click(await findLine())
  const details = await findDetails()
  await user.click(within(details).getByRole('button', { name: /指\s*派/ }))
  const box = await dialog()
  await user.click(await within(box).findByRole('radio', { name: /^监管负责人/ }))
  await user.click(within(box).getByRole('button', { name: /指\s*派/ }))
  await within(details).findByText('指派给 监管负责人')
  await user.click(within(details).getByRole('button', { name: '被盗' }))
  const closing = await dialog()
  expect(closing.textContent).toContain('台账草稿')
  await user.click(lastButton(closing))
  expect(within(closing).getByRole('alert').textContent).toBe('请填写说明')
  await user.type(within(closing).getByRole('textbox'), '西侧围栏被剪开')
  const id = leftPen()?.id ?? 0
  await user.click(lastButton(closing))
  await within(details).findByText('苏日娜 已关闭（被盗）')
  const course = within(details).getByRole('region', { name: '处理记录' })
  await waitFor(() => expect(course.textContent).toMatch(/已指派.*给 监管负责人.*已关闭.*被盗.*“西侧围栏被剪开”/))
  expect(await console_.callAs('pm', endpoints.alerts.detail, { id })).toMatchObject({
    closeCode: 'THEFT',
    closedBy: '苏日娜',
  })
  expect(leftPen()).toBeUndefined()
})

test('blocks closing while a photo uploads', { tags: 'long' }, async () => {
  await console_.renew()
  const { user } = await openAlerts()
  await user.click(await findLine())
  const details = await findDetails()
  await user.click(within(details).getByRole('button', { name: '误报' }))
  const closing = await dialog()
  await user.type(within(closing).getByRole('textbox'), '只是大雪')
  let goOn = () => {}
  const isGoingOn = new Promise<void>((resolve) => void (goOn = resolve))
  console_.faults.use(http.post(`*${imageUploadPath}`, () => isGoingOn.then(passthrough)))
  await user.upload(within(closing).getByLabelText<HTMLInputElement>('现场照片'), testPicture())
  await waitFor(() => expect(lastButton(closing)).toHaveProperty('disabled', true))
  expect(within(closing).getByRole('status').textContent?.trim()).toBe('正在上传…')
  const id = leftPen()?.id ?? 0
  goOn()
  await waitFor(() => expect(lastButton(closing)).toHaveProperty('disabled', false))
  await user.click(lastButton(closing))
  await within(details).findByText('苏日娜 已关闭（误报）')
  expect((await console_.callAs('pm', endpoints.alerts.timeline, { id })).imageIds).toHaveLength(1)
})

test('filters by the address and by tab', { tags: 'long' }, async () => {
  await console_.renew()
  const { go } = await openAlerts('?kinds=LOW_BATTERY')
  await waitFor(() => expect(leftPen()).toBeTruthy())
  await noLine()
  await go(`${path}?kinds=LEFT_PEN&severities=CRITICAL&farmIds=1`)
  await findLine()
  await go(`${path}?tab=closed&kinds=LEFT_PEN`)
  await noLine()
  await go(`${path}?tab=all&kinds=LEFT_PEN&text=03`)
  await findLine()
})

test('reports an alert that the user may not see', async () => {
  await openAlerts('?open=999999')
  expect(await screen.findByText('告警不存在，或您无权查看。')).toBeTruthy()
})

/** Each animal leaves its pen and its farm, and two collars say that they were opened. */
async function flee() {
  const at = console_.server.now + 5 * 60_000
  await console_.server.moveTo(at)
  const away = [0, 1, 2].map((n) => ({
    neckband: `AC233F10000${n}`,
    at,
    rssi: -67,
    longitude: 116.0885,
    latitude: 43.9405,
    tamper: true,
  }))
  await console_.server.ingest({ gateway: 'AC233F000001', readings: away })
  await console_.server.moveTo(at + 60_000)
}

test('shows the operator’s own alert load and marks an excess', { tags: 'long' }, async () => {
  await console_.renew()
  // Without a roster the administrator is notified.
  await openAlerts('', 'supervisor')
  const link = await screen.findByRole('link', { name: /^我的负荷：每小时 \d 条，上限 6$/ })
  expect(link.getAttribute('href')).toBe(`${path}/load`)
  expect(link.querySelector('[data-over]')).toBeNull()
  console_.leave()
  await flee()
  // Gateway and neckbands fall silent.
  await console_.server.moveTo(console_.server.now + 45 * 60_000)
  const hourlyLoad = async () => (await console_.callAs('supervisor', endpoints.alertLoads.mine, {})).lastHour
  await waitFor(async () => expect(await hourlyLoad()).toBeGreaterThan(6))
  queryClient.clear()
  await openAlerts('', 'supervisor')
  expect(
    (await screen.findByRole('link', { name: `我的负荷：每小时 ${await hourlyLoad()} 条，超过 6` })).querySelector(
      '[data-over]',
    ),
  ).toBeTruthy()
})
