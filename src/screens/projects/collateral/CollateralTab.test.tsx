import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { request } from '../../../api/request.ts'
import { openTestConsole } from '../../../testConsole.tsx'

const console_ = openTestConsole('pm')

test('requests a line and reserves its animals until decided', async () => {
  const { list } = await request(endpoints.projects.list, { isOnlyActive: true })
  // Those of the scene are pledged.
  await request(endpoints.animals.addOrEdit, { visualTag: 'T-88', farmId: 1 })
  const id = list[0]?.id ?? 0
  const { user, path } = await console_.open(
    `/dashboard/project/info/${id}?tab=collateral&from=mail&status=ACTIVE&page=2`,
  )
  await screen.findByRole('button', { name: '新增明细' })
  const [categories, units] = await Promise.all(
    (['CATEGORY', 'UNIT'] as const).map((kind) => request(endpoints.lookups.list, { kind })),
  )
  const { animals } = await request(endpoints.collateral.choose, {
    id,
    categoryId: categories?.list[0]?.id ?? 0,
    filter: {},
  })
  expect(animals.length).toBeGreaterThan(0)
  await request(endpoints.collateral.create, {
    id,
    categoryId: categories?.list[0]?.id ?? 0,
    unitId: units?.list[0]?.id ?? 0,
    quantity: '3',
    unitPrice: '12000',
    pricedOn: '2026-05-01',
    priceSource: '锡林浩特市场',
    haircut: '0.2',
    animalIds: animals.map((animal) => animal.id),
  })
  // The parameters of a list go with it when it is left; those of the page around it stay.
  await user.click(screen.getByRole('tab', { name: '质押牲畜' }))
  expect(path()).toBe(`/dashboard/project/info/${id}?tab=collateral&from=mail&part=pledges`)
  const row = await screen.findByRole('row', { name: new RegExp(animals[0]?.visualTag ?? '') })
  expect(within(row).getByText('申请中')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: '质押物明细' }))
  expect(await screen.findByRole('link', { name: '待审批' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '新增明细' }))
  expect(await screen.findByRole('button', { name: '选择全部可质押牲畜' })).toBeTruthy()
})

test('requests a replacement with the coverage before and after', { tags: 'long' }, async () => {
  const { list } = await request(endpoints.projects.list, { isOnlyActive: true })
  const id = list[0]?.id ?? 0
  const pledged = (
    await request(endpoints.pledges.list, { id, state: ['PLEDGED'], sort: { field: 'visualTag', order: 'asc' } })
  ).list[0]
  await request(endpoints.animals.addOrEdit, { visualTag: 'T-90', farmId: 1, sex: 'MALE' })
  const { user } = await console_.open(`/dashboard/project/info/${id}?tab=collateral&part=pledges`)
  await user.click(await screen.findByRole('button', { name: `对 ${pledged?.visualTag} 的操作` }))
  await user.click(await screen.findByRole('menuitem', { name: '申请置换' }))
  const dialog = within(await screen.findByRole('dialog', { name: '申请置换' }))
  const pair = await dialog.findByRole('row', { name: new RegExp(`${pledged?.visualTag}.*T-90`) })
  expect(await dialog.findByRole('row', { name: /覆盖率/ })).toBeTruthy()
  await user.click(within(pair).getByRole('button', { name: '取消置换' }))
  expect(dialog.queryByRole('row', { name: /覆盖率/ })).toBeNull()
  await user.click(within(pair).getByRole('button', { name: /置\s*换/ }))
  await user.type(dialog.getByRole('textbox', { name: /原因/ }), '跛行')
  await user.click(dialog.getByRole('button', { name: '提交审批' }))
  expect(await screen.findByText('申请已提交，等待审批')).toBeTruthy()
  expect((await request(endpoints.pledges.list, { id, state: ['CLAIMED'], tag: 'T-90' })).list).toHaveLength(1)
})

test('selects free animals by pen, group and birth date', { tags: 'long' }, async () => {
  const { list } = await request(endpoints.projects.list, { isOnlyActive: true })
  const id = list[0]?.id ?? 0
  const {
    list: [pen],
  } = await request(endpoints.pens.list, { farmId: 1 })
  const group = await request(endpoints.animalGroups.addOrEdit, { name: '春羔' })
  const add = (visualTag: string, farmSlotId: number | null, birthDate: string) =>
    request(endpoints.animals.addOrEdit, { visualTag, farmId: 1, farmSlotId, birthDate })
  const penId = pen?.id ?? 0
  const old = [await add('T-91', penId, '2020-03-01'), await add('T-92', penId, '2020-03-02')]
  const young = [await add('T-93', penId, '2026-03-01'), await add('T-94', null, '2026-03-01')]
  // One that is in no group.
  await add('T-95', penId, '2026-03-02')
  await request(endpoints.animals.setGroup, {
    ids: [...old, ...young].map((animal) => animal.id),
    groupId: group.id,
    isMember: true,
    reason: '育肥',
  })
  const { user } = await console_.open(`/dashboard/project/info/${id}?tab=collateral`)
  await user.click(await screen.findByRole('button', { name: '新增明细' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新增明细' }))
  const pick = async (box: HTMLElement, name: string) => {
    await user.click(box)
    await user.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }))
  }
  await pick(await dialog.findByRole('combobox', { name: /种类/ }), '牛')
  const filter = within(dialog.getByRole('group', { name: '按条件选择' }))
  // A pen is one of a farm.
  expect(filter.getByRole<HTMLInputElement>('combobox', { name: '圈舍' }).disabled).toBe(true)
  await pick(filter.getByRole('combobox', { name: '养殖场' }), list[0]?.farms[0]?.name ?? '')
  await pick(filter.getByRole('combobox', { name: '圈舍' }), pen?.name ?? '')
  const take = () => user.click(filter.getByRole('button', { name: '选择全部可质押牲畜' }))
  const taken = (heads: number) => dialog.findByText(`将质押 ${heads} 头牲畜`)
  await take()
  expect(await taken(4)).toBeTruthy()
  await pick(filter.getByRole('combobox', { name: '分组' }), '春羔')
  await take()
  expect(await taken(3)).toBeTruthy()
  fireEvent.change(filter.getByRole('textbox', { name: '出生日期自' }), { target: { value: '2026-03-01' } })
  await take()
  expect(await taken(1)).toBeTruthy()
  fireEvent.change(filter.getByRole('textbox', { name: '出生日期至' }), { target: { value: '2026-02-28' } })
  // No day is after the first and before the last.
  expect(await filter.findByText('起始日期不能晚于截止日期')).toBeTruthy()
  expect(filter.getByRole<HTMLButtonElement>('button', { name: '选择全部可质押牲畜' }).disabled).toBe(true)
  fireEvent.change(filter.getByRole('textbox', { name: '出生日期自' }), { target: { value: '' } })
  await waitFor(() =>
    expect(filter.getByRole<HTMLButtonElement>('button', { name: '选择全部可质押牲畜' }).disabled).toBe(false),
  )
  await take()
  expect(await taken(2)).toBeTruthy()
})
