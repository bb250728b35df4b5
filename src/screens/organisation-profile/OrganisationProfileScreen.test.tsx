import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useSession } from '../../api/session.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('supervisor')

const path = '/dashboard/org-admin/org-profile'

test('shows the own organisation and saves allowed changes', async () => {
  const { user } = await console_.open(path)
  expect(await screen.findByRole('heading', { level: 1, name: '锡盟活畜监管公司' })).toBeTruthy()
  const said = async (label: string) =>
    (await screen.findByText(label, { selector: 'dt' })).nextElementSibling?.textContent
  expect(await said('机构类型')).toBe('监管机构')
  expect(await said('统一社会信用代码')).toMatch(/^[0-9A-Z]{18}$/)
  expect(await said('状态')).toBe('正常')
  expect(await said('注册时间')).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d UTC/)
  expect(Number(await said('用户数'))).toBeGreaterThan(1)
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  expect(screen.queryByRole('textbox', { name: /信用代码/ })).toBeNull()
  const contact = screen.getByRole('textbox', { name: /联系人/ })
  await user.clear(contact)
  await user.type(contact, '其其格')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByRole('button', { name: '编辑' })).toBeTruthy()
  expect(await screen.findByText('其其格')).toBeTruthy()
})

test('counts users without a second factor before requiring one', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  expect(await screen.findByText('3 名可登录的用户中，还有 3 名未开启两步验证。')).toBeTruthy()
  expect(screen.queryByLabelText(/开始要求的日期/)).toBeNull()
  await user.click(screen.getByRole('switch', { name: /要求两步验证/ }))
  expect(await screen.findByLabelText(/开始要求的日期/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '保存' }))
  const from = (await screen.findByText('开始要求的日期', { selector: 'dt' })).nextElementSibling?.textContent
  expect(from).toMatch(/^\d{4}年\d+月\d+日$/)
  expect(await screen.findByRole('button', { name: '编辑' })).toBeTruthy()
})

test('asks before signing out with unsaved input', async () => {
  onTestFinished(() => console_.renew())
  const { user, path: at } = await console_.openInShell(path)
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  await user.type(screen.getByRole('textbox', { name: /联系人/ }), '其其格')
  const signOut = async () => {
    await user.click(screen.getByRole('button', { name: /账号菜单/ }))
    await user.click(await screen.findByRole('menuitem', { name: '退出登录' }))
    return within(await screen.findByRole('dialog', { name: '放弃未保存的修改？' }))
  }
  const confirmation = await signOut()
  expect(confirmation.getByText('联系人')).toBeTruthy()
  await user.click(confirmation.getByRole('button', { name: '继续编辑' }))
  expect(useSession.getState().session).not.toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /联系人/ }).value).toContain('其其格')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click((await signOut()).getByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(at()).toMatch(/^\/user\/login/))
  expect(useSession.getState().session).toBeNull()
})

test('keeps the user filters in the address of the tab', { tags: 'long' }, async () => {
  const { user, path: at } = await console_.open(path)
  await user.click(await screen.findByRole('tab', { name: '用户' }))
  expect(await screen.findByRole('row', { name: /苏日娜.*项目经理/ })).toBeTruthy()
  expect(screen.queryByRole('row', { name: /银行客户经理/ })).toBeNull()
  await user.click(screen.getByText('苏日娜'))
  expect(at()).toMatch(/open=\d+&tab=users$/)
})

test('offers invited users only fitting roles', { tags: 'long' }, async () => {
  const { user } = await console_.open(`${path}?tab=users`)
  await user.click(await screen.findByRole('button', { name: '邀请用户' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('combobox', { name: /角色/ }))
  const offered = (await screen.findAllByRole('option')).map((option) => option.textContent)
  expect(offered.join()).not.toContain('质权')
})

test('saves a goal with its days and standard', { tags: 'long' }, async () => {
  const { user } = await console_.open(`${path}?tab=goals`)
  await user.click(await screen.findByRole('button', { name: '新增目标' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增目标' }))
  await user.type(dialog.getByRole('textbox', { name: /标题/ }), '秋季盘点')
  await user.type(dialog.getByRole('textbox', { name: /目标描述/ }), '每头都有上报')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(dialog.getByRole('textbox', { name: /衡量标准/ }).getAttribute('aria-invalid')).toBe('true')
  for (const [name, day] of [
    [/开始日期/, '2026-10-01'],
    [/结束日期/, '2026-10-31'],
  ] as const) {
    fireEvent.change(dialog.getByLabelText(name), { target: { value: day } })
  }
  await user.type(dialog.getByRole('textbox', { name: /衡量标准/ }), '60 分钟内 100%')
  await user.click(dialog.getByRole('button', { name: '保存' }))
  expect(await screen.findByRole('row', { name: /秋季盘点.*2026\/10\/01.*2026\/10\/31/ })).toBeTruthy()
  const invitees = await screen.findByText('受邀人', { selector: 'dt' })
  expect(invitees.nextElementSibling?.textContent).toBe('—')
})

test('shows who set a goal, and when', { tags: 'long' }, async () => {
  const goal = {
    title: '冬季盘点',
    startsOn: '2026-11-01',
    endsOn: '2026-12-31',
    goal: '每头都有上报',
    standard: '无遗漏',
    inviteeIds: [],
  }
  const { id } = await console_.callAs('supervisor', endpoints.goals.add, goal)
  const { user } = await console_.open(`${path}?tab=goals&open=${id}`)
  const details = within(await screen.findByRole('dialog', { name: '冬季盘点' }))
  await user.click(await details.findByText('变更记录'))
  const entry = (await details.findByText('新增')).closest('li')
  expect(entry?.textContent).toMatch(/^新增 监管负责人 \d{4}\/\d\d\/\d\d \d\d:\d\d/)
  expect(details.queryByText('暂无变更记录')).toBeNull()
})

test('names an identity provider, and says which field is wrong', async () => {
  const { user } = await console_.open(`${path}?tab=signIn`)
  expect(await screen.findByRole('heading', { level: 1, name: '身份提供方' })).toBeTruthy()
  expect(await screen.findByText(/\/user\/issuer$/)).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /颁发者/ }), 'http://login.bank.example')
  await user.type(screen.getByRole('textbox', { name: /客户端 ID/ }), 'drover')
  expect(screen.queryByRole('button', { name: '添加组' })).toBeNull()
  await user.type(screen.getByRole('textbox', { name: /包含用户组的声明/ }), 'groups')
  await user.click(screen.getByRole('button', { name: '添加组' }))
  await user.type(screen.getByRole('textbox', { name: '组' }), 'watchers')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(/https 地址/)).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: /颁发者/ }), { target: { value: 'https://127.0.0.1:1' } })
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText(/颁发者没有响应/)).toBeTruthy()
})
