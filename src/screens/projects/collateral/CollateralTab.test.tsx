import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { request } from '../../../api/request.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = await openTestConsole('pm')

test('a line is asked for with the free animals of its category, and its animals are claimed until the bank decides', async () => {
  const { list } = await request(endpoints.projects.list, { isOnlyActive: true })
  // Those of the scene are pledged.
  await request(endpoints.animals.addOrEdit, { visualTag: 'T-88', farmId: 1 })
  const id = list[0]?.id ?? 0
  const { user } = await console_.open(`/dashboard/project/info/${id}?tab=collateral`)
  await screen.findByRole('button', { name: '新增明细' }, { timeout: 30_000 })
  const [categories, units] = await Promise.all((['CATEGORY', 'UNIT'] as const).map((kind) => request(endpoints.lookups.list, { kind })))
  const { animals } = await request(endpoints.collateral.choose, { id, categoryId: categories?.list[0]?.id ?? 0, filter: {} })
  expect(animals.length).toBeGreaterThan(0)
  await request(endpoints.collateral.create, {
    id, categoryId: categories?.list[0]?.id ?? 0, unitId: units?.list[0]?.id ?? 0, quantity: '3', unitPrice: '12000', pricedOn: '2026-05-01', priceSource: '锡林浩特市场', haircut: '0.2', animalIds: animals.map((animal) => animal.id),
  })
  await user.click(screen.getByRole('tab', { name: '质押牲畜' }))
  const row = await screen.findByRole('row', { name: new RegExp(animals[0]?.visualTag ?? '') }, { timeout: 30_000 })
  expect(within(row).getByText('申请中')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: '质押物明细' }))
  expect(await screen.findByRole('link', { name: '待审批' }, { timeout: 30_000 })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '新增明细' }))
  expect(await screen.findByRole('button', { name: '选择全部可质押牲畜' }, { timeout: 30_000 })).toBeTruthy()
}, 120_000)
