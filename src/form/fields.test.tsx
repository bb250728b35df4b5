import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../api/call.ts'
import type { Screen } from '../navigation/screen.ts'
import { openTestConsole } from '../testConsole.tsx'
import { describeForm } from './describe.ts'
import { date, money, number, select, textarea } from './fields.tsx'
import { group } from './parts.tsx'
import { RecordPanel } from './RecordPanel.tsx'

const policyForm = describeForm(endpoints.insurancePolicies.addOrEdit, {
  noun: 'insurancePolicies',
  newTitleId: 'insurance.new',
  titleOf: ({ number }) => number,
  load: endpoints.insurancePolicies.detail,
  sections: [{ fields: { sumPerHead: money('insurance.sumPerHead'), startsOn: date('insurance.startsOn') } }],
})

const penForm = describeForm(endpoints.pens.addOrEdit, {
  noun: 'pens',
  newTitleId: 'insurance.new',
  titleOf: ({ name }) => name,
  load: endpoints.pens.detail,
  sections: [{ fields: { capacity: number('organisation.contact', { unitId: 'form.yes' }) } }],
})

const sexes = { MALE: 'form.yes', FEMALE: 'form.no' } as const
const schemes = { CN: 'organisationKind.BANK', ISO_11784: 'organisationKind.BORROWER' } as const
const animalForm = describeForm(endpoints.animals.addOrEdit, {
  noun: 'animals',
  newTitleId: 'insurance.new',
  titleOf: ({ visualTag }) => visualTag,
  load: endpoints.animals.detail,
  sections: [
    {
      fields: {
        sex: select('organisation.kind', ['MALE', 'FEMALE'], { wordOf: (sex) => sexes[sex] }),
        electronicTag: group('organisation.creditCode', {
          scheme: select('user.role', ['CN', 'ISO_11784'], { wordOf: (scheme) => schemes[scheme] }),
          value: textarea('user.userName', { rows: 1 }),
        }),
        breed: textarea('organisation.address'),
      },
    },
  ],
})

const panels: Record<string, (readOnly?: 'view') => ReactNode> = {
  policy: (readOnly) => <RecordPanel form={policyForm} id={1} readOnly={readOnly} />,
  pen: (readOnly) => <RecordPanel form={penForm} id={1} readOnly={readOnly} />,
  animal: (readOnly) => <RecordPanel form={animalForm} id={1} readOnly={readOnly} />,
}
const table: Screen[] = Object.entries(panels).flatMap(([name, panel]) =>
  ([undefined, 'view'] as const).map((readOnly) => ({
    path: `/${readOnly ?? 'edit'}/${name}`,
    titleId: 'organisation.identity',
    icon: 'organisations',
    roles: ['SUPERVISOR_PM'],
    wall: true,
    load: async () => ({ Component: () => panel(readOnly) }),
  })),
)

const console_ = openTestConsole('pm')
const animal = () => call(endpoints.animals.detail, { id: 1 })

async function fill(
  user: { click: (element: Element) => Promise<void>; paste: (text: string) => Promise<void> },
  input: HTMLElement,
  text: string,
) {
  await user.click(input)
  await user.paste(text)
}
const tryToSave = (user: { keyboard: (keys: string) => Promise<void> }) => user.keyboard('{Control>}{Enter}{/Control}')
async function saveIt(user: { keyboard: (keys: string) => Promise<void> }) {
  await tryToSave(user)
  expect(await screen.findByText('已保存')).toBeTruthy()
}
const fact = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent

test('reads and writes amounts and days in the user’s language', async () => {
  const policy = {
    farmId: 1,
    insurer: '人保财险',
    number: 'P-1',
    startsOn: '2026-05-01',
    endsOn: '2027-04-30',
    sumPerHead: '1234567.50',
  }
  await call(endpoints.insurancePolicies.addOrEdit, policy)
  const read = await console_.open('/view/policy', table)
  expect(await fact('每头保额')).toBe('¥ 1,234,567.50')
  expect(await fact('起保日')).toBe('2026年5月1日')
  read.unmount()

  const { user } = await console_.open('/edit/policy', table)
  const sum = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '每头保额' })
  expect(sum.value).toBe('1,234,567.50')
  await user.clear(sum)
  await user.type(sum, '2,000.25')
  const day = screen.getByLabelText<HTMLInputElement>('起保日')
  // Not as the browser's language writes a day. What is no day is not taken.
  expect([day.type, day.value]).toEqual(['text', '2026/05/01'])
  fireEvent.change(day, { target: { value: '2026/6/31' } })
  fireEvent.blur(day)
  expect(day.value).toBe('2026/05/01')
  fireEvent.change(day, { target: { value: '2026/6/30' } })
  fireEvent.blur(day)
  expect(day.value).toBe('2026/06/30')
  await tryToSave(user)
  // Less than a tenth of the stored amount.
  await user.click(await screen.findByRole('button', { name: '按此金额保存' }))
  expect(await screen.findByText('已保存')).toBeTruthy()
  const saved = { ...policy, startsOn: '2026-06-30', sumPerHead: '2000.25' }
  expect(await call(endpoints.insurancePolicies.detail, { id: 1 })).toMatchObject(saved)
})

test('leaves an impossible amount in its field and refuses it', async () => {
  const { user } = await console_.open('/edit/policy', table)
  const sum = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '每头保额' })
  for (const typed of ['60.000,50', '500.505']) {
    await user.clear(sum)
    await user.type(sum, typed)
    await tryToSave(user)
    await waitFor(() => expect(sum.getAttribute('aria-invalid')).toBe('true'))
    expect(sum.value).toBe(typed)
  }
})

test('shows a missing figure and stores it as a number', async () => {
  const read = await console_.open('/view/pen', table)
  expect(await fact('联系人')).toBe('—')
  read.unmount()
  const { user } = await console_.open('/edit/pen', table)
  await fill(user, await screen.findByRole('spinbutton', { name: '联系人' }), '1218')
  await saveIt(user)
  expect((await call(endpoints.pens.detail, { id: 1 })).capacity).toBe(1218)
})

test('chooses one of a few and stores grouped fields as one', async () => {
  const { user, unmount } = await console_.open('/edit/animal', table)
  const choose = async (name: string, choice: string) => {
    await user.click(await screen.findByRole('combobox', { name }))
    await user.click(await screen.findByText(choice))
  }
  await choose('机构类型', '否')
  await choose('角色', '质权人')
  await fill(user, screen.getByRole('textbox', { name: '用户名' }), '215250200000001')
  await saveIt(user)
  expect(await animal()).toMatchObject({ sex: 'FEMALE', electronicTag: { scheme: 'CN', value: '215250200000001' } })
  unmount()
  await console_.open('/view/animal', table)
  expect(await fact('机构类型')).toBe('否')
  expect(await fact('统一社会信用代码')).toBe('质权人215250200000001')
})

test('shows errors of a grouped value at their field', async () => {
  await console_.renew()
  console_.signIn('pm')
  const { user } = await console_.open('/edit/animal', table)
  await user.type(await screen.findByRole('textbox', { name: '用户名' }), '12')
  await tryToSave(user)
  const errorText = (input: HTMLElement) =>
    document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
  await waitFor(() => expect(errorText(screen.getByRole('combobox', { name: '角色' }))).toBe('请填写角色'))
  expect(errorText(screen.getByRole('textbox', { name: '用户名' }))).toBe('请填写 15 位数字')
  // A value of several fields with none of them filled in is no value, and nothing is wrong with it.
  await user.clear(screen.getByRole('textbox', { name: '用户名' }))
  await user.type(screen.getByRole('textbox', { name: '地址' }), '西门塔尔')
  await saveIt(user)
  expect(await animal()).toMatchObject({ electronicTag: null, breed: '西门塔尔' })
})
