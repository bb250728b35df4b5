import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { http, passthrough } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('pm')

const projects = '/dashboard/projects'
const draft = {
  id: 0,
  code: 'XM-9',
  name: '秋季贷款',
  loanAmount: '100',
  contractHeadcount: 2,
  startsOn: '2026-05-01',
  endsOn: '2027-04-30',
}
const textOf = (name: RegExp) => screen.findByRole('textbox', { name })
async function fillTerms(user: UserEvent): Promise<void> {
  await user.type(await textOf(/项目编号/), draft.code)
  await user.type(await textOf(/项目名称/), draft.name)
  await user.type(screen.getByRole('spinbutton', { name: /贷款金额/ }), '4100000')
  await user.type(screen.getByRole('spinbutton', { name: /合同头数/ }), '240')
  for (const [name, day] of [
    [/开始日期/, draft.startsOn],
    [/结束日期/, draft.endsOn],
  ] as const)
    fireEvent.change(screen.getByLabelText(name), { target: { value: day } })
}

test('lists the organisation’s projects and opens one', async () => {
  const { user, path } = await console_.open(projects)
  const row = await screen.findByRole('row', { name: /XM-2026-004/ })
  expect(row.textContent).toMatch(/进行中.*锡林浩特草原银行.*¥6,800,000\.00/)
  await user.click(within(row).getByText('XM-2026-004'))
  await user.click(await screen.findByRole('link', { name: '打开项目详情' }))
  await waitFor(() => expect(path()).toMatch(/^\/dashboard\/project\/info\/\d+$/))
  expect(await screen.findByRole('heading', { level: 1, name: /XM-2026-004 锡林浩特活牛质押贷款/ })).toBeTruthy()
  expect(await screen.findByRole('link', { name: '敖包牧场' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '申请结清' })).toBeTruthy()
})

test('saves a draft and lists what it lacks on submission', async () => {
  onTestFinished(() => console_.renew())
  const { user, path } = await console_.open('/dashboard/project/form')
  await fillTerms(user)
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(path()).toMatch(/^\/dashboard\/project\/info\/\d+$/))
  expect(await screen.findByRole('heading', { level: 1, name: 'XM-9 秋季贷款' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '提交审批' }))
  const dialog = within(await screen.findByRole('dialog', { name: '提交审批' }))
  await user.click(dialog.getByRole('button', { name: '提交审批' }))
  expect(await dialog.findByText('提交前请补全：质权人、出质人、质押物所在养殖场、质押物')).toBeTruthy()
})

test('sends party users with the names they were found by', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const sent: { bankUsers?: object[] }[] = []
  console_.faults.use(
    http.post('*/collateral/common/project/0/edit', async ({ request }) => {
      sent.push((await request.clone().json()) as (typeof sent)[number])
      return passthrough()
    }),
  )
  const { user } = await console_.open('/dashboard/project/form')
  const choose = async (name: RegExp, words: string, choice: string) => {
    await user.type(await screen.findByRole('combobox', { name }), words)
    await user.click(await screen.findByText(choice, { selector: '.ant-select-item-option-content' }))
  }
  await fillTerms(user)
  await choose(/^质权人$/, '锡林浩特草原银行', '锡林浩特草原银行')
  await choose(/质权人项目人员/, 'bankuser', '银行客户经理')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(sent).toMatchObject([{ bankUsers: [{ id: expect.any(Number), userName: 'bankuser' }] }]))
})

test('shows history and tickets, and hides drafts from the bank', { tags: 'long' }, async () => {
  const { id } = await console_.callAs('pm', endpoints.projects.addOrEdit, draft)
  const { user } = await console_.open(`/dashboard/project/info/${id}`)
  await user.click(await screen.findByRole('tab', { name: '历史' }))
  expect(await screen.findByText('新增')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: '审批' }))
  expect(await screen.findByText('暂无审批。可在本页或牲畜列表中提交申请。')).toBeTruthy()
  console_.signIn('bank')
  await console_.open(`/dashboard/project/info/${id}`)
  expect(await screen.findByText('加载失败')).toBeTruthy()
  expect(screen.getByText(/记录不存在/)).toBeTruthy()
})
