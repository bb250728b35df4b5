import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Seal } from '#contract/projects/seals.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole()
const root = 'ab'.repeat(32)

/** The record of a day, which ends on a day that a test can't wait for, and is broken by nobody who uses the product. */
function answer(seal: Partial<Seal>): void {
  const whole: Seal = {
    root,
    day: '2026-05-01',
    sealedAt: '2026-05-02T00:00:20.000Z',
    isIntact: true,
    isCheckedNow: true,
    erasedFor: [],
    record: null,
    waitingSince: null,
    ...seal,
  }
  console_.faults.use(
    http.get(`*${endpoints.seals.verified.path.replace('{root}', ':root')}`, () =>
      HttpResponse.json({ success: true, data: whole }),
    ),
  )
}

test('reports an unknown seal, also without a session', async () => {
  await console_.open(`/verify/${root}`)
  expect(await screen.findByRole('heading', { name: '未找到此封存码' })).toBeTruthy()
  expect(screen.getByText(/记录在邮件发出后被改动/)).toBeTruthy()
  expect(screen.getByText(root)).toBeTruthy()
})

test('reports an address that is not a seal', async () => {
  await console_.open('/verify/abc')
  expect(await screen.findByRole('heading', { name: '未找到此封存码' })).toBeTruthy()
})

test('confirms an intact day with its check, deletions and open items', async () => {
  answer({
    record: { checkedAt: '2026-05-03T01:00:00.000Z', isIntact: true, brokenDay: null },
    erasedFor: ['RETENTION'],
    waitingSince: '2026-05-03T01:20:00.000Z',
  })
  await console_.open(`/verify/${root}`)
  expect(await screen.findByRole('heading', { name: '2026/05/01 的记录完好' })).toBeTruthy()
  expect(screen.getByText(/^完好（2026\/05\/03/)).toBeTruthy()
  expect(screen.getByText('保存期满')).toBeTruthy()
  expect(screen.getByText(/以来的记录$/)).toBeTruthy()
})

test('warns of a changed day and checks again on request', async () => {
  answer({ isIntact: false })
  const { user } = await console_.open(`/verify/${root}`)
  expect(await screen.findByRole('heading', { name: '2026/05/01 的记录已被改动' })).toBeTruthy()
  answer({})
  await user.click(screen.getByRole('button', { name: '重新查验' }))
  expect(await screen.findByRole('heading', { name: '2026/05/01 的记录完好' })).toBeTruthy()
})

test('shows a changed day next to an intact one', async () => {
  answer({ record: { checkedAt: '2026-05-03T01:00:00.000Z', isIntact: false, brokenDay: '2026-04-30' } })
  await console_.open(`/verify/${root}`)
  expect(await screen.findByRole('heading', { name: '2026/05/01 的记录完好，但其他日期的记录已被改动' })).toBeTruthy()
  expect(screen.getByText(/^2026\/04\/30 的记录已被改动/)).toBeTruthy()
})

test('refers a large day to the hourly check', async () => {
  answer({ isCheckedNow: false, record: { checkedAt: '2026-05-03T01:00:00.000Z', isIntact: true, brokenDay: null } })
  const { user } = await console_.open(`/verify/${root}`)
  expect(await screen.findByRole('heading', { name: '2026/05/01 的记录完好' })).toBeTruthy()
  expect(screen.getByText(/^当天记录较多，无法即时查验。当前显示 2026\/05\/03/)).toBeTruthy()
  answer({ isCheckedNow: false, isIntact: null })
  await user.click(screen.getByRole('button', { name: '重新查验' }))
  expect(await screen.findByRole('heading', { name: '2026/05/01 的记录尚未查验' })).toBeTruthy()
  answer({
    isCheckedNow: false,
    isIntact: null,
    record: { checkedAt: '2026-05-03T01:00:00.000Z', isIntact: false, brokenDay: '2026-04-30' },
  })
  await user.click(screen.getByRole('button', { name: '重新查验' }))
  expect(await screen.findByRole('heading', { name: '2026/05/01 的记录尚未查验：其他日期的记录已被改动' })).toBeTruthy()
})
