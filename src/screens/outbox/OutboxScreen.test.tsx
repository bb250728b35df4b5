import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterAll, afterEach, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = await openTestConsole()
afterEach(() => console_.reset())
afterAll(() => console_.close())

const messages = [
  { id: 2, kind: 'MAIL', at: '2026-05-01T03:04:05.000Z', recipient: 'a@example.com', subject: '激活', text: '请打开 http://localhost/user/activate#abc。' },
  { id: 1, kind: 'SMS', at: '2026-05-01T03:04:04.000Z', recipient: '+8613900000000', subject: '', text: '您的验证码是 482913，5 分钟内有效。' },
]

test('shows the newest first; links can be followed, codes copied, and a recipient chosen, in the address', async () => {
  console_.faults.use(
    http.get(`*${endpoints.outbox.list.path}`, ({ request }) => {
      const recipient = new URL(request.url).searchParams.get('recipient') ?? ''
      return HttpResponse.json({ success: true, data: { list: messages.filter((each) => each.recipient.includes(recipient)) } })
    }),
  )
  const { user, path } = await console_.open('/outbox')
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringContaining('a@example.com'), expect.stringContaining('+8613900000000')])
  expect(screen.getByText(/没有配置邮件或短信服务/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'http://localhost/user/activate#abc' }).getAttribute('href')).toBe('http://localhost/user/activate#abc')
  expect(screen.getByRole('button', { name: '复制' })).toBeTruthy()
  await user.type(screen.getByLabelText('收件人'), '+86139')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(path()).toBe('/outbox?recipient=%2B86139')
  await user.type(screen.getByLabelText('收件人'), 'x')
  expect(await screen.findByText('没有发给“+86139x”的消息')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '显示全部' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
})

test('with a provider there is no such page', async () => {
  console_.faults.use(
    http.get(`*${endpoints.outbox.list.path}`, () =>
      HttpResponse.json({ success: false, error: { code: 'NOT_FOUND', message: '' } }, { status: 404 }),
    ),
  )
  await console_.open('/outbox')
  expect(await screen.findByText('抱歉，您访问的页面不存在。')).toBeTruthy()
})
