import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../api/call.ts'
import type { Screen } from '../navigation/screen.ts'
import { organisationForm } from '../entities/organisationForms.ts'
import { loadAccount } from '../store/account.ts'
import { endSession } from '../api/session.ts'
import { openTestConsole } from '../testConsole.tsx'
import { useAdding } from './leaving/useAdding.ts'
import { RecordDrawer } from './RecordDrawer.tsx'
import { RecordPanel } from './RecordPanel.tsx'

/** A page with a record in a drawer, one in the page, and a way out. */
function Desk() {
  const [search, setSearch] = useSearchParams()
  const [isAdding, setAdding] = useAdding(organisationForm.noun)
  const [saved, setSaved] = useState('')
  const id = Number(search.get('open')) || null
  return (
    <>
      <Link to="/elsewhere">别处</Link>
      <button type="button" onClick={() => setAdding(true)}>
        新增
      </button>
      <p>保存了 {saved}</p>
      <RecordDrawer
        form={organisationForm}
        id={isAdding ? 'new' : id}
        onClose={() => (isAdding ? setAdding(false) : setSearch({}))}
        onSaved={({ name }) => setSaved(name)}
      />
      {search.has('panel') && <RecordPanel form={organisationForm} id={2} readOnly="view" />}
    </>
  )
}

const desk: Screen = {
  path: '/desk',
  titleId: 'organisation.identity',
  icon: 'organisations',
  roles: ['ADMIN_PLATFORM', 'ADMIN_BANK'],
  wall: true,
  load: async () => ({ Component: Desk }),
}
const table: Screen[] = [
  desk,
  { ...desk, path: '/elsewhere', load: async () => ({ Component: () => <p>到了别处</p> }) },
  { ...desk, path: '/user/login', roles: 'open', load: async () => ({ Component: () => <p>请登录</p> }) },
]

const console_ = openTestConsole()
const login = () => console_.signIn('platform')

beforeEach(async () => {
  sessionStorage.clear()
  login()
  await loadAccount()
  await othersSave({})
})

/** Finds a dialog by its title: in tests antd labels all dialogs with the same id. */
async function dialogNamed(title: string): Promise<HTMLElement> {
  const dialog = (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]')
  if (!dialog) throw new Error(`${title} is the title of no dialog`)
  return dialog
}
const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
/** Returns the description of a field, as a screen reader reads it: its errors. */
const errorOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const saveButton = () => screen.findByRole('button', { name: '保存' })

/** Saves a change as another administrator. */
async function othersSave(change: Partial<Input<typeof endpoints.organisations.addOrEdit>>) {
  const { version, creditCode, requiresTwoFactor } = await call(endpoints.organisations.detail, { id: 2 })
  const unchanged = {
    name: '草原银行',
    contact: '王',
    telephone: '13900000001',
    email: 'office1@example.com',
    address: '锡林浩特',
  }
  await call(endpoints.organisations.addOrEdit, {
    id: 2,
    version,
    role: 'BANK',
    creditCode: creditCode ?? '',
    requiresTwoFactor,
    ...unchanged,
    ...change,
  })
}
const stored = () => call(endpoints.organisations.detail, { id: 2 })

test('shows a field error on blur and clears it while typing', async () => {
  const { user } = await console_.open('/desk?open=2', table)
  const email = await field('邮箱')
  expect(email.getAttribute('aria-required')).toBe('true')
  await user.clear(email)
  await user.type(email, 'nobody')
  expect(email.getAttribute('aria-invalid')).toBeNull()
  await user.tab()
  await waitFor(() => expect(errorOf(email)).toContain('邮箱格式不正确'))
  expect(email.getAttribute('aria-invalid')).toBe('true')
  await user.type(email, '@bank.cn')
  await waitFor(() => expect(email.getAttribute('aria-invalid')).toBeNull())
})

test('focuses the first wrong field instead of saving', async () => {
  const { user } = await console_.open('/desk', table)
  await user.click(await screen.findByRole('button', { name: '新增' }))
  await user.type(await field('机构名称'), '北方银行')
  await user.click(await saveButton())
  const kind = await screen.findByRole('combobox', { name: '机构类型' })
  await waitFor(() => expect(document.activeElement).toBe(kind))
  expect(errorOf(kind)).toContain('请填写机构类型')
  expect(errorOf(await field('联系人'))).toContain('请填写联系人')
})

test('starts a second new record empty', { tags: 'long' }, async () => {
  const { user } = await console_.open('/desk', table)
  const add = await screen.findByRole('button', { name: '新增' })
  await user.click(add)
  await user.click(await screen.findByRole('combobox', { name: '机构类型' }))
  await user.click(await screen.findByText('质权人'))
  const values = {
    机构名称: '北方银行',
    统一社会信用代码: '91350100M000100Y43',
    联系人: '斯琴',
    电话: '13900000088',
    邮箱: 'north@example.com',
    地址: '锡林浩特',
  }
  for (const [name, value] of Object.entries(values)) {
    await user.click(await field(name))
    await user.paste(value)
  }
  await user.click(await saveButton())
  await screen.findByText('保存了 北方银行')
  await user.click(add)
  await waitFor(async () => expect((await field('机构名称')).value).toBe(''))
  expect((await field('地址')).value).toBe('')
})

test('saves by shortcut, notifies the list and closes', async () => {
  const { user } = await console_.open('/desk?open=2', table)
  const contact = await field('联系人')
  await user.clear(contact)
  await user.type(contact, '斯琴')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByText('保存了 草原银行')).toBeTruthy()
  expect(await screen.findByText('已保存')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: '联系人' })).toBeNull())
  expect((await stored()).contact).toBe('斯琴')
})

test('saves once when the shortcuts are pressed repeatedly', { tags: 'long' }, async () => {
  let saves = 0
  console_.faults.events.on('request:start', ({ request }) => {
    if (request.method === 'PUT') saves += 1
  })
  const { user } = await console_.open('/desk?open=2', table)
  await user.type(await field('联系人'), '甲')
  await user.keyboard('{Control>}s{/Control}{Control>}{Enter}{/Control}')
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect(saves).toBe(1)
})

test('shows a server error at its field', async () => {
  const { user } = await console_.open('/desk?open=2', table)
  const code = await field('统一社会信用代码')
  await user.clear(code)
  await user.type(code, '91152502MA0N5D3C1F')
  await user.click(await saveButton())
  await waitFor(() => expect(errorOf(code)).toContain('统一社会信用代码无法在此使用'))
  expect(document.activeElement).toBe(code)
  await user.type(code, '0')
  await waitFor(() => expect(errorOf(code)).not.toContain('无法在此使用'))
})

test('shows a failed save above the fields and keeps the input', { tags: 'long' }, async () => {
  console_.faults.use(
    http.put(`*${endpoints.organisations.addOrEdit.path}`, () => HttpResponse.error(), { once: true }),
  )
  const { user } = await console_.open('/desk?open=2', table)
  const contact = await field('联系人')
  await user.type(contact, '二')
  await user.click(await saveButton())
  expect(await screen.findByText('您的网络发生异常，无法连接服务器')).toBeTruthy()
  expect(contact.value.endsWith('二')).toBe(true)
  // A proxy's own page has no words for a person: those of the catalogue are said.
  console_.faults.use(
    http.put(`*${endpoints.organisations.addOrEdit.path}`, () => new HttpResponse('<html>', { status: 502 }), {
      once: true,
    }),
  )
  await user.click(await saveButton())
  expect(await screen.findByText('请求错误 502：网关错误。')).toBeTruthy()
  await user.click(await saveButton())
  expect(await screen.findByText('已保存')).toBeTruthy()
})

test('resolves a conflict field by field and saves the newest version', async () => {
  const { user } = await console_.open('/desk?open=2', table)
  const address = await field('地址')
  await user.clear(address)
  await user.type(address, '我的地址')
  await user.clear(await field('联系人'))
  await user.type(await field('联系人'), '我的人')
  await othersSave({ address: '他们的地址', name: '草原农商银行' })
  await user.click(await saveButton())

  const dialog = await dialogNamed('该记录已被他人修改')
  const part = (name: RegExp) => within(dialog).getByRole('group', { name })
  expect(within(dialog).queryByRole('group', { name: /邮箱/ })).toBeNull()
  expect(part(/地址 双方均已修改/).textContent).toContain('我的地址')
  expect(within(part(/联系人 仅您修改/)).getByRole<HTMLInputElement>('radio', { name: /我的人/ }).checked).toBe(true)
  expect(within(part(/机构名称 仅对方修改/)).getByRole<HTMLInputElement>('radio', { name: /采用对方的/ }).checked).toBe(
    true,
  )
  const ok = within(dialog).getByRole<HTMLButtonElement>('button', { name: '按所选保存' })
  expect(ok.disabled).toBe(true)
  await user.click(within(part(/地址/)).getByRole('radio', { name: /我的地址/ }))
  await user.click(ok)
  expect(await screen.findByText('已保存')).toBeTruthy()
  expect(await stored()).toMatchObject({ address: '我的地址', contact: '我的人', name: '草原农商银行' })
})

test('asks before discarding input on navigation and on close', async () => {
  const { user, path } = await console_.open('/desk?open=2', table)
  await user.type(await field('联系人'), '二')
  await user.click(screen.getByText('别处'))
  const confirmation = await dialogNamed('放弃未保存的修改？')
  expect(confirmation.textContent).toContain('联系人')
  await user.click(within(confirmation).getByRole('button', { name: '继续编辑' }))
  expect(path()).toBe('/desk?open=2')
  const unload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(unload)
  expect(unload.defaultPrevented).toBe(true)

  await waitFor(() => expect(screen.queryByText('放弃未保存的修改？')).toBeNull())
  await user.click(screen.getByRole('button', { name: '取消' }))
  await user.click(within(await dialogNamed('放弃未保存的修改？')).getByRole('button', { name: '放弃修改' }))
  await waitFor(() => expect(path()).toBe('/desk'))
})

test('closes without asking when nothing changed', async () => {
  const { user, path } = await console_.open('/desk?open=2', table)
  const contact = await field('联系人')
  await user.type(contact, '二{Backspace}')
  await user.click(screen.getByText('别处'))
  await waitFor(() => expect(path()).toBe('/elsewhere'))
})

test('restores input after a login, only for the same user', async () => {
  const { user, path } = await console_.open('/desk?open=2', table)
  const contact = await field('联系人')
  await user.clear(contact)
  await user.type(contact, '斯琴')
  endSession()
  await screen.findByText('请登录')
  expect(path()).toContain('/user/login?redirect=')
  console_.leave()

  login()
  await loadAccount()
  await console_.open('/desk?open=2', table)
  expect(await screen.findByText('已恢复您重新登录前填写的内容。')).toBeTruthy()
  expect((await field('联系人')).value).toBe('斯琴')
  endSession()
  await screen.findByText('请登录')
  console_.leave()

  console_.signIn('bank')
  await loadAccount()
  await console_.open('/desk?open=2', table)
  expect((await field('联系人')).value).not.toBe('斯琴')
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft'))).toEqual([])
})

test('reopens a new record after a login', { tags: 'long' }, async () => {
  const { user } = await console_.open('/desk', table)
  await user.click(await screen.findByRole('button', { name: '新增' }))
  await user.type(await field('机构名称'), '北方银行')
  endSession()
  await screen.findByText('请登录')
  console_.leave()
  login()
  await loadAccount()
  await console_.open('/desk', table)
  expect((await field('机构名称')).value).toBe('北方银行')
})

test('retries a record that failed to load', async () => {
  console_.faults.use(http.get('*/collateral/web/org/detail/:id', () => HttpResponse.error()))
  const { user } = await console_.open('/desk?open=2', table)
  const retry = await screen.findByRole('button', { name: '重试' })
  console_.faults.resetHandlers()
  await user.click(retry)
  expect((await field('机构名称')).value).toBe('草原银行')
})

test('reports a save even when reloading the record fails', { tags: 'long' }, async () => {
  const { user } = await console_.open('/desk?panel', table)
  await user.click(await screen.findByRole('button', { name: '编辑' }))
  await user.type(await field('联系人'), '二')
  console_.faults.use(http.get('*/collateral/web/org/detail/:id', () => HttpResponse.error()))
  await user.click(await saveButton())
  expect(await screen.findByText('已保存')).toBeTruthy()
  console_.faults.resetHandlers()
  expect((await stored()).contact).toMatch(/二$/)
})

test('resets an edited panel to the stored values', async () => {
  const { user } = await console_.open('/desk?panel', table)
  expect(await screen.findByText('草原银行')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: '编辑' }))
  const contact = await field('联系人')
  const before = contact.value
  await user.type(contact, '二')
  await user.click(await screen.findByRole('button', { name: '重置' }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(contact.value).toBe(before))
})
