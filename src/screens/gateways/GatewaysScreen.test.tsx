import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = await openTestConsole('pm')

const path = '/dashboard/animal-monitor/device/gateway'
const place = { longitude: 116.08, latitude: 43.94 }
const said = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).nextElementSibling?.textContent

test('a gateway is listed with its state and the neckbands that it hears in a minute, and filtered by state', async () => {
  onTestFinished(() => console_.renew())
  const now = console_.server.now + 120_000
  await console_.server.moveTo(now)
  await call(endpoints.gateways.addOrEdit, { mac: 'AC:23:3F:00:0F:01', name: '东门', farmId: 1, ...place })
  const reading = (neckband: string, at: number) => ({ neckband, at, rssi: -67, battery: 82 })
  await console_.server.ingest({ gateway: 'AC233F000001', sentAt: now, readings: [reading('AC233F100000', now), reading('AC233F100001', now - 90_000)] })
  const { go } = await console_.open(path)
  const heard = await screen.findByRole('row', { name: /AC233F000001/ })
  expect(within(heard).getByText('在线')).toBeTruthy()
  await waitFor(() => expect(within(heard).getAllByRole('gridcell').map((cell) => cell.textContent)).toContain('1'))
  expect(within(screen.getByRole('row', { name: /东门/ })).getByText('从未上报')).toBeTruthy()
  await go(`${path}?state=NEVER_SEEN`)
  await waitFor(() => expect(screen.queryByRole('row', { name: /AC233F000001/ })).toBeNull())
  expect(screen.getByRole('row', { name: /东门/ })).toBeTruthy()
})

test('what a gateway sent and could not be stored is told by reason', async () => {
  onTestFinished(() => console_.renew())
  const { now } = console_.server
  await console_.server.ingest({ gateway: 'AC233F000001', sentAt: now, readings: [{ neckband: 'AC233F100000', at: now }, { neckband: 'DD0000000001', at: now }] })
  await console_.open(`${path}?open=1`)
  expect(await said('未知设备')).toBe('1')
})

test('a gateway is added with a pen of its farm, and its history says from what to what it was moved', async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '新增网关' }))
  await user.type(await screen.findByRole('textbox', { name: 'MAC 地址' }), 'ac-23-3f-00-0f-02')
  await user.click(screen.getByRole('combobox', { name: '养殖场' }))
  await user.click(await screen.findByText('敖包牧场', { selector: '.ant-select-item *' }))
  await user.click(await screen.findByRole('combobox', { name: '圈舍' }))
  await user.click(await screen.findByText('2 号圈', { selector: '.ant-select-item *' }))
  await user.type(screen.getByRole('spinbutton', { name: '经度' }), '116.08')
  await user.type(screen.getByRole('spinbutton', { name: '纬度' }), '43.94')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect((await screen.findByRole('row', { name: /AC233F000F02.*2 号圈/ })).textContent).toContain('从未上报')
})

test('a pen that no gateway hears any more stands on the tab of blind pens, with what was heard last', async () => {
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
