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
  const { user, path } = await console_.open(`/dashboard/project/info/${id}?tab=collateral&from=mail&status=ACTIVE&page=2`)
  await screen.findByRole('button', { name: '新增明细' }, { timeout: 30_000 })
  const [categories, units] = await Promise.all((['CATEGORY', 'UNIT'] as const).map((kind) => request(endpoints.lookups.list, { kind })))
  const { animals } = await request(endpoints.collateral.choose, { id, categoryId: categories?.list[0]?.id ?? 0, filter: {} })
  expect(animals.length).toBeGreaterThan(0)
  await request(endpoints.collateral.create, {
    id, categoryId: categories?.list[0]?.id ?? 0, unitId: units?.list[0]?.id ?? 0, quantity: '3', unitPrice: '12000', pricedOn: '2026-05-01', priceSource: '锡林浩特市场', haircut: '0.2', animalIds: animals.map((animal) => animal.id),
  })
  // The parameters of a list go with it when it is left; those of the page around it stay.
  await user.click(screen.getByRole('tab', { name: '质押牲畜' }))
  expect(path()).toBe(`/dashboard/project/info/${id}?tab=collateral&from=mail&part=pledges`)
  const row = await screen.findByRole('row', { name: new RegExp(animals[0]?.visualTag ?? '') }, { timeout: 30_000 })
  expect(within(row).getByText('申请中')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: '质押物明细' }))
  expect(await screen.findByRole('link', { name: '待审批' }, { timeout: 30_000 })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '新增明细' }))
  expect(await screen.findByRole('button', { name: '选择全部可质押牲畜' }, { timeout: 30_000 })).toBeTruthy()
}, 120_000)

test('an animal is asked to take the place of a pledged one that is like it, with the coverage before and after', async () => {
  const { list } = await request(endpoints.projects.list, { isOnlyActive: true })
  const id = list[0]?.id ?? 0
  const pledged = (await request(endpoints.pledges.list, { id, state: ['PLEDGED'], sort: { field: 'visualTag', order: 'asc' } })).list[0]
  await request(endpoints.animals.addOrEdit, { visualTag: 'T-90', farmId: 1, sex: 'MALE' })
  const { user } = await console_.open(`/dashboard/project/info/${id}?tab=collateral&part=pledges`)
  await user.click(await screen.findByRole('button', { name: `对 ${pledged?.visualTag} 的操作` }, { timeout: 30_000 }))
  await user.click(await screen.findByRole('menuitem', { name: '申请置换' }))
  const dialog = within(await screen.findByRole('dialog', { name: '申请置换' }, { timeout: 30_000 }))
  const pair = await dialog.findByRole('row', { name: new RegExp(`${pledged?.visualTag}.*T-90`) })
  expect(await dialog.findByRole('row', { name: /覆盖率/ })).toBeTruthy()
  await user.click(within(pair).getByRole('button', { name: '不置换' }))
  expect(dialog.queryByRole('row', { name: /覆盖率/ })).toBeNull()
  await user.click(within(pair).getByRole('button', { name: /置\s*换/ }))
  await user.type(dialog.getByRole('textbox', { name: /理由/ }), '跛行')
  await user.click(dialog.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText('申请已提交，等待审批')).toBeTruthy()
  expect((await request(endpoints.pledges.list, { id, state: ['CLAIMED'], tag: 'T-90' })).list).toHaveLength(1)
}, 120_000)
