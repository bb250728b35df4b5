import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../../api/call.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('supervisor')
const path = '/dashboard/animal-monitor/alert/channels'
const add = () =>
  call(endpoints.alertChannels.addOrEdit, {
    kind: 'WEBHOOK',
    name: '值班室',
    severities: ['CRITICAL'],
    language: 'zh-CN',
    isEnabled: true,
    address: 'http://127.0.0.1:9/hook',
    secret: 'a secret of the webhook',
  })

test('adds a channel and lists it without its address', async () => {
  onTestFinished(() => console_.renew())
  const { user } = await console_.open(path)
  await user.click((await screen.findAllByRole('button', { name: '添加渠道' }))[0]!)
  const form = within(await screen.findByRole('dialog'))
  await user.type(await form.findByRole('textbox', { name: '名称' }), '调度')
  const isNeeded = (label: RegExp) => form.getByLabelText(label).getAttribute('aria-required') === 'true'
  expect([isNeeded(/^地址/), isNeeded(/^签名密钥/)]).toEqual([true, true])
  await user.click(form.getByRole('button', { name: /保\s*存/ }))
  expect([await form.findByText('请填写地址'), await form.findByText('请填写签名密钥')]).toHaveLength(2)
  await user.type(form.getByRole('textbox', { name: /地址/ }), 'https://hooks.example.com/key')
  await user.type(form.getByLabelText(/签名密钥/), 'a secret of the webhook')
  await user.click(form.getByRole('button', { name: /保\s*存/ }))
  const row = await screen.findByRole('row', { name: /调度/ })
  expect(row.textContent).toMatch(/调度.*Webhook.*hooks\.example\.com.*紧急、重要.*是/)
  expect(document.body.textContent).not.toContain('/key')
})

test('tries a channel and shows the result', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { id } = await add()
  const { user } = await console_.open(`${path}?open=${id}`)
  await user.click(await screen.findByRole('button', { name: '发送测试' }))
  expect(await screen.findByText('测试消息发送失败：ADDRESS_REFUSED')).toBeTruthy()
})

test('restores a deleted channel', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { id } = await add()
  await call(endpoints.alertChannels.remove, { id })
  const { user } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '回收站' }))
  await user.click(await screen.findByRole('button', { name: '对 值班室 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '恢复' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /值班室/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: '返回列表' }))
  expect(await screen.findByRole('row', { name: /值班室/ })).toBeTruthy()
})

test('shows channels read-only to a project manager', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { id } = await add()
  console_.signIn('pm')
  await console_.open(`${path}?open=${id}`)
  expect(await screen.findByRole('row', { name: /值班室/ })).toBeTruthy()
  expect(await screen.findByText('127.0.0.1:9', { selector: 'dd' })).toBeTruthy()
  expect(
    ['添加渠道', '回收站', '发送测试', '对 值班室 的操作', /编\s*辑/].filter(
      (name) => screen.queryByRole('button', { name }) !== null,
    ),
  ).toEqual([])
})
