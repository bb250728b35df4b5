import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('platform')

const path = '/dashboard/profiles/org'

test('lists organisations and searches names and credit codes', async () => {
  const { user } = await console_.open(path)
  const row = await screen.findByRole('row', { name: /锡林浩特草原银行/ })
  expect(within(row).getByText('质权人')).toBeTruthy()
  expect(within(row).getByText('正常')).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: '名称或信用代码' }), '2MA0N5D3C1')
  await waitFor(() => expect(screen.queryByRole('row', { name: /锡林浩特草原银行/ })).toBeNull())
  expect(screen.getByRole('row', { name: /锡盟活畜监管公司/ })).toBeTruthy()
})

test('disables several organisations with a reason and enables them', { tags: 'long' }, async () => {
  const { user } = await console_.open(path)
  for (const name of ['敖包养殖合作社', '乌兰牧业公司', '呼伦贝尔农商银行'])
    await user.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }))
  // One of the three is disabled already.
  await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: '停用 2' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('敖包养殖合作社')
  expect(dialog.textContent).toContain('所有用户立即退出登录')
  await user.type(within(dialog).getByRole('textbox', { name: '原因（记入审计日志）' }), '合同到期')
  await user.click(within(dialog).getByRole('button', { name: /停\s*用/ }))
  expect(
    await within(await screen.findByRole('row', { name: /乌兰牧业公司.*已停用/ })).findByText('已停用'),
  ).toBeTruthy()

  await user.click(screen.getByRole('button', { name: '对 乌兰牧业公司 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '启用' }))
  await user.type(await screen.findByRole('textbox', { name: '原因（记入审计日志）' }), '续签')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /启\s*用/ }))
  expect(await screen.findByRole('row', { name: /乌兰牧业公司.*正常/ })).toBeTruthy()
})

test('opens the details and keeps them in the address', async () => {
  const { user, path: at } = await console_.open(path)
  await user.click(await screen.findByText('乌兰牧业公司'))
  await waitFor(() => expect(at()).toBe(`${path}?open=5`))
  expect(await screen.findByText('91152502MA0N5D3C3M', { selector: 'aside *, [role=dialog] *' })).toBeTruthy()
})

test('is the platform’s alone', async () => {
  console_.signIn('bank')
  await console_.open(path)
  expect(await screen.findByText('抱歉，您无权访问此页面。')).toBeTruthy()
})

test('links an organisation to its users and history', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { role, ...before } = await console_.callAs('platform', endpoints.organisations.detail, { id: 5 })
  if (role === 'PLATFORM') throw new Error('not the platform')
  const reach = {
    creditCode: before.creditCode ?? '',
    telephone: before.telephone ?? '',
    email: before.email ?? '',
    address: before.address ?? '',
  }
  await console_.callAs('platform', endpoints.organisations.addOrEdit, { ...before, ...reach, role, contact: '其其格' })
  const { user, path: at } = await console_.open(`${path}?open=5`)
  const details = within(await screen.findByRole('dialog', { name: '乌兰牧业公司' }))
  await user.click(await details.findByText('变更记录'))
  const contact = (await details.findByText('其其格', { selector: 'ins *' })).closest('dd')
  expect(contact?.querySelector('del')?.textContent).toBe(before.contact ?? '—')
  await user.click(await details.findByRole('link', { name: /^\d+$/ }))
  await waitFor(() => expect(at()).toBe('/dashboard/profiles/user?organisationId=5'))
})
