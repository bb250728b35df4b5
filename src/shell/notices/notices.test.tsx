import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import type { Screen } from '../../navigation/screen.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'

const path = '/dashboard/approvals'
const table: Screen[] = [
  {
    path,
    titleId: 'palette.projects',
    icon: 'project',
    roles: 'signedIn',
    load: async () => ({ Component: () => <PageHeading /> }),
  },
]

const console_ = openTestConsole('platform', { hasShell: true })

const bell = (name: string) => screen.findByRole('button', { name })

test('follows a notice and marks it as read', async () => {
  const view = await console_.open(path, table)
  await view.user.click(await bell('通知 · 1 条未读'))
  await view.user.click(await screen.findByRole('link', { name: /北方牲畜托管公司/ }))
  await waitFor(() => expect(view.path()).toBe(`${path}?open=1`))
  await waitFor(async () => expect((await call(endpoints.notices.list, {})).list).toMatchObject([{ read: true }]))
})

test('counts, receives, reads and clears notices', async () => {
  await call(endpoints.auth.sendActivation, { email: 'xilin.admin@example.com' })
  const { user } = await console_.open(path, table)
  await user.click(await bell('通知'))
  const panel = await screen.findByRole('dialog', { name: '通知' })
  await user.click(within(panel).getByRole('tab', { name: '待办' }))
  expect(await within(panel).findByText('高娃 提交的“北方牲畜托管公司”机构注册等待您审批')).toBeTruthy()

  // The mail is written after the answer.
  const tokens = async () => (await console_.messages()).flatMap(({ text }) => /activate#(\S+)/.exec(text)?.[1] ?? [])
  await waitFor(async () => expect(await tokens()).not.toEqual([]))
  await call(endpoints.auth.activate, { token: (await tokens())[0] ?? '' })
  expect(await within(panel).findByText('西林 提交的“西林牧场”机构注册等待您审批')).toBeTruthy()
  expect(await bell('通知 · 1 条未读')).toBeTruthy()

  await user.click(within(panel).getByRole('button', { name: '全部标为已读' }))
  expect(await bell('通知')).toBeTruthy()
  await user.click(within(panel).getByRole('button', { name: '清空' }))
  expect(await within(panel).findByText('暂无待办')).toBeTruthy()
})

test('shows who decided and why', async () => {
  await call(endpoints.tickets.approve, { ticketId: 1, decision: 'APPROVED', comment: '执照清晰' })
  console_.signIn('north.admin')
  const { user } = await console_.open(path, table)
  await user.click(await bell('通知 · 1 条未读'))
  const panel = await screen.findByRole('dialog', { name: '通知' })
  expect(await within(panel).findByText(/北方牲畜托管公司/)).toBeTruthy()
  expect(within(panel).getByText('执照清晰')).toBeTruthy()
})
