import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Screen } from './navigation/screen.ts'
import { openTestConsole } from './testConsole.tsx'

const console_ = openTestConsole(undefined, { hasShell: true })

const monitor = '/dashboard/animal-monitor/monitor'
const table: Screen[] = [
  {
    path: '/user/login',
    titleId: 'login.title',
    icon: 'login',
    roles: 'open',
    load: async () => ({ Component: () => <p>the login</p> }),
  },
  {
    path: monitor,
    titleId: 'monitor.title',
    icon: 'monitor',
    roles: ['SUPERVISOR_PM', 'OTHERS'],
    wall: true,
    load: async () => ({ Component: () => <p>the wall</p> }),
  },
]

/** Signs in somebody whose role has no screen, as nobody's of the scene. */
async function signInHerder(telephone: string) {
  const herder = {
    userName: telephone,
    displayName: '牧民',
    role: 'BORROWER_USER',
    telephone,
    email: `${telephone}@example.com`,
    organisationId: 5,
  } as const
  await console_.callAs('platform', endpoints.users.addOrEdit, herder)
  await console_.signInBySms(telephone)
}

describe('the guard', () => {
  test('leads to the login without a session and returns', async () => {
    const { path } = await console_.open(`${monitor}?a=1`, table)
    expect(await screen.findByText('the login')).toBeTruthy()
    expect(path()).toBe(`/user/login?redirect=${encodeURIComponent(`${monitor}?a=1`)}`)
    await waitFor(() => expect(document.title).toBe('登录 · Drover 质押物管理后台'))
  })

  test('opens the page to its roles and sets the title', async () => {
    console_.signIn('pm')
    await console_.open(monitor, table)
    expect(await screen.findByText('the wall')).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('云端监管平台 · Drover'))
  })

  test('shows other roles the 403 result', async () => {
    console_.signIn('platform')
    await console_.open(monitor, table)
    expect(await screen.findByText('抱歉，您无权访问此页面。')).toBeTruthy()
    await waitFor(() => expect(document.title).toBe('403 · Drover'))
  })

  test('keeps the requested page when signing out of a 403', async () => {
    console_.signIn('otgon')
    const { user, path, go } = await console_.open(`${monitor}?a=1`, table)
    await user.click(await screen.findByRole('button', { name: '退出登录' }))
    await waitFor(() => expect(path()).toBe(`/user/login?redirect=${encodeURIComponent(`${monitor}?a=1`)}`))
    console_.signIn('naran')
    await go('/no/such/page?b=2')
    await user.click(await screen.findByRole('button', { name: '退出登录' }))
    await waitFor(() => expect(path()).toBe(`/user/login?redirect=${encodeURIComponent('/no/such/page?b=2')}`))
  })

  test('explains a role without screens at every address', async () => {
    await signInHerder('13800007701')
    await console_.open(monitor, table)
    expect(await screen.findByText(/您的角色暂无可用页面/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '退出登录' })).toBeTruthy()
  })
})

test.each(['/', '/dashboard'])('leads from %s to the role’s landing page', async (from) => {
  console_.signIn('pm')
  const { path } = await console_.open(from, table)
  expect(await screen.findByText('the wall')).toBeTruthy()
  expect(path()).toBe(monitor)
})

test('lets a role without screens sign out', async () => {
  await signInHerder('13800007702')
  const { user, path } = await console_.open('/', table)
  expect(await screen.findByText(/您的角色暂无可用页面/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '退出登录' }))
  expect(await screen.findByText('the login')).toBeTruthy()
  expect(path()).toBe('/user/login')
})

test('reports an unknown address', async () => {
  await console_.open('/no/such/page', table)
  expect(await screen.findByText('抱歉，您访问的页面不存在。')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('404 · Drover'))
})
