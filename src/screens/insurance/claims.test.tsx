import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('pm')

const path = '/dashboard/animal-monitor/insurance'
const addPolicy = (number: string, endsOn = '2026-12-31', startsOn = '2026-01-01') =>
  call(endpoints.insurancePolicies.addOrEdit, {
    farmId: 1,
    insurer: '人保财险',
    startsOn,
    endsOn,
    sumPerHead: '12000',
    number,
  })

test('adds animals by tag and reports unknown and doubly insured ones', async () => {
  const first = await addPolicy('C-1')
  await call(endpoints.insuredAnimals.insure, { policyId: first.id, tags: ['02'] })
  await addPolicy('C-2')
  const { user, go } = await console_.open(path)
  await user.click(await screen.findByRole('button', { name: '对 C-2 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '按耳标添加牲畜' }))
  const drawer = await screen.findByRole('dialog')
  fireEvent.change(within(drawer).getByRole('textbox', { name: '耳标' }), { target: { value: '01，02\nX9' } })
  expect(await within(drawer).findByText('1 个耳标未匹配到该养殖场唯一的在栏牲畜：X9')).toBeTruthy()
  expect(within(drawer).getByText(/1 头在同一期间已由其他保单承保：02.*C-1/)).toBeTruthy()
  fireEvent.change(within(drawer).getByRole('textbox', { name: '耳标' }), { target: { value: '01 02' } })
  await user.click(within(drawer).getByRole('button', { name: '加入保单' }))
  expect(await within(drawer).findByText('有牲畜在同一期间已由其他保单承保')).toBeTruthy()
  await user.click(within(drawer).getByRole('switch', { name: '允许重复投保' }))
  await user.click(within(drawer).getByRole('button', { name: '加入保单' }))
  await waitFor(() => expect(screen.getByRole('row', { name: /C-2/ }).textContent).toMatch(/2.*承保中/))
  // The form blocks navigation until it knows that it is saved.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await go(`${path}?tab=animals.uninsured`)
  expect(await screen.findByRole('row', { name: /03/ })).toBeTruthy()
  expect(screen.queryByRole('row', { name: /01/ })).toBeNull()
})

test('confirms a policy that insures an animal twice', { tags: 'long' }, async () => {
  const { id } = await addPolicy('F-1', '2023-06-30', '2023-01-01')
  const other = await addPolicy('F-2', '2023-12-31', '2023-07-01')
  for (const policyId of [id, other.id]) await call(endpoints.insuredAnimals.insure, { policyId, tags: ['01'] })
  const { user } = await console_.open(`${path}?open=${id}`)
  await user.click(await screen.findByRole('button', { name: /编\s*辑/ }))
  const until = await screen.findByLabelText('到期日')
  await user.clear(until)
  await user.type(until, '2023-07-31')
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('有牲畜在同一期间已由其他保单承保')).toBeTruthy()
  await user.click(screen.getByRole('switch', { name: '允许重复投保' }))
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(async () =>
    expect(await call(endpoints.insurancePolicies.detail, { id })).toMatchObject({ endsOn: '2023-07-31' }),
  )
  // The answer is no part of the policy.
  await waitFor(() => expect(screen.queryByRole('button', { name: /保\s*存/ })).toBeNull())
  expect(screen.queryByText('允许重复投保')).toBeNull()
})

test('confirms restoring a policy that insures animals twice', { tags: 'long' }, async () => {
  const { id } = await addPolicy('G-1', '2024-06-30', '2024-01-01')
  await call(endpoints.insuredAnimals.insure, { policyId: id, tags: ['03'] })
  await call(endpoints.insurancePolicies.remove, { id })
  const { id: other } = await addPolicy('G-2', '2024-12-31', '2024-01-01')
  await call(endpoints.insuredAnimals.insure, { policyId: other, tags: ['03'] })
  const { user } = await console_.open(`${path}?bin=1`)
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: '对 G-1 的操作' }))
    await user.click(await screen.findByRole('menuitem', { name }))
  }
  await choose('恢复')
  expect(await screen.findByText(/有牲畜在同一期间已由其他保单承保/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await choose('恢复并允许重复投保')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '恢复并允许重复投保' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /G-1/ })).toBeNull())
})

test('finds expiring policies with the days left', async () => {
  await addPolicy('E-1', '2026-05-20')
  await console_.open(`${path}?state=EXPIRING`)
  expect((await screen.findByRole('row', { name: /E-1/ })).textContent).toMatch(/即将到期.*\d+/)
  expect(screen.queryByRole('row', { name: /C-1/ })).toBeNull()
})

test('locks a claim once its outcome is recorded', { tags: 'long' }, async () => {
  const { id: policyId } = await addPolicy('D-1')
  await call(endpoints.insuredAnimals.insure, { policyId, tags: ['03'] })
  const [animal] = (await call(endpoints.animals.list, { policyId })).list
  const claim = await call(endpoints.claims.addOrEdit, {
    policyId,
    animalIds: [animal?.id ?? 0],
    happenedOn: '2026-03-01',
    cause: '雪灾',
    amount: '12000',
  })
  const { user } = await console_.open(`${path}?tab=claims&open=${claim.id}`)
  const details = await screen.findByText('处理结果')
  expect(details).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /雪灾/ }).textContent).toMatch(/未决.*D-1.*雪灾.*03.*¥12,000\.00/),
  )
  await user.click(screen.getByRole('button', { name: '对 雪灾 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '登记结果' }))
  await user.click(await screen.findByRole('combobox', { name: '结果' }))
  const paid = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-item-option-content')].find(
      ({ textContent }) => textContent === '已赔付',
    )
    expect(found).toBeTruthy()
    return found!
  })
  await user.click(paid)
  const drawer = screen.getAllByRole('dialog').at(-1) ?? document.body
  fireEvent.change(within(drawer).getByRole('spinbutton', { name: '赔付金额' }), { target: { value: '9000' } })
  fireEvent.change(within(drawer).getByLabelText('说明'), { target: { value: '按约定' } })
  fireEvent.change(within(drawer).getByLabelText('办结日期'), { target: { value: '2026-04-20' } })
  await user.click(within(drawer).getByRole('button', { name: '登记结果' }))
  expect(await screen.findByRole('row', { name: /雪灾.*¥9,000\.00|已赔付.*雪灾/ })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /编\s*辑/ })).toBeNull())
})
