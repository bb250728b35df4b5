import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('pm')

const path = '/dashboard/animal-monitor/insurance'
const policy = { farmId: 1, insurer: '人保财险', startsOn: '2026-01-01', endsOn: '2026-12-31', sumPerHead: '12000.5' }
const add = (number: string) => call(endpoints.insurancePolicies.addOrEdit, { ...policy, number })

test('adds a policy and changes the version that was read', async () => {
  await add('P-1')
  const { user } = await console_.open(path)
  const row = await screen.findByRole('row', { name: /P-1/ })
  expect(row.textContent).toContain('人保财险')
  await waitFor(() => expect(row.textContent).toContain('敖包牧场'))
  expect(row.textContent).toContain('¥12,000.50')
  await user.click(within(row).getByText('P-1'))
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  const sum = await screen.findByRole('spinbutton', { name: '每头保额' })
  await user.clear(sum)
  await user.type(sum, '9,007,199,254,740.93')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await user.click(await screen.findByRole('button', { name: '按此金额保存' }))
  expect(await screen.findByRole('row', { name: /¥9,007,199,254,740\.93/ })).toBeTruthy()
})

test('lists changes in the history', { tags: 'long' }, async () => {
  const { id, version } = await add('P-2')
  await call(endpoints.insurancePolicies.addOrEdit, { ...policy, id, version, number: 'P-2', insurer: '太平洋保险' })
  const { user } = await console_.open(`${path}?open=${id}`)
  await user.click(await screen.findByText('变更记录'))
  const change = (await screen.findByText('修改')).closest('li')
  expect(change?.textContent).toMatch(/保险公司.*人保财险.*太平洋保险/)
})

test('restores a deleted policy or deletes it for good', { tags: 'long' }, async () => {
  await add('P-3')
  const { user } = await console_.open(path)
  const choose = async (name: string, button?: RegExp) => {
    await user.click(await screen.findByRole('button', { name: '对 P-3 的操作' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    if (button) await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /P-3/ })).toBeNull())
  }
  await choose('删除', /删\s*除/)
  await user.click(screen.getByRole('button', { name: '回收站' }))
  expect((await screen.findByRole('row', { name: /P-3/ })).textContent).toContain('苏日娜')
  await choose('恢复')
  await user.click(screen.getByRole('button', { name: '返回列表' }))
  expect(await screen.findByRole('row', { name: /P-3/ })).toBeTruthy()
  await choose('删除', /删\s*除/)
  await user.click(screen.getByRole('button', { name: '回收站' }))
  await choose('彻底删除', /彻底删除/)
  expect(await screen.findByText(/^回收站为空。/)).toBeTruthy()
})
