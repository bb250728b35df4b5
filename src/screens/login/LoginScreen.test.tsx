import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { screens, type Screen } from '../../routes.tsx'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole()
afterEach(() => console_.reset())
afterAll(() => console_.close())

const wall = '/dashboard/animal-monitor/monitor'
const table: Screen[] = screens.map((each) =>
  each.path === wall ? { ...each, load: async () => ({ Component: () => <p>the wall</p> }) } : each,
)

async function fillIn(user: Awaited<ReturnType<typeof console_.open>>['user'], userName: string, password: string) {
  await user.type(await screen.findByLabelText('用户名'), userName)
  await user.type(screen.getByLabelText('密码'), password)
  await user.click(screen.getByRole('button', { name: /登\s*录/ }))
}

test('signs in and lands on the page of the role', async () => {
  const { user, path } = await console_.open('/user/login', table)
  await fillIn(user, 'pm', 'Demo2026')
  expect(await screen.findByText('the wall')).toBeTruthy()
  expect(path()).toBe(wall)
  expect(localStorage.getItem('loginToken')).toBe('mock-pm')
  expect(localStorage.getItem('authority')).toBe('["SUPERVISOR_PM"]')
})

test('says that the name or the password is wrong, without leaving', async () => {
  const { user, path } = await console_.open('/user/login', table)
  await fillIn(user, 'pm', 'Wrong2026')
  expect(await screen.findByText('账户或密码错误')).toBeTruthy()
  expect(path()).toBe('/user/login')
})

test('asks for what is missing', async () => {
  const { user } = await console_.open('/user/login', table)
  await user.click(await screen.findByRole('button', { name: /登\s*录/ }))
  expect(await screen.findByText('请输入用户名!')).toBeTruthy()
  expect(await screen.findByText('请输入密码！')).toBeTruthy()
})

test('says that the server cannot be reached', async () => {
  console_.server.use(http.post(`*${endpoints.auth.login.path}`, () => HttpResponse.error()))
  const { user } = await console_.open('/user/login', table)
  await fillIn(user, 'pm', 'Demo2026')
  expect(await screen.findByText('您的网络发生异常，无法连接服务器')).toBeTruthy()
})

test('goes back to where the person was', async () => {
  const { user, path } = await console_.open(`/user/login?redirect=${encodeURIComponent(`${wall}?farm=2`)}`, table)
  await fillIn(user, 'pm', 'Demo2026')
  await waitFor(() => expect(path()).toBe(`${wall}?farm=2`))
})
