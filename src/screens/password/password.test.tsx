import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole()

async function newestLink(): Promise<string> {
  const [message] = await console_.messages()
  return /\/user\/[\w-]+#\S+/.exec(message?.text ?? '')?.[0] ?? ''
}

test('resets a forgotten password once by the mailed link', async () => {
  // The person who started the server has opened its outbox in this browser before.
  localStorage.setItem('outboxKey', console_.server.outboxKey)
  const asking = await console_.open('/user/forgot-password')
  await asking.user.click(await screen.findByRole('button', { name: '发送链接' }))
  expect(await screen.findByText('请输入邮箱地址')).toBeTruthy()
  await asking.user.type(screen.getByLabelText('邮箱'), 'pm@example.com{Enter}')
  expect(await screen.findByText('如果 pm@example.com 是某个账号的邮箱，设置新密码的链接已经发出。')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: '查看邮箱' }).getAttribute('href')).toBe(
      '/outbox?recipient=pm%40example.com',
    ),
  )
  asking.unmount()

  const link = await newestLink()
  const { user, path, unmount } = await console_.open(link)
  await user.type(await screen.findByLabelText('新密码'), 'Fresh2026')
  expect(path()).toBe('/user/reset-password')
  await user.type(screen.getByLabelText('确认密码'), 'Fresh2027{Enter}')
  expect(await screen.findByText('两次输入的密码不匹配')).toBeTruthy()
  await user.clear(screen.getByLabelText('确认密码'))
  await user.type(screen.getByLabelText('确认密码'), 'Fresh2026{Enter}')
  expect(await screen.findByText('现在可以用用户名 pm 和新密码登录。')).toBeTruthy()
  unmount()

  const again = await console_.open(link)
  await again.user.type(await screen.findByLabelText('新密码'), 'Fresh2028')
  await again.user.type(screen.getByLabelText('确认密码'), 'Fresh2028{Enter}')
  expect(await screen.findByText('链接已失效或已使用过，请重新获取。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '重新获取链接' }).getAttribute('href')).toBe('/user/forgot-password')
})

test('answers an unknown address alike and sends nothing', async () => {
  const { user } = await console_.open('/user/forgot-password')
  const before = await newestLink()
  await user.type(await screen.findByLabelText('邮箱'), 'nobody@example.com{Enter}')
  expect(await screen.findByText(/如果 nobody@example.com 是某个账号的邮箱/)).toBeTruthy()
  expect(await newestLink()).toBe(before)
})

test('rejects a common password', async () => {
  await call(endpoints.auth.forgotPassword, { email: 'bank@example.com' })
  await waitFor(async () => expect((await console_.messages())[0]?.recipient).toBe('bank@example.com'))
  const { user } = await console_.open(await newestLink())
  await user.type(await screen.findByLabelText('新密码'), 'Passw0rd')
  await user.type(screen.getByLabelText('确认密码'), 'Passw0rd{Enter}')
  expect(await screen.findByText('密码过于常见，容易被猜到，请更换')).toBeTruthy()
})

test('offers to request a link without one', async () => {
  await console_.open('/user/reset-password')
  expect(await screen.findByRole('link', { name: '重新获取链接' })).toBeTruthy()
})
