import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole()
afterEach(() => {
  console_.reset()
  localStorage.removeItem('outboxKey')
})

test('lists newest messages first with links, codes and recipients', async () => {
  await call(endpoints.auth.sendSmsCode, { telephone: '13900000000', smsType: 'LOGIN' })
  await call(endpoints.auth.forgotPassword, { email: 'pm@example.com' })
  await waitFor(async () => expect(await console_.messages()).toHaveLength(2))
  const { user, path } = await console_.open(`/outbox#key=${console_.server.outboxKey}`)
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('pm@example.com'),
    expect.stringContaining('+8613900000000'),
  ])
  expect(screen.getByText(/未配置邮件或短信服务/)).toBeTruthy()
  const link = screen.getByRole('link', { name: /\/user\/reset-password#[\w-]{43}$/ })
  expect(link.getAttribute('href')).toBe(link.textContent)
  expect(screen.getByRole('button', { name: '复制' })).toBeTruthy()
  await user.type(screen.getByLabelText('收件人'), '+86139')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(path()).toBe('/outbox?recipient=%2B86139')
  await user.type(screen.getByLabelText('收件人'), 'x')
  expect(await screen.findByText('暂无发给“+86139x”的消息')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '显示全部' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
})

test('does not exist with a provider', async () => {
  console_.faults.use(
    http.post(`*${endpoints.outbox.list.path}`, () =>
      HttpResponse.json({ success: false, error: { code: 'NOT_FOUND', message: '' } }, { status: 404 }),
    ),
  )
  await console_.open('/outbox#key=any')
  expect(await screen.findByText('抱歉，您访问的页面不存在。')).toBeTruthy()
})

test('asks for the key and rejects a wrong one', async () => {
  const { user, unmount } = await console_.open('/outbox')
  await user.type(await screen.findByLabelText('发件箱密钥'), 'wrong{Enter}')
  expect(await screen.findByText('此密钥无法打开发件箱。')).toBeTruthy()
  await user.clear(screen.getByLabelText('发件箱密钥'))
  await user.type(screen.getByLabelText('发件箱密钥'), `${console_.server.outboxKey}{Enter}`)
  expect(await screen.findByText(/未配置邮件或短信服务/)).toBeTruthy()
  unmount()
  await console_.open('/outbox')
  expect(await screen.findByText(/未配置邮件或短信服务/)).toBeTruthy()
})
