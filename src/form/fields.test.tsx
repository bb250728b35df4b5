import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/calls/endpoint.ts'
import { moneyInputSchema } from '#contract/values/money.ts'
import type { Screen } from '../navigation/screen.ts'
import { openTestConsole } from '../testConsole.tsx'
import { describeForm } from './describe.ts'
import { date, money, number, select, textarea } from './fields.tsx'
import { group, rows } from './parts.tsx'
import { RecordPanel } from './RecordPanel.tsx'

const inputSchema = z.object({
  id: z.number().optional(),
  version: z.number().optional(),
  loan: moneyInputSchema,
  heads: z.number().int().max(5000).nullable(),
  startsOn: z.iso.date(),
  kind: z.enum(['BANK', 'BORROWER', 'SUPERVISOR']),
  tag: z.object({ scheme: z.string().min(1), value: z.string().regex(/^\d{3}$/, 'captcha') }).nullable(),
  lines: z.array(z.object({ unit: z.string().min(1), price: moneyInputSchema })),
  remark: z.string().max(20).default(''),
})
const replySchema = z.object({ ...inputSchema.shape, id: z.number() })

const save = endpoint({ method: 'PUT', path: '/collateral/web/trial/addOrEdit', access: 'signedIn', input: inputSchema, reply: replySchema, summary: '' })
const load = endpoint({ method: 'GET', path: '/collateral/web/trial/detail/{id}', access: 'signedIn', input: z.object({ id: z.number() }), reply: replySchema, summary: '' })

const trialForm = describeForm(save, {
  noun: 'trial',
  newTitleId: 'form.addRow',
  titleOf: () => '试用',
  load,
  sections: [
    {
      fields: {
        loan: money('organisation.name'),
        heads: number('organisation.contact', { unitId: 'form.yes' }),
        startsOn: date('user.displayName'),
        kind: select('organisation.kind', ['BANK', 'BORROWER', 'SUPERVISOR'], { wordOf: (kind) => `organisationKind.${kind}` }),
        tag: group('organisation.creditCode', { scheme: textarea('user.role', { rows: 1 }), value: textarea('user.userName', { rows: 1 }) }),
        lines: rows('organisation.reach', { unit: textarea('user.telephone', { rows: 1 }), price: money('user.email') }),
        remark: textarea('organisation.address'),
      },
    },
  ],
})

const table: Screen[] = (['view', undefined] as const).map((readOnly) => ({
  path: readOnly ? '/read' : '/write',
  titleId: 'organisation.identity',
  icon: 'organisations',
  roles: ['SUPERVISOR_PM'],
  wall: true,
  load: async () => ({ Component: () => <RecordPanel form={trialForm} id={1} readOnly={readOnly} /> }),
}))

const record = {
  id: 1,
  version: 3,
  loan: '1234567.50',
  heads: null,
  startsOn: '2026-05-01',
  kind: 'BANK',
  tag: null,
  lines: [{ unit: '头', price: '100.00' }],
  remark: '',
}
const console_ = await openTestConsole()
let sent: unknown[] = []
beforeEach(() => {
  sent = []
  console_.signIn('pm')
  console_.faults.use(
    http.get('*/collateral/web/trial/detail/1', () => HttpResponse.json({ success: true, data: record })),
    http.put('*/collateral/web/trial/addOrEdit', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true, data: record })
    }),
  )
})

async function fill(user: { click: (element: Element) => Promise<void>; paste: (text: string) => Promise<void> }, input: HTMLElement, text: string) {
  await user.click(input)
  await user.paste(text)
}
const saveIt = (user: { keyboard: (keys: string) => Promise<void> }) => user.keyboard('{Control>}{Enter}{/Control}')

test('figures are written and read as the language does', async () => {
  const { user } = await console_.open('/write', table)
  const loan = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '机构名称' })
  expect(loan.value).toBe('1,234,567.50')
  await user.clear(loan)
  await user.type(loan, '2,000.25')
  await fill(user, screen.getByRole('spinbutton', { name: '联系人' }), '1218')
  await saveIt(user)
  await waitFor(() => expect(sent).toEqual([{ ...record, loan: '2000.25', heads: 1218 }]))
})

test('a day is typed, and one is chosen of a few', async () => {
  const { user } = await console_.open('/write', table)
  const day = await screen.findByLabelText<HTMLInputElement>('姓名')
  expect([day.type, day.value]).toEqual(['date', '2026-05-01'])
  fireEvent.change(day, { target: { value: '2026-06-30' } })
  await user.click(screen.getByRole('combobox', { name: '机构类型' }))
  await user.click(await screen.findByText('出质人'))
  await saveIt(user)
  await waitFor(() => expect(sent).toEqual([{ ...record, startsOn: '2026-06-30', kind: 'BORROWER' }]))
})

test('a value of several fields, and a list of them', async () => {
  const { user } = await console_.open('/write', table)
  await fill(user, await screen.findByRole('textbox', { name: '角色' }), 'CN')
  await fill(user, screen.getByRole('textbox', { name: '用户名' }), '152')
  await user.click(screen.getByRole('button', { name: '添加一行' }))
  const second = screen.getByRole('group', { name: '联系方式 2' })
  await fill(user, within(second).getByRole('textbox', { name: '手机号' }), '公斤')
  await fill(user, within(second).getByRole('spinbutton', { name: '邮箱' }), '31.5')
  await user.click(screen.getByRole('button', { name: '删除第 1 行' }))
  await saveIt(user)
  await waitFor(() => expect(sent).toEqual([{ ...record, tag: { scheme: 'CN', value: '152' }, lines: [{ unit: '公斤', price: '31.5' }] }]))
})

test('what is wrong inside of a value is told where it is', async () => {
  const { user } = await console_.open('/write', table)
  await user.type(await screen.findByRole('textbox', { name: '用户名' }), '12')
  await user.clear(screen.getByRole('spinbutton', { name: '邮箱' }))
  await saveIt(user)
  const told = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
  await waitFor(() => expect(told(screen.getByRole('textbox', { name: '角色' }))).toBe('请填写角色'))
  expect(told(screen.getByRole('textbox', { name: '用户名' }))).toBe('验证码应为 6 位数字')
  expect(told(screen.getByRole('spinbutton', { name: '邮箱' }))).toBe('请填写邮箱')
  // A value of several fields with none of them filled in is no value, and nothing is wrong with it.
  await user.clear(screen.getByRole('textbox', { name: '用户名' }))
  await user.type(screen.getByRole('spinbutton', { name: '邮箱' }), '5')
  await saveIt(user)
  await waitFor(() => expect(sent).toMatchObject([{ tag: null, lines: [{ unit: '头', price: '5' }] }]))
})

test('a record is read in words', async () => {
  await console_.open('/read', table)
  const fact = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent
  expect(await fact('机构名称')).toBe('¥ 1,234,567.50')
  expect(await fact('联系人')).toBe('—')
  expect(await fact('姓名')).toBe('2026年5月1日')
  expect(await fact('机构类型')).toBe('质权人')
  expect(await fact('联系方式')).toBe('头¥ 100.00')
})
