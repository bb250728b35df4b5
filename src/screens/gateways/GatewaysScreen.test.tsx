import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { mergeGateways } from '../../store/gateways.ts'
import { openTestConsole } from '../../testConsole.tsx'

// There is no GPU to draw on: a click on this sets the point east of the farm.
vi.mock('../../map/editing/PointMap.tsx', () => ({
  PointMap: ({
    point,
    outlines,
    others,
    onChange,
  }: {
    point: number[] | null
    outlines: { name: string }[]
    others: { name: string }[]
    onChange: (at: number[]) => void
  }) => (
    <button type="button" onClick={() => onChange([117.5, 43.94])}>
      {`地图 ${[...outlines, ...others].map(({ name }) => name).join(' ')} ${point?.join() ?? '无'}`}
    </button>
  ),
}))

const console_ = openTestConsole('pm')

const path = '/dashboard/animal-monitor/device/gateway'
const place = { longitude: 116.08, latitude: 43.94 }
const inPen1 = [116.0806, 43.9404]
const said = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).nextElementSibling?.textContent

test('lists and filters gateways by state', async () => {
  onTestFinished(() => console_.renew())
  const now = console_.server.now + 120_000
  await console_.server.moveTo(now)
  await call(endpoints.gateways.addOrEdit, { mac: 'AC:23:3F:00:0F:01', name: '东门', farmId: 1, ...place })
  const reading = (neckband: string, at: number) => ({ neckband, at, rssi: -67, battery: 82 })
  await console_.server.ingest({
    gateway: 'AC233F000001',
    sentAt: now,
    readings: [reading('AC233F100000', now), reading('AC233F100001', now - 90_000)],
  })
  const { go } = await console_.open(path)
  const heard = await screen.findByRole('row', { name: /AC233F000001/ })
  expect(within(heard).getByText('在线')).toBeTruthy()
  await waitFor(() =>
    expect(
      within(heard)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    ).toContain('1'),
  )
  expect(within(screen.getByRole('row', { name: /东门/ })).getByText('从未上报')).toBeTruthy()
  await go(`${path}?state=NEVER_SEEN`)
  await waitFor(() => expect(screen.queryByRole('row', { name: /AC233F000001/ })).toBeNull())
  expect(screen.getByRole('row', { name: /东门/ })).toBeTruthy()
})

test('finds a gateway whose firmware differs from its farm', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  for (const [place, firmware] of ['2.1.0', '2.1.0', '1.9.4'].entries()) {
    await call(endpoints.gateways.addOrEdit, {
      mac: `AC233F000F1${place}`,
      farmId: 1,
      firmware,
      longitude: 116.08,
      latitude: 43.94,
    })
  }
  const { go } = await console_.open(path)
  expect(within(await screen.findByRole('row', { name: /AC233F000F12/ })).getByText('与多数不同')).toBeTruthy()
  expect(screen.getAllByText('与多数不同')).toHaveLength(1)
  await go(`${path}?firmwareDiffers=true`)
  await waitFor(() => expect(screen.queryByRole('row', { name: /AC233F000F11/ })).toBeNull())
  expect(screen.getByRole('row', { name: /AC233F000F12/ })).toBeTruthy()
})

test('prints labels of chosen gateways from a free place', { tags: 'long' }, async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '对 AC233F000001 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '打印标签' }))
  const dialog = within(await screen.findByRole('dialog', { name: '1 张标签' }))
  const places = () => [...document.querySelectorAll('.label-pages .label-page')].map((page) => page.children.length)
  expect(places()).toEqual([1])
  const first = dialog.getByRole('spinbutton', { name: '从第几张开始' })
  await user.clear(first)
  await user.type(first, '5')
  await waitFor(() => expect(places()).toEqual([5]))
  expect(document.querySelector('.label-pages .label')?.textContent).toContain('AC233F000001')
  await user.click(dialog.getByRole('button', { name: '打印 1 页' }))
  expect(print).toHaveBeenCalledOnce()
})

test('ignores live state left by the monitor', async () => {
  mergeGateways([{ gatewayId: 1, farmId: 1, state: 'OFFLINE', lastSeenAt: 0 }])
  await console_.open(path)
  expect(within(await screen.findByRole('row', { name: /AC233F000001/ })).getByText('在线')).toBeTruthy()
})

test('lists rejected readings by reason and links to them', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { now } = console_.server
  await console_.server.ingest({
    gateway: 'AC233F000001',
    sentAt: now,
    readings: [
      { neckband: 'AC233F100000', at: now },
      { neckband: 'DD0000000001', at: now },
    ],
  })
  await console_.server
    .ingest({ gateway: 'AC233F000002', sentAt: now, readings: [{ neckband: 'DD0000000002', at: now }] })
    .catch(() => undefined)
  await expect.poll(async () => (await call(endpoints.rejectedReadings.list, {})).total).toBe(2)
  const { user } = await console_.open(`${path}?open=1`)
  expect(await said('未知设备')).toBe('1')
  await user.click(
    within(screen.getByText('未知设备', { selector: 'dt' }).parentElement!).getByRole('link', { name: '1' }),
  )
  await user.click(await screen.findByRole('row', { name: /DD0000000001/ }))
  expect((await screen.findByText(/"neckband"/)).textContent).toContain('DD0000000001')
  expect(screen.queryByRole('row', { name: /DD0000000002/ })).toBeNull()
})

test('adds a gateway with a pen and shows its move', { tags: 'long' }, async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '新增网关' }))
  await user.type(await screen.findByRole('textbox', { name: 'MAC 地址' }), 'ac-23-3f-00-0f-02')
  await user.click(screen.getByRole('combobox', { name: '养殖场' }))
  await user.click(await screen.findByText('敖包牧场', { selector: '.ant-select-item *' }))
  await user.click(await screen.findByRole('combobox', { name: '圈舍' }))
  await user.click(await screen.findByText('2 号圈', { selector: '.ant-select-item *' }))
  await user.click(await screen.findByText('地图 敖包牧场 1 号圈 2 号圈 AC233F000001 无'))
  expect(Number(screen.getByRole<HTMLInputElement>('spinbutton', { name: '经度' }).value)).toBe(117.5)
  expect(await screen.findByText('该位置在养殖场边界之外。')).toBeTruthy()
  await user.clear(screen.getByRole('spinbutton', { name: '经度' }))
  await user.type(screen.getByRole('spinbutton', { name: '经度' }), String(inPen1[0]))
  await user.clear(screen.getByRole('spinbutton', { name: '纬度' }))
  await user.type(screen.getByRole('spinbutton', { name: '纬度' }), String(inPen1[1]))
  expect(await screen.findByText(`地图 敖包牧场 1 号圈 2 号圈 AC233F000001 ${inPen1.join()}`)).toBeTruthy()
  expect(screen.getByText('该位置在所选圈舍之外。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect((await screen.findByRole('row', { name: /AC233F000F02.*2 号圈/ })).textContent).toContain('从未上报')
})

test('lists a pen that no gateway hears', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { user, go } = await console_.open(path)
  await user.click(await screen.findByRole('tab', { name: '信号盲区' }))
  expect(await screen.findByText('佩戴项圈的圈舍均有网关接收到上报，无需处理。')).toBeTruthy()
  await console_.server.moveTo(console_.server.now + 61 * 60_000)
  await go(path)
  await user.click(await screen.findByRole('tab', { name: '信号盲区' }))
  const row = await screen.findByRole('row', { name: /1 号圈/ })
  await waitFor(() => expect(row.textContent).toMatch(/敖包牧场.*0／3（60 分钟内）.*AC233F000001/))
  expect(screen.queryByRole('row', { name: /2 号圈/ })).toBeNull()
})

test('is for supervisors alone', async () => {
  console_.signIn('bank')
  await console_.open(path)
  expect(await screen.findByText('抱歉，您无权访问此页面。')).toBeTruthy()
})
