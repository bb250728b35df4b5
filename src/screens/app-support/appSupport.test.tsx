import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('platform')

test('reads, answers and completes feedback from the app', async () => {
  await call(endpoints.feedback.send, { text: '地图打不开', contact: 'herder@example.com', appVersion: '2.1' })
  const { user } = await console_.open('/dashboard/app-support/feedback')
  await user.click(await screen.findByRole('row', { name: /地图打不开.*herder@example\.com|新反馈.*地图打不开/ }))
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  // Their message stays in sight while it is answered.
  expect(screen.getAllByText('地图打不开').length).toBeGreaterThan(1)
  fireEvent.change(await screen.findByRole('textbox', { name: '答复' }), { target: { value: '已修复，请更新。' } })
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('提交成功')).toBeTruthy()
  const [saved] = (await call(endpoints.feedback.list, {})).list
  expect(saved).toMatchObject({
    answer: '已修复，请更新。',
    state: 'DONE',
    answeredBy: expect.any(String),
    answeredTo: 'herder@example.com',
  })
  expect(await screen.findByText('答复发送至')).toBeTruthy()
})

test('completes several entries in one step', { tags: 'long' }, async () => {
  await call(endpoints.feedback.send, { text: '一' })
  const { user } = await console_.open('/dashboard/app-support/feedback?state=NEW')
  await user.click(await screen.findByRole('button', { name: '对 一 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '标记为已处理' }))
  await waitFor(async () => expect((await call(endpoints.feedback.list, { state: ['NEW'] })).total).toBe(0))
})

test('saves legal texts and drops unsafe content', { tags: 'long' }, async () => {
  const { user } = await console_.open('/dashboard/app-support/about')
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  const agreement = await screen.findByRole('textbox', { name: '服务协议' })
  await user.click(agreement)
  await user.click(
    within(screen.getAllByRole('toolbar', { name: '文字格式' })[0]!).getByRole('button', { name: '分隔线' }),
  )
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('提交成功')).toBeTruthy()
  const shown = await call(endpoints.aboutPage.shown, {})
  expect(shown.serviceAgreement).toContain('<hr')
  expect(shown.privacyPolicy).toBe('')

  await call(endpoints.aboutPage.addOrEdit, {
    privacyPolicy: '<p>隐私</p><img src=x onerror=alert(1)><script>alert(1)</script>',
  })
  expect(await screen.findByText('隐私')).toBeTruthy()
  expect(document.querySelector('.rich-text script, .rich-text [onerror]')).toBeNull()
})

test('lists the banners of the app', { tags: 'long' }, async () => {
  await console_.open('/dashboard/app-support/homepage')
  expect(await screen.findByText(/暂无轮播图/)).toBeTruthy()
})
