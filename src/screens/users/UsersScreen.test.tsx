import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('platform')

const path = '/dashboard/profiles/user'

test('filters by an organisation found by name', async () => {
  const { user, path: at } = await console_.open(path)
  await screen.findByText('苏日娜')
  await user.click(within(screen.getByRole('search')).getByRole('button', { name: '所属机构' }))
  const dialog = await screen.findByRole('dialog', { name: '所属机构' })
  await user.type(within(dialog).getByRole('textbox', { name: '输入名称搜索' }), '草原银行')
  await waitFor(() => expect(within(dialog).queryByRole('button', { name: '锡盟活畜监管公司' })).toBeNull())
  await user.click(await within(dialog).findByRole('button', { name: '锡林浩特草原银行' }))
  await waitFor(() => expect(at()).toBe(`${path}?organisationId=2`))
  await waitFor(() => expect(screen.queryByText('苏日娜')).toBeNull())
  expect(screen.getByRole('button', { name: /^所属机构 ?锡林浩特草原银行$/ })).toBeTruthy()
})

test('shows the organisation’s name for an address with its id', async () => {
  await console_.open(`${path}?organisationId=5`)
  expect(await screen.findByRole('button', { name: /^所属机构 ?乌兰牧业公司$/ })).toBeTruthy()
})

test('resets passwords after a confirmation', async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '对 苏日娜（pm） 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '重置密码' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('密码立即作废')
  expect(await console_.messages()).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: '重置密码' }))
  expect(await screen.findByText('已重置密码：苏日娜（pm）')).toBeTruthy()
  expect(await console_.messages()).toMatchObject([{ recipient: 'pm@example.com' }])
})

test('offers to remove a second factor only where it exists', async () => {
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '对 苏日娜（pm） 的操作' }))
  expect(await screen.findByRole('menuitem', { name: '停用' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: '关闭两步验证' })).toBeNull()
})

test('shows account state, organisation and history in the details', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  await console_.callAs('platform', endpoints.users.setStatus, { ids: [3], status: 'DISABLED', reason: '休假' })
  const { user } = await console_.open(`${path}?name=otgon&open=3`)
  const details = within(await screen.findByRole('dialog', { name: '苏日娜（pm）' }))
  const said = async (label: string) =>
    (await details.findByText(label, { selector: 'dt' })).nextElementSibling?.textContent
  expect(await said('状态')).toBe('已停用')
  expect(await said('两步验证')).toBe('否')
  expect(await said('最近使用')).toMatch(/^\d{4}\/|^–|^—/)
  expect((await details.findByRole('link', { name: '锡盟活畜监管公司' })).getAttribute('href')).toBe(
    '/dashboard/profiles/org?open=3',
  )
  await user.click(details.getByText('变更记录'))
  expect(await details.findByText('休假')).toBeTruthy()
  await user.click(details.getByRole('button', { name: '启用' }))
  const reason = await screen.findByRole('textbox', { name: '原因（记入审计日志）' })
  await user.type(reason, '回来了')
  await user.click(
    within(reason.closest<HTMLElement>('[role=dialog]') ?? document.body).getByRole('button', { name: '启用' }),
  )
  await waitFor(async () => expect(await said('状态')).toBe('正常'))
  expect(await details.findByText('回来了')).toBeTruthy()
})

test('retries a history that failed to load', { tags: 'long' }, async () => {
  console_.faults.use(http.post(`*${endpoints.users.history.path.replace('{id}', ':id')}`, () => HttpResponse.error()))
  const { user } = await console_.open(`${path}?name=otgon&open=3`)
  const details = within(await screen.findByRole('dialog', { name: '苏日娜（pm）' }))
  await user.click(await details.findByText('变更记录'))
  expect((await details.findByRole('alert')).textContent).toContain('您的网络发生异常，无法连接服务器')
  console_.faults.resetHandlers()
  await user.click(details.getByRole('button', { name: /重\s*试/ }))
  expect(await details.findByText('暂无变更记录')).toBeTruthy()
})

test('shows changes of other users without a reload', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  await console_.open(path)
  await screen.findByText('14 个用户')
  const person = {
    userName: 'sarnai',
    displayName: '萨仁',
    role: 'SUPERVISOR_USER',
    telephone: '13800007777',
    email: 'sarnai@example.com',
  } as const
  const { id } = await console_.callAs('supervisor', endpoints.users.addOrEdit, person)
  expect(await screen.findByRole('row', { name: /萨仁.*已邀请/ })).toBeTruthy()
  expect(screen.getByText('15 个用户')).toBeTruthy()
  await console_.callAs('supervisor', endpoints.users.setStatus, { ids: [id], status: 'DISABLED', reason: '离职' })
  expect(await screen.findByRole('row', { name: /萨仁.*已停用/ })).toBeTruthy()
})

test('invites a pending user again or cancels', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const person = {
    userName: 'sarnai',
    displayName: '萨仁',
    role: 'SUPERVISOR_USER',
    telephone: '13800007777',
    email: 'sarnai@example.com',
  } as const
  const { id } = await console_.callAs('supervisor', endpoints.users.addOrEdit, person)
  const { user } = await console_.open(`${path}?status=INVITED&open=${id}`)
  const details = within(await screen.findByRole('dialog', { name: '萨仁（sarnai）' }))
  expect((await details.findByText('状态', { selector: 'dt' })).nextElementSibling?.textContent).toBe('已邀请')
  expect(details.queryByRole('button', { name: '重置密码' })).toBeNull()
  const act = async (name: string, says: RegExp) => {
    await user.click(await details.findByRole('button', { name }))
    const words = await screen.findByText(says)
    await user.click(within(words.closest<HTMLElement>('[role=dialog]') ?? document.body).getByRole('button', { name }))
  }
  await act('重新发送邀请', /之前发送的链接作废/)
  expect(await screen.findByText('已重新发送邀请：萨仁（sarnai）')).toBeTruthy()
  expect((await console_.messages()).map(({ recipient }) => recipient)).toEqual([
    'sarnai@example.com',
    'sarnai@example.com',
  ])
  await act('撤销邀请', /账号将被删除/)
  expect(await screen.findByText('已撤销邀请：萨仁（sarnai）')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('row', { name: /萨仁/ })).toBeNull())
})

test('does not count rows of an earlier answer', async () => {
  const { go } = await console_.open(path)
  expect(await screen.findByText('14 个用户')).toBeTruthy()
  const failure = { success: false, error: { code: 'UNAVAILABLE', message: '暂时不可用' } }
  console_.faults.use(http.post(`*${endpoints.users.list.path}`, () => HttpResponse.json(failure, { status: 503 })))
  await go(`${path}?status=DISABLED`)
  expect(await screen.findByText('列表加载失败')).toBeTruthy()
  expect(screen.getByText('请求错误 503：服务不可用，服务器暂时过载或维护。暂时不可用')).toBeTruthy()
  expect(screen.queryByText(/14 个用户/)).toBeNull()
  expect(screen.queryByText(/\/ 14/)).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /导出/ }).disabled).toBe(true)
})

test.each([
  [502, '请求错误 502：网关错误。'],
  [503, '请求错误 503：服务不可用，服务器暂时过载或维护。'],
  [504, '请求错误 504：网关超时。'],
])('explains a status %i of a proxy', async (status, words) => {
  console_.faults.use(http.post(`*${endpoints.users.list.path}`, () => new HttpResponse('<html>', { status })))
  await console_.open(path)
  expect(await screen.findByText((said) => said.endsWith(words))).toBeTruthy()
})
