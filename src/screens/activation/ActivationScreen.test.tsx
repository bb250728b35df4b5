import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole()

async function mailedLink(): Promise<string> {
  const [message] = await console_.messages()
  return /\/user\/activate#\S+/.exec(message?.text ?? '')?.[0] ?? ''
}

test('retries the same link and rejects a used one', async () => {
  await call(endpoints.auth.sendActivation, { email: 'xilin.admin@example.com' })
  await waitFor(async () => expect(await console_.messages()).toHaveLength(1))
  const link = await mailedLink()
  console_.faults.use(http.post(`*${endpoints.auth.activate.path}`, () => HttpResponse.error(), { once: true }))
  const first = await console_.open(link)
  expect(await screen.findByText('您的网络发生异常，无法连接服务器')).toBeTruthy()
  await first.user.click(screen.getByRole('button', { name: /重\s*试/ }))
  expect(await screen.findByText('西林牧场 的注册已提交平台审批，审批通过后即可登录。')).toBeTruthy()
  first.unmount()

  const { user, path } = await console_.open(link)
  expect(await screen.findByText('链接已失效或已使用过。如果账号已激活，可直接登录。')).toBeTruthy()
  expect(path()).toBe('/user/activate')
  await user.type(screen.getByLabelText('邮箱'), 'a@example.com{Enter}')
  expect(await screen.findByText('如果该邮箱有待激活的账号，激活邮件已重新发送。')).toBeTruthy()
})

test('asks for an address when there is no link', async () => {
  await console_.open('/user/activate')
  expect(await screen.findByRole('button', { name: '重新发送激活邮件' })).toBeTruthy()
})
