import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('platform')

test('shows failed sign-ins with place and reason', async () => {
  const body = JSON.stringify({ type: 'account', userName: 'nobody.here', password: 'Wrong2026x' })
  await fetch('/collateral/common/auth/login/user', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  await console_.open('/dashboard/security-log?name=nobody.here')
  const row = await screen.findByRole('row', { name: /nobody\.here/ })
  expect(within(row).getByText('登录失败')).toBeTruthy()
  expect(row.textContent).toContain('127.0.0.1')
  expect(await within(row).findByText('用户名或密码错误。')).toBeTruthy()
})

test('names sign-in methods, session ends, limits and calls', { tags: 'long' }, async () => {
  const { token } = console_.server.logins['otgon'] ?? {}
  const ask = (path: string, body: object) =>
    fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-auth-token': token ?? '',
        'x-auth-timestamp': String(Date.now()),
      },
      body: JSON.stringify(body),
    })
  await ask('/collateral/web/securityEvent/list', {})
  await ask('/collateral/common/auth/logout', {})
  for (let i = 0; i < 21; i++) await ask('/collateral/common/display/code', {})
  await console_.open('/dashboard/security-log')
  const details = async (kind: string) =>
    (await screen.findAllByRole('row', { name: new RegExp(kind) }))[0]?.textContent
  expect(await details('登录结束')).toContain('主动退出')
  expect(await details('尝试次数过多')).toContain('大屏配对')
  expect(await details('拒绝访问')).toContain('POST /collateral/web/securityEvent/list')
})
