import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../../api/call.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('pm')
const id = 3
const path = `/dashboard/project/info/${id}`

test('subtracts the heads of a failed gateway from hypothetical coverage', { tags: 'long' }, async () => {
  const { user } = await console_.open(path)
  const coverage = await screen.findByRole('region', { name: '覆盖率' })
  expect(coverage.textContent).toContain('压力后覆盖率')
  await user.click(within(coverage).getByRole('combobox', { name: '网关故障' }))
  await user.click(await screen.findByTitle('AC233F000001'))
  await waitFor(() => expect(within(coverage).getByText('网关故障').parentElement?.textContent).toContain('3 头'))
  expect(within(coverage).getByText(/压力后覆盖率/).textContent).toMatch(/0\.00.*¥0\.00.*低于最低线/)
  // The loan is covered as before: only what would be is another.
  expect(coverage.textContent).toContain('合格估值 ¥24,840.00')
})

test('shows the day of a loss, its due document and its correction', async () => {
  await call(endpoints.ledgerEntries.add, {
    id,
    kind: 'THEFT',
    animalIds: [2],
    happenedOn: '2026-05-01',
    reason: '夜里',
  })
  const { user } = await console_.open(path)
  const card = await screen.findByRole('region', { name: '台账' })
  const entry = (words: RegExp) =>
    within(card)
      .findByText(words, { selector: 'b' })
      .then((word) => word.closest('li')?.textContent)
  expect(await entry(/被盗/)).toMatch(/2026\/05\/01 被盗.*-1.*02.*须于 2026\/05\/04.*前补交凭证/)
  expect(await entry(/期初/)).not.toContain('补记')

  await call(endpoints.animals.setStatus, { ids: [2], status: 'IN_HERD', reason: '看错了' })
  await waitFor(async () => expect(await entry(/更正/)).toMatch(/更正.*\+1.*02.*看错了/))
  expect(await entry(/更正/)).not.toContain('补记')

  await user.click(within(card).getByRole('link', { name: '全部台账' }))
  const row = (name: RegExp) => screen.findByRole('row', { name })
  const late = async (name: RegExp) =>
    within(await row(name))
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent)
  expect(await late(/被盗/)).toContain('2026/05/01')
  expect(await late(/更正/)).toContain('否')
  // All of it was put right: there is nothing left to put right.
  expect(within(await row(/被盗/)).queryByRole('button', { name: /的操作/ })).toBeNull()
  // What an entry added is not taken off by a correction.
  expect(within(await row(/期初/)).queryByRole('button', { name: /的操作/ })).toBeNull()
})
