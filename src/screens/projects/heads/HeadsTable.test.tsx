import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../../api/call.ts'
import { openTestConsole } from '../../../testConsole.tsx'

// It has no canvas here.
vi.mock('../../../charts/Chart.tsx', () => ({ Chart: () => null }))

const console_ = openTestConsole('pm')
const id = 3
const path = `/dashboard/project/info/${id}`

test('finds a head by ear tag behind a number', async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: /^台账在栏：3 头/ }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByRole('button', { name: '01' })).toBeTruthy()
  await user.type(within(drawer).getByRole('searchbox', { name: '搜索耳标' }), '02')
  await waitFor(() => expect(within(drawer).queryByRole('button', { name: '01' })).toBeNull())
  expect(within(drawer).getByRole('button', { name: '02' })).toBeTruthy()
  await user.type(within(drawer).getByRole('searchbox', { name: '搜索耳标' }), 'x')
  expect(await within(drawer).findByText('没有此耳标的牲畜')).toBeTruthy()
})

test('explains single heads in the drawer and in the list', { tags: 'long' }, async () => {
  const bands = (await call(endpoints.neckbands.list, {})).list.filter(({ deviceId }) =>
    ['AC233F100000', 'AC233F100001'].includes(deviceId),
  )
  await call(endpoints.neckbands.unpair, { ids: bands.map((band) => band.id), reason: '带子坏了' })
  const { user, go } = await console_.open(path)
  const card = await screen.findByRole('region', { name: /去向不明/ })
  // Those that are heard are nobody's to explain.
  expect((await within(card).findAllByRole('checkbox')).length).toBe(2)
  await user.click(within(card).getByRole('checkbox', { name: '选择 01' }))
  await user.click(within(card).getByRole('button', { name: '说明所选：1 头' }))
  const form = await screen.findByRole('dialog')
  await user.type(within(form).getByRole('textbox', { name: /说明/ }), '在水槽边')
  await user.click(within(form).getByRole('button', { name: '说明原因' }))
  await waitFor(() => expect(within(card).getByRole('row', { name: /01/ }).textContent).toContain('在水槽边'))
  expect(within(card).getByRole('row', { name: /02/ }).textContent).not.toContain('在水槽边')
  expect(await within(card).findByRole('button', { name: '全部说明：1 头' })).toBeTruthy()

  await go(`${path}?tab=headcount&part=heads`)
  const row = await screen.findByRole('row', { name: /02.*去向不明/ })
  await user.click(within(row).getByRole('button', { name: /02 的操作/ }))
  await user.click(await screen.findByRole('menuitem', { name: '说明原因' }))
  const other = await screen.findByRole('dialog', { name: '说明原因' })
  await user.type(within(other).getByRole('textbox', { name: /说明/ }), '去看兽医')
  await user.click(within(other).getByRole('button', { name: '说明原因' }))
  await waitFor(() => expect(screen.getByRole('row', { name: /02.*去向不明/ }).textContent).toContain('去看兽医'))
  expect(screen.getByRole('row', { name: /01.*去向不明/ }).textContent).toContain('在水槽边')
})

test('shows why a head is unverified, and its outage', { tags: 'long' }, async () => {
  await console_.renew()
  console_.signIn('pm')
  await console_.server.moveTo(console_.server.now + 90 * 60_000)
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: /^待核实：[1-3] 头/ }))
  const drawer = await screen.findByRole('dialog')
  const head = await within(drawer).findByRole('button', { name: '02' })
  expect(head.closest('tr')?.textContent).toMatch(/站点中断|网关离线/)
  await user.click(head)
  await waitFor(() => expect(within(drawer).getByText(/告警 · (站点中断|网关离线)/)).toBeTruthy())
  expect(within(drawer).queryByRole('checkbox')).toBeNull()
})

test('offers no explanation to banks', async () => {
  await console_.renew()
  console_.signIn('bank')
  await console_.server.moveTo(console_.server.now + 5 * 60_000)
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: /^台账在栏：3 头/ }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByRole('button', { name: '01' })).toBeTruthy()
  expect(within(drawer).queryByRole('checkbox')).toBeNull()
})
