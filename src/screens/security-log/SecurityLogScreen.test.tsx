import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = await openTestConsole('platform')

test('shows who failed to sign in, from where and why', async () => {
  const body = JSON.stringify({ type: 'account', userName: 'nobody.here', password: 'Wrong2026x' })
  await fetch('/collateral/common/auth/login/user', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await console_.open('/dashboard/security-log?name=nobody.here')
  const row = await screen.findByRole('row', { name: /nobody\.here/ })
  expect(within(row).getByText('登录失败')).toBeTruthy()
  expect(row.textContent).toContain('127.0.0.1')
  expect(row.textContent).toContain('BAD_CREDENTIALS')
})
