import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../../api/call.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('pm')
const path = '/dashboard/animal-monitor/animal/group'

test('adds a group and changes the version that was read', async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '新增分组' }))
  await user.type(await screen.findByRole('textbox', { name: '分组名称' }), '育肥组')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await user.click(await screen.findByRole('row', { name: /育肥组/ }))
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  await user.type(await screen.findByRole('textbox', { name: '备注' }), '春季')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByRole('row', { name: /育肥组.*春季/ })).toBeTruthy()
})

test('lists changes in the history', { tags: 'long' }, async () => {
  const { id, version } = await call(endpoints.animalGroups.addOrEdit, { name: '犊牛组' })
  await call(endpoints.animalGroups.addOrEdit, { id, version, name: '犊牛组', remark: '断奶' })
  const { user } = await console_.open(`${path}?open=${id}`)
  await user.click(await screen.findByText('变更记录'))
  expect((await screen.findByText('修改')).closest('li')?.textContent).toMatch(/备注.*断奶/)
})

test('restores a deleted group or deletes it for good', { tags: 'long' }, async () => {
  await call(endpoints.animalGroups.addOrEdit, { name: '母牛组' })
  const { user } = await console_.open(path)
  const choose = async (name: string, button?: RegExp) => {
    await user.click(await screen.findByRole('button', { name: '对 母牛组 的操作' }))
    await user.click(await screen.findByRole('menuitem', { name }))
    if (button) await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /母牛组/ })).toBeNull())
  }
  await choose('删除', /删\s*除/)
  await user.click(screen.getByRole('button', { name: '回收站' }))
  await choose('恢复')
  await user.click(screen.getByRole('button', { name: '返回列表' }))
  await choose('删除', /删\s*除/)
  await user.click(screen.getByRole('button', { name: '回收站' }))
  await choose('彻底删除', /彻底删除/)
  expect(await screen.findByText(/^回收站为空。/)).toBeTruthy()
})
