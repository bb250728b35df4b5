import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { bypass, http, HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('platform')

const path = '/dashboard/approvals'

test('shows an open ticket and what it changes', async () => {
  const { user } = await console_.open(path)
  const row = await screen.findByRole('row', { name: /北方牲畜托管公司/ })
  expect(within(row).getByText('待审批')).toBeTruthy()
  expect(within(row).getByText('待我审批')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /巴音育肥场/ })).getByText('已驳回')).toBeTruthy()
  await user.click(within(row).getByText('北方牲畜托管公司', { selector: '[role=gridcell]:nth-child(2) *' }))
  const changes = await screen.findByRole('table', { name: '变更内容' })
  expect(within(changes).getByRole('row', { name: /机构类型 监管机构/ })).toBeTruthy()
  expect(within(changes).getByRole('row', { name: /统一社会信用代码 9115/ })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '审批进度' })).getByText(/平台管理员/)).toBeTruthy()
})

test('marks cards that await the user on a phone', { tags: 'long' }, async () => {
  const wide = window.matchMedia.bind(window)
  const media = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.defineProperty(wide(query), 'matches', { value: query.includes('max-width') }),
    )
  await console_.open(path)
  const [, state, forReader] = within(await screen.findByRole('row', { name: /北方牲畜托管公司/ }))
    .getAllByRole('gridcell')
    .filter(({ textContent }) => textContent !== '')
  expect([state?.textContent, forReader?.textContent]).toEqual(['待审批', '待我审批'])
  expect(within(screen.getByRole('row', { name: /巴音育肥场/ })).queryByText('待我审批')).toBeNull()
  media.mockRestore()
})

test('requires a reason to reject, and decides once', async () => {
  const { user } = await console_.open(`${path}?open=1`)
  const panel = within(await screen.findByRole('region', { name: '审批决定' }))
  await user.click(panel.getByRole('button', { name: '驳回' }))
  expect(panel.getByRole('alert').textContent).toContain('请填写驳回原因')
  expect(document.activeElement).toBe(panel.getByRole('textbox', { name: '审批意见（驳回时必填）' }))

  await user.type(panel.getByRole('textbox', { name: '审批意见（驳回时必填）' }), '执照清晰')
  await user.click(panel.getByRole('button', { name: '通过' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '审批决定' })).toBeNull())
  expect(within(screen.getByRole('region', { name: '审批进度' })).getByText('执照清晰')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /北方牲畜托管公司.*已通过/ })).toBeTruthy()
})

test('keeps comments of a ticket and shows its deadline', async () => {
  const { user } = await console_.open(`${path}?open=1`)
  const talk = within(await screen.findByRole('region', { name: '评论' }))
  expect(talk.getByRole<HTMLButtonElement>('button', { name: /发\s*表/ }).disabled).toBe(true)
  await user.type(talk.getByRole('textbox'), '请补充执照')
  await user.click(talk.getByRole('button', { name: /发\s*表/ }))
  expect(await talk.findByText('请补充执照', { selector: 'q' })).toBeTruthy()
  expect(talk.getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
  const { urgency } = await console_.callAs('platform', endpoints.tickets.details, { ticketId: 1 })
  expect(urgency).toBeNull()
})

test('explains what a stand-in needs when nobody qualifies', { tags: 'long' }, async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '外出代理' }))
  const dialog = within(await screen.findByRole('dialog', { name: '外出代理' }))
  expect(await dialog.findByText(/贵机构没有其他相同角色的用户/)).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: '指定代理人' }).disabled).toBe(true)
})

test('lets a named stand-in decide and shows it', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const colleague = {
    userName: 'sarnai',
    displayName: '萨仁',
    role: 'ADMIN_BANK',
    telephone: '13800007777',
    email: 'sarnai@example.com',
    organisationId: 2,
  } as const
  await console_.callAs('platform', endpoints.users.addOrEdit, colleague)
  const { version } = await console_.callAs('pm', endpoints.projects.detail, { id: 3 })
  const { openTicketId } = await console_.callAs('pm', endpoints.projects.askToClose, {
    id: 3,
    version,
    reason: '贷款已还清',
  })

  console_.signIn('bank')
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '外出代理' }))
  const absences = within(await screen.findByRole('dialog', { name: '外出代理' }))
  await absences.findByText('目前无人外出。')
  await user.click(absences.getByRole('button', { name: '指定代理人' }))
  await user.click(await screen.findByRole('combobox', { name: '代理人' }))
  await user.click(await screen.findByText('萨仁', { selector: '.ant-select-item-option-content' }))
  const minute = (at: number) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T')
  const now = Date.now()
  fireEvent.change(screen.getByLabelText(/外出自/), { target: { value: minute(now - 3_600_000) } })
  fireEvent.change(screen.getByLabelText(/外出至/), { target: { value: minute(now + 86_400_000) } })
  await user.click(screen.getByRole('button', { name: /^指\s*定$/ }))
  const absence = within(await absences.findByRole('listitem'))
  expect(absence.getByText(/萨仁 代 银行负责人 审批/)).toBeTruthy()
  expect(absence.getByText('进行中')).toBeTruthy()
  expect(absence.getByRole('button', { name: '立即结束' })).toBeTruthy()

  console_.reset()
  await console_.signInBySms(colleague.telephone)
  const { user: standIn } = await console_.open(`${path}?open=${openTicketId}`)
  const panel = within(await screen.findByRole('region', { name: '审批决定' }))
  expect(panel.getByRole('combobox', { name: '代审批' }).closest('.ant-select')?.textContent).toContain('银行负责人')
  await standIn.click(panel.getByRole('radio', { name: /全部还清/ }))
  await standIn.click(panel.getByRole('button', { name: '通过' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '审批决定' })).toBeNull())
  expect(within(screen.getByRole('region', { name: '审批进度' })).getByText('代 银行负责人')).toBeTruthy()
})

test.each([
  ['SOON', '即将到期'],
  ['OVERDUE', '已逾期'],
  ['NORMAL', '未到期'],
] as const)('shows the deadline of a ticket as %s', async (urgency, words) => {
  // By the server's own clock, which a test does not move: everything else is its answer.
  console_.faults.use(
    http.post(`*${endpoints.tickets.list.path}`, async ({ request }) => {
      const answer = (await (await fetch(bypass(request))).json()) as {
        data: { list: { ticketId: number; urgency: string | null }[] }
      }
      const list = answer.data.list.map((ticket) => (ticket.urgency === null ? ticket : { ...ticket, urgency }))
      return HttpResponse.json({ ...answer, data: { ...answer.data, list } })
    }),
  )
  await console_
    .callAs('pm', endpoints.alertRules.request, {
      kind: 'LEFT_PEN',
      farmId: 1,
      parameters: { bufferMetres: 1 },
      reason: '加强',
    })
    .catch(() => undefined)
  console_.signIn('supervisor')
  await console_.open(path)
  const row = await screen.findByRole('row', { name: /规则变更/ })
  expect(within(row).getByText(words)).toBeTruthy()
})

test('links a ticket to its organisation', async () => {
  const { user, path: at } = await console_.open(`${path}?open=1`)
  await user.click(await screen.findByRole('link', { name: '北方牲畜托管公司' }))
  await waitFor(() => expect(at()).toBe('/dashboard/profiles/org?open=7'))
  expect(await screen.findByRole('dialog', { name: '北方牲畜托管公司' })).toBeTruthy()
})

test('opens the next open ticket after a decision', { tags: 'long' }, async () => {
  await console_.renew()
  console_.signIn('platform')
  // Another one that waits: a registration whose address is confirmed.
  await console_.callAs('platform', endpoints.auth.sendActivation, { email: 'xilin.admin@example.com' })
  await waitFor(async () => expect(await console_.messages()).toHaveLength(1))
  const token = /\/user\/activate#(\S+)/.exec((await console_.messages())[0]?.text ?? '')?.[1] ?? ''
  await console_.callAs('platform', endpoints.auth.activate, { token })
  const {
    list: [newest],
  } = await console_.callAs('platform', endpoints.tickets.list, {
    current: 1,
    pageSize: 1,
    sort: { field: 'raisedAt', order: 'desc' },
  })
  expect(newest).toMatchObject({ subjectName: '西林牧场', canDecide: true })

  const { user, path: at } = await console_.open(`${path}?open=${newest?.ticketId}`)
  const comment = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: '审批意见（驳回时必填）' })
  await user.type(await comment(), '执照清晰')
  await user.click(screen.getByRole('button', { name: '通过' }))
  await waitFor(() => expect(at()).toBe(`${path}?open=1`))
  expect(await screen.findByRole('link', { name: '北方牲畜托管公司' })).toBeTruthy()
  expect((await comment()).value).toBe('')
  // The last one that waits stays open, decided.
  await user.click(screen.getByRole('button', { name: '通过' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '审批决定' })).toBeNull())
  expect(at()).toBe(`${path}?open=1`)
})

test('hides a ticket of other parties', async () => {
  await console_.open(`${path}?open=4711`)
  expect(await screen.findByText('加载失败')).toBeTruthy()
})
