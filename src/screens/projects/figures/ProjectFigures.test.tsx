import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../../api/call.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('pm')
const id = 3
const path = `/dashboard/project/info/${id}`

test('expands project numbers to heads, readings and decisions', async () => {
  const { user } = await console_.open(path)
  const heard = await screen.findByRole('button', { name: '已上报 · 60 分钟内：3 头，查看明细' })
  expect(heard.textContent).toBe('3')
  expect(screen.getByRole('button', { name: /^台账在栏：3 头/ })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '合同头数' }).closest('li')?.textContent).toBe(
    '合同头数1,240台账与合同相差 -1,237',
  )
  await user.click(heard)
  const drawer = await screen.findByRole('dialog')
  await user.click(await within(drawer).findByRole('button', { name: '02' }))
  expect(await within(drawer).findByText('最近上报')).toBeTruthy()
  await waitFor(() => expect(within(drawer).getAllByText(/AC233F000001 · -67 dBm/).length).toBeGreaterThan(1))
  expect(within(drawer).getByText(/台账 · 期初/)).toBeTruthy()
})

test('calculates what-if coverage in place', async () => {
  await console_.open(path)
  const coverage = await screen.findByRole('region', { name: '覆盖率' })
  expect(coverage.textContent).toContain('合格估值 ¥24,840.00')
  expect(within(coverage).getAllByText('低于最低线').length).toBe(2)
  const price = within(coverage).getByRole('slider', { name: '价格变动' })
  for (let step = 0; step < 2; step++) fireEvent.keyDown(price, { key: 'ArrowLeft', keyCode: 37, which: 37 })
  expect(coverage.textContent).toContain('-2%')
  expect(coverage.textContent).toContain('¥24,343.20')
})

test('says on the overview that a head drafted as stolen still counts', async () => {
  const { list } = await call(endpoints.alerts.list, { projectId: id, state: 'ACTIVE' })
  const alert = list.find(({ animalId }) => animalId !== null)
  await call(endpoints.alerts.close, { id: alert?.id ?? 0, code: 'THEFT', text: '围栏被剪' })
  await console_.open(path)
  expect(await screen.findByText(/1 头在告警中记为/)).toBeTruthy()
})

test('updates the numbers of an open page after a death', async () => {
  await console_.open(path)
  await screen.findByRole('button', { name: /^台账在栏：3 头/ })
  await call(endpoints.animals.setStatus, { ids: [3], status: 'DEAD', leftOn: '2026-05-01', reason: '胀气' })
  expect(await screen.findByRole('button', { name: /^台账在栏：2 头/ })).toBeTruthy()
  const ledger = screen.getByRole('region', { name: '台账' })
  await waitFor(() => expect(ledger.textContent).toMatch(/死亡.*-1.*03.*胀气/))
})

test('shows a manual count and the coverage of a new balance', { tags: 'long' }, async () => {
  await console_.open(path)
  const card = async () => (await screen.findByRole('heading', { name: '最近人工点数' })).closest('li')
  expect((await card())?.textContent).toBe('最近人工点数–暂无人工点数')
  await call(endpoints.dailyLogs.add, {
    id,
    key: '6f1c2b3a-1111-4222-8333-444455556666',
    farmId: 1,
    day: '2026-05-01',
    monitorStatus: 'NORMAL',
    handCount: 9,
    counts: [],
    text: '',
    photos: [],
    writtenAt: 0,
    correctsId: null,
  })
  await waitFor(async () =>
    expect((await card())?.textContent).toMatch(/最近人工点数92026\/05\/01 · 与台账相差 \+\d，与已上报相差 \+\d/),
  )
  await console_.callAs('bank', endpoints.loanBalances.add, {
    id,
    balance: '10000',
    asOf: '2026-05-01',
    source: '对账单',
  })
  const coverage = screen.getByRole('region', { name: '覆盖率' })
  await waitFor(() => expect(coverage.textContent).toContain('贷款余额 ¥10,000.00 · 截至 2026/05/01'))
  expect(within(coverage).getAllByText('高于预警线').length).toBe(2)
  await console_.open(`${path}?tab=collateral&part=balances`)
  expect((await screen.findByRole('row', { name: /对账单/ })).textContent).toContain('生效中')
  expect(screen.queryByRole('button', { name: '登记贷款余额' })).toBeNull()
})

test('shows alerts and documents in a tab each', async () => {
  const { user } = await console_.open(`${path}?tab=alerts`)
  expect(await screen.findByRole('columnheader', { name: /触发时间/ })).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: '文件' }))
  expect(await screen.findByText(/^暂无文件/)).toBeTruthy()
})

test('posts an entry, offers corrections and closes the day', { tags: 'long' }, async () => {
  const { user } = await console_.open(`${path}?tab=headcount`)
  await user.click(await screen.findByRole('button', { name: '新增记录' }))
  const form = await screen.findByRole('dialog', { name: '新增记录' })
  expect(within(form).getByText(/牲畜离栏并立即从台账扣除/)).toBeTruthy()
  await user.click(within(form).getByRole('button', { name: /取\s*消/ }))
  await call(endpoints.ledgerEntries.add, {
    id,
    kind: 'THEFT',
    animalIds: [2],
    happenedOn: '2026-05-01',
    reason: '夜里',
  })
  const entry = await screen.findByRole('row', { name: /被盗/ })
  expect(entry.textContent).toMatch(/-1.*夜里/)
  // What an entry added leaves only with the consent of the bank, so only a removal is corrected.
  const opening = await screen.findByRole('row', { name: /期初/ })
  expect(within(opening).queryByRole('button', { name: /期初 #\d+ 的操作/ })).toBeNull()
  await user.click(within(entry).getByRole('button', { name: /被盗 #\d+ 的操作/ }))
  expect(await screen.findByRole('menuitem', { name: '更正' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('tab', { name: '封账' }))
  await user.click(await screen.findByRole('button', { name: '今日封账' }))
  const closing = await screen.findByRole('dialog', { name: '今日封账' })
  expect((await within(closing).findByText('台账在栏')).parentElement?.textContent).toBe('台账在栏1')
  await user.click(within(closing).getByRole('button', { name: '今日封账' }))
  expect(await within(closing).findByText('人工清点头数与台账不符，请说明原因')).toBeTruthy()
  await user.type(within(closing).getByRole('textbox', { name: /备注/ }), '夜里清点')
  await user.click(within(closing).getByRole('button', { name: '今日封账' }))
  expect((await screen.findByRole('row', { name: /2026\/05\/01/ })).textContent).toContain('苏日娜')
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '今日已封账' }).disabled).toBe(true))
})
