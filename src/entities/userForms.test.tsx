import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { rolesOf } from '#contract/people/roles.ts'
import { call } from '../api/call.ts'
import { RecordDrawer } from '../form/RecordDrawer.tsx'
import type { Screen } from '../navigation/screen.ts'
import { loadAccount } from '../store/account.ts'
import { openTestConsole } from '../testConsole.tsx'
import { colleagueForm, userForm } from './userForms.ts'

const platform: Screen = {
  path: '/users',
  titleId: 'user.identity',
  icon: 'users',
  roles: ['ADMIN_PLATFORM', 'ADMIN_SUPERVISOR'],
  wall: true,
  load: async () => ({ Component: () => <RecordDrawer form={userForm} id="new" onClose={() => {}} /> }),
}
const table: Screen[] = [
  platform,
  {
    ...platform,
    path: '/colleagues',
    load: async () => ({ Component: () => <RecordDrawer form={colleagueForm} id="new" onClose={() => {}} /> }),
  },
  {
    ...platform,
    path: '/users/8',
    load: async () => ({ Component: () => <RecordDrawer form={userForm} id={8} readOnly="view" onClose={() => {}} /> }),
  },
]

const console_ = openTestConsole()

async function signIn(userName: string) {
  console_.signIn(userName)
  await loadAccount()
}
/** The choices of an open select, as they are read. */
const choices = async () =>
  within(await screen.findByRole('listbox'))
    .getAllByRole('option', { hidden: true })
    .map((option) => option.textContent)

test('offers the roles of the chosen organisation’s kind', async () => {
  await signIn('platform')
  const { user } = await console_.open('/users', table)
  const organisation = await screen.findByRole('combobox', { name: '所属机构' })
  await user.click(organisation)
  await user.type(organisation, '监管')
  await user.click(await screen.findByText('锡盟活畜监管公司'))
  const role = screen.getByRole('combobox', { name: '角色' })
  await user.click(role)
  await user.click(await screen.findByText('项目经理'))
  await user.click(organisation)
  await user.clear(organisation)
  await user.type(organisation, '草原银行')
  await user.click(await screen.findByText('锡林浩特草原银行'))
  await waitFor(() => expect(role.closest('.ant-form-item')?.textContent).not.toContain('项目经理'))
})

test('invites a colleague with the administrator’s own role', { tags: 'long' }, async () => {
  await signIn('supervisor')
  const { user } = await console_.open('/colleagues', table)
  expect(screen.queryByRole('combobox', { name: '所属机构' })).toBeNull()
  await user.type(await screen.findByRole('textbox', { name: '姓名' }), '乌云')
  await user.type(screen.getByRole('textbox', { name: '用户名' }), 'wu yun')
  await user.type(screen.getByRole('textbox', { name: '手机号' }), '13800138123')
  await user.type(screen.getByRole('textbox', { name: '邮箱' }), 'wuyun@example.com')
  await user.click(screen.getByRole('combobox', { name: '角色' }))
  expect((await choices()).length).toBeLessThanOrEqual(rolesOf('SUPERVISOR').length)
  await user.click(await screen.findByText('项目经理'))
  await user.click(screen.getByRole('button', { name: '发送邀请' }))
  expect(await screen.findByText('用户名只能用文字、数字和 . _ @ -')).toBeTruthy()
  await user.clear(screen.getByRole('textbox', { name: '用户名' }))
  await user.type(screen.getByRole('textbox', { name: '用户名' }), 'wuyun')
  await user.click(screen.getByRole('button', { name: '发送邀请' }))
  expect(await screen.findByText('邀请已发送到 wuyun@example.com')).toBeTruthy()
  const { list } = await call(endpoints.users.list, { name: 'wuyun' })
  expect(list).toMatchObject([
    { displayName: '乌云', role: 'SUPERVISOR_PM', telephone: '+8613800138123', organisationId: 3 },
  ])
})

test('reads a user with the organisation’s name', async () => {
  await signIn('platform')
  await console_.open('/users/8', table)
  expect(await screen.findByText('锡盟活畜监管公司')).toBeTruthy()
  expect(await screen.findByText('监管机构普通用户')).toBeTruthy()
})
