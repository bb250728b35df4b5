import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { exportOf } from '#contract/calls/exports.ts'
import { catalogue } from './api/testCatalogue.ts'
import { useSession } from './api/session.ts'
import { openTestConsole } from './testConsole.tsx'

const console_ = openTestConsole('platform')

/** Answers a path with a status and what a proxy says with it, as the server would not. */
function answer(path: string, status: number): void {
  const body = status === 204 ? null : '<html>a proxy’s own page</html>'
  console_.faults.use(
    http.all(`*${path}`, () => new HttpResponse(body, { status, headers: { 'content-type': 'text/html' } })),
  )
}
/** Finds the words of a status: they begin so, and a refusal by a success goes on. */
const said = (status: number, sentence: string) =>
  screen.findByText((words) => words.startsWith(`请求错误 ${status}：${sentence}`))
/** A reader without a session finds it at the login. */
const endsSession = 401
const others = catalogue.filter(([status]) => status !== endsSession)

/** The session ends, the login says so, and there is no notification. */
async function expectLogin(path: () => string) {
  await waitFor(() => expect(path()).toMatch(/^\/user\/login\?redirect=/))
  expect(await screen.findByText('登录已失效，请重新登录。')).toBeTruthy()
  expect(screen.queryByText(/请求错误/)).toBeNull()
}

const users = '/dashboard/profiles/user'

test('shows every status of a failed list', { tags: 'long' }, async () => {
  answer(endpoints.users.list.path, 500)
  const { user, path } = await console_.open(users)
  for (const [status, sentence] of others) {
    answer(endpoints.users.list.path, status)
    await user.click(await screen.findByRole('button', { name: /重试/ }))
    expect(await said(status, sentence)).toBeTruthy()
  }
  answer(endpoints.users.list.path, endsSession)
  await user.click(screen.getByRole('button', { name: /重试/ }))
  await expectLogin(path)
})

test('shows every status of a failed save', { tags: 'long' }, async () => {
  const { user, path } = await console_.open(`${users}?open=8`)
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  await user.type(await screen.findByRole('textbox', { name: /姓名/ }), '一')
  for (const [status, sentence] of others) {
    answer(endpoints.users.addOrEdit.path, status)
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await said(status, sentence)).toBeTruthy()
  }
  answer(endpoints.users.addOrEdit.path, endsSession)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await expectLogin(path)
})

test('shows every status of a failed sign-in', async () => {
  useSession.setState({ session: null, endedBy: null })
  const { user, path } = await console_.open('/user/login')
  await user.type(await screen.findByLabelText('用户名'), 'pm')
  await user.type(screen.getByLabelText('密码'), 'Demo2026')
  for (const [status, sentence] of catalogue) {
    answer(endpoints.auth.login.path, status)
    await user.click(screen.getByRole('button', { name: /登\s*录/ }))
    expect(await said(status, sentence)).toBeTruthy()
  }
  expect(path()).toBe('/user/login')
})

test('shows every status of a failed export', { tags: 'long' }, async () => {
  const address = exportOf(endpoints.users.list)?.path ?? ''
  const { user, path } = await console_.open(users)
  const begin = async () => {
    await user.click(await screen.findByRole('button', { name: '导出 14 行' }))
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  }
  for (const [status, sentence] of others) {
    answer(address, status)
    await begin()
    const title = await screen.findByText(`请求错误 ${status}：${address}`)
    expect(title.parentElement?.textContent).toContain(sentence)
  }
  expect(screen.queryByText(/已导出/)).toBeNull()
  answer(address, endsSession)
  await begin()
  await waitFor(() => expect(path()).toMatch(/^\/user\/login\?redirect=/))
})
