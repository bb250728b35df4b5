import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestList, shared } from '../testList.tsx'

const { open, openEvents, noteAsked } = openTestList()

test('confirms a bulk action and reports failures row by row', async () => {
  const { user } = await open()
  await screen.findByRole('row', { name: /苏日娜/ })
  for (const name of [/监管负责人/, /苏日娜/, /李娜/]) await user.click(screen.getByRole('checkbox', { name }))
  // One has no role: the action does not fit, and says with how many it is done.
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '启用 2' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('监管负责人和苏日娜')
  await user.click(within(dialog).getByRole('button', { name: /启\s*用/ }))
  expect(await within(dialog).findByText('请填写原因')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox'), '回来了')
  await user.click(within(dialog).getByRole('button', { name: /启\s*用/ }))
  expect(await within(dialog).findByText('完成 1，失败 1，未执行 0。')).toBeTruthy()
  expect(within(dialog).getByRole('listitem').textContent).toContain('苏日娜')
  expect(shared.done).toContain('supervisor 回来了')
  await user.click(within(dialog).getByRole('button', { name: '重试 1 项' }))
  await user.click(within(dialog).getByRole('button', { name: /启\s*用/ }))
  expect(await screen.findByText('已启用 苏日娜')).toBeTruthy()
  expect(shared.done).toContain('pm 回来了')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('shows a menu with the actions of the row', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: '对 苏日娜 的操作' }))
  expect(await screen.findByRole('menuitem', { name: '启用' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '对 李娜 的操作' })).toBeNull()
})

test('ends the selection when filters change', { tags: 'long' }, async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('checkbox', { name: /苏日娜/ }))
  await user.type(screen.getByRole('searchbox'), '银行')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

test('selects a range with Shift', { tags: 'long' }, async () => {
  const { user } = await open()
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `选择 ${name}` })
  await screen.findByText('监管负责人')
  await user.click(box('监管负责人'))
  await user.keyboard('{Shift>}')
  await user.click(box('巴特尔'))
  await user.keyboard('{/Shift}')
  expect(within(screen.getByRole('toolbar')).getByText('已选 5')).toBeTruthy()
  await user.click(box('银行负责人'))
  await user.keyboard('{Shift>}')
  await user.click(box('银行客户经理'))
  await user.keyboard('{/Shift}')
  expect(within(screen.getByRole('toolbar')).getByText('已选 3')).toBeTruthy()
})

test('selects all filtered rows on every page', async () => {
  const requests = noteAsked(endpoints.securityEvents.list)
  const { user } = await openEvents('?name=robot&size=20')
  await user.click(await screen.findByRole('checkbox', { name: '选择 robot 1200' }))
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '选择全部 1,200' }))
  expect(await within(screen.getByRole('toolbar')).findByText('已选 1,200')).toBeTruthy()
  expect(requests.slice(1)).toMatchObject([1, 2].map((current) => ({ name: 'robot', current, pageSize: 1000 })))
  expect(screen.queryByRole('button', { name: /选择全部/ })).toBeNull()
  expect(within(screen.getByRole('toolbar')).getByRole('button', { name: '启用' })).toBeTruthy()
})
