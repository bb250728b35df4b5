import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('bank')
const path = '/dashboard/org-admin/api-keys'
const add = () =>
  call(endpoints.apiKeys.addOrEdit, {
    name: '核心系统',
    scopes: ['projects:read'],
    networks: ['192.0.2.0/24'],
    expiresAt: Date.now() + 86_400_000,
  })
const secretOf = (dialog: HTMLElement) => /drover_[0-9A-Za-z]{46}/.exec(dialog.textContent ?? '')?.[0]

test('shows the secret of a new key once', async () => {
  onTestFinished(() => console_.renew())
  const { id } = await add()
  const { user } = await console_.open(path)
  await screen.findByRole('row', { name: /核心系统.*有效.*drover_.*projects:read/ })
  await user.click(await screen.findByRole('button', { name: '对 核心系统 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '更换密钥' }))
  const form = within(await screen.findByRole('dialog', { name: '更换密钥' }))
  await user.click(form.getByRole('button', { name: '更换密钥' }))
  const dialog = await screen.findByRole('dialog', { name: '保存密钥' })
  expect(secretOf(dialog)).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: '我已保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '保存密钥' })).toBeNull())
  expect((await call(endpoints.apiKeys.detail, { id })).previousUntil).not.toBeNull()
  expect(secretOf(document.body)).toBeUndefined()
})

test('revokes a key after a confirmation', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  await add()
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '对 核心系统 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '吊销' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('立即失去访问权限')
  await user.click(within(dialog).getByRole('button', { name: /吊\s*销/ }))
  expect(await screen.findByRole('row', { name: /核心系统.*已吊销/ })).toBeTruthy()
})

test('adds a key with every read scope of the organisation', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { user } = await console_.open(path)
  await user.click((await screen.findAllByRole('button', { name: '添加 API 密钥' }))[0]!)
  const form = within(await screen.findByRole('dialog', { name: '添加 API 密钥' }))
  await user.type(form.getByRole('textbox', { name: '名称' }), '核心系统')
  await user.click(await form.findByRole('button', { name: '选择全部只读范围' }))
  await user.click(form.getByRole('button', { name: /保\s*存/ }))
  expect(await form.findByText('请填写到期时间')).toBeTruthy()
})
