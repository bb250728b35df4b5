import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

// There is no GPU to draw on.
vi.mock('../../map/editing/PointMap.tsx', () => ({ PointMap: () => null }))

const console_ = openTestConsole('pm')

const path = '/dashboard/animal-monitor/device'

test('adopts an unknown gateway and stores its next readings', async () => {
  const { now } = console_.server
  const send = () =>
    console_.server
      .ingest({ gateway: 'AC233F00AD01', sentAt: now, readings: [{ neckband: 'AC233F100000', at: now, rssi: -60 }] })
      .catch(() => undefined)
  await send()
  await expect.poll(async () => (await call(endpoints.unknownDevices.list, {})).total).toBe(1)
  const { user, go } = await console_.open(`${path}/unknown`)
  await user.click(within(await screen.findByRole('row', { name: /AC233F00AD01/ })).getByText('网关'))
  const details = within(await screen.findByRole('dialog', { name: 'AC233F00AD01' }))
  expect((await details.findByText(/"rssi":-60/)).textContent).toContain('AC233F100000')
  await user.click(await details.findByRole('combobox', { name: '养殖场' }))
  await user.click(await screen.findByText('敖包牧场', { selector: '.ant-select-item *' }))
  await user.type(details.getByRole('textbox', { name: '原因（记入审计日志）' }), '东门新装')
  await user.click(details.getByRole('button', { name: '登记设备' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /AC233F00AD01/ })).toBeNull())
  // The form blocks navigation until it knows that it is saved.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await call(endpoints.gateways.list, { mac: 'AC233F00AD01' })).list).toMatchObject([{ farmId: 1 }])
  await go(`${path}/rejected?reason=UNKNOWN_GATEWAY`)
  expect((await screen.findByRole('row', { name: /AC233F00AD01/ })).textContent).toContain('未知网关')
})

test('offers no adoption to the platform', { tags: 'long' }, async () => {
  const { now } = console_.server
  await console_.server
    .ingest({ gateway: 'AC233F00AD02', sentAt: now, readings: [{ neckband: 'AC233F100000', at: now }] })
    .catch(() => undefined)
  console_.signIn('platform')
  await expect.poll(async () => (await call(endpoints.unknownDevices.list, { deviceId: 'AD02' })).total).toBe(1)
  const { user } = await console_.open(`${path}/unknown`)
  await user.click(within(await screen.findByRole('row', { name: /AC233F00AD02/ })).getByText('网关'))
  const details = within(await screen.findByRole('dialog', { name: 'AC233F00AD02' }))
  expect(await details.findByText(/AC233F100000/)).toBeTruthy()
  expect(details.queryByRole('button', { name: '登记设备' })).toBeNull()
})
