import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { TOTP } from 'otpauth'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('bank')

const panel = async (name: string) => within(await screen.findByRole('region', { name }))

test('shows the profile and saves a changed name', async () => {
  const { user } = await console_.openInShell('/dashboard/account')
  const profile = await panel('个人资料')
  expect(profile.getByText('质权人管理员')).toBeTruthy()
  const name = await profile.findByLabelText(/姓名/)
  await user.clear(name)
  await user.type(name, '新名字')
  await user.click(profile.getByRole('button', { name: /保\s*存/ }))
  expect(await screen.findByText('已保存')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByText('新名字').length).toBeGreaterThan(0))
})

test('changes the password, renews the session and rejects a wrong one', async () => {
  onTestFinished(() => console_.renew())
  const { user } = await console_.open('/dashboard/account')
  const password = await panel('修改密码')
  await user.click(password.getByRole('button', { name: '保存密码' }))
  expect(await password.findByText('请输入当前密码')).toBeTruthy()
  await user.type(password.getByLabelText('当前密码'), 'Wrong2026')
  await user.type(password.getByLabelText('新密码'), 'Fresh2026')
  await user.type(password.getByLabelText('确认密码'), 'Fresh2026{Enter}')
  expect(await password.findByText('密码不正确')).toBeTruthy()
  const before = useSession.getState().session?.token
  await user.clear(password.getByLabelText('当前密码'))
  await user.type(password.getByLabelText('当前密码'), 'Demo2026{Enter}')
  expect(await screen.findByText('新密码已生效')).toBeTruthy()
  expect((await panel('修改密码')).getByLabelText('新密码')).toHaveProperty('value', '')
  expect(useSession.getState().session?.token).not.toBe(before)
  expect((await call(endpoints.account.profile, {})).userName).toBe('bank')
})

test('changes the telephone number by a code sent to the new one', async () => {
  onTestFinished(() => console_.renew())
  const { user } = await console_.open('/dashboard/account')
  const telephone = await panel('手机号')
  await user.click(telephone.getByRole('button', { name: '保存手机号' }))
  expect(await telephone.findByText('请输入手机号')).toBeTruthy()
  await user.type(telephone.getByLabelText('新手机号'), '137 0001 1188')
  await user.click(telephone.getByRole('button', { name: '获取验证码' }))
  expect(await telephone.findByRole('button', { name: /秒后重试/ })).toBeTruthy()
  const [message] = await console_.messages()
  await user.type(telephone.getByLabelText('验证码'), /\d{6}/.exec(message?.text ?? '')?.[0] ?? '')
  await user.click(telephone.getByRole('button', { name: '保存手机号' }))
  expect(await screen.findByText('新手机号已设置')).toBeTruthy()
  expect((await call(endpoints.account.profile, {})).telephone).toBe('+8613700011188')
})

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** Signs in once more, by another browser. */
async function signInElsewhere(agent: string) {
  const { path, method } = endpoints.auth.login
  const body = JSON.stringify({ type: 'account', userName: 'bank', password: 'Demo2026' })
  const { status } = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body,
  })
  expect(status).toBe(200)
}

test('lists sessions, ends one, then all others', { tags: 'long' }, async () => {
  await signInElsewhere('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  await signInElsewhere(iPhone)
  const { user } = await console_.open('/dashboard/account')
  const sessions = await panel('登录设备')
  const rows = await sessions.findAllByRole('listitem')
  expect(rows).toHaveLength(3)
  const own = sessions.getByText('本机').closest('li')
  expect(own && within(own).queryByRole('button')).toBeNull()
  expect(sessions.getAllByText('127.0.0.1')).toHaveLength(2)
  await user.click(sessions.getByRole('button', { name: '退出 Safari · iOS' }))
  expect(await screen.findByText('退出 Safari · iOS？该设备将立即退出登录。')).toBeTruthy()
  await user.click(within(screen.getByRole('tooltip')).getByRole('button', { name: /退\s*出/ }))
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(2))
  await user.click(sessions.getByRole('button', { name: '退出其他设备' }))
  const confirmation = (await screen.findByText('退出其他 1 台设备？这些设备将立即退出登录。')).closest(
    '[role=tooltip]',
  ) as HTMLElement
  await user.click(within(confirmation).getByRole('button', { name: '退出其他设备' }))
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
})

test('sets up a second factor and removes it again', { tags: 'long' }, async () => {
  const { user } = await console_.open('/dashboard/account#two-factor')
  const factor = await panel('两步验证')
  await user.click(factor.getByRole('button', { name: '设置两步验证' }))
  await user.type(factor.getByLabelText('密码'), 'Wrong2026{Enter}')
  expect(await factor.findByText('密码不正确')).toBeTruthy()
  await user.clear(factor.getByLabelText('密码'))
  await user.type(factor.getByLabelText('密码'), 'Demo2026{Enter}')
  expect(await factor.findByRole('img', { name: '给身份验证器扫描的二维码' })).toBeTruthy()
  const secret = factor.getByText(/^(?:[A-Z2-7]{4} ?)+$/).textContent.replaceAll(' ', '')
  await user.type(factor.getByLabelText('6 位动态码'), '000000{Enter}')
  expect(await factor.findByText('动态码不正确，请输入当前显示的 6 位数字')).toBeTruthy()
  await user.clear(factor.getByLabelText('6 位动态码'))
  await user.type(
    factor.getByLabelText('6 位动态码'),
    `${new TOTP({ secret }).generate().replace(/^.../, '$& ')}{Enter}`,
  )
  const codes = within(await factor.findByRole('list', { name: '恢复码' }))
  const recoveryCodes = codes.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(recoveryCodes).toHaveLength(10)
  expect(factor.getByRole('button', { name: /复制全部/ })).toBeTruthy()
  expect(factor.getByRole('button', { name: /下载/ })).toBeTruthy()
  await user.click(factor.getByRole('button', { name: '我已保存' }))
  expect(await factor.findByText('还有 10 个恢复码可用。')).toBeTruthy()
  expect(factor.queryByRole('list')).toBeNull()

  await user.click(factor.getByRole('button', { name: '关闭两步验证' }))
  await user.type(factor.getByLabelText('密码'), 'Demo2026')
  await user.type(factor.getByLabelText('动态码或恢复码'), '000000{Enter}')
  expect(await factor.findByText('动态码不正确，请输入当前显示的 6 位数字或恢复码')).toBeTruthy()
  await user.clear(factor.getByLabelText('动态码或恢复码'))
  await user.type(factor.getByLabelText('动态码或恢复码'), `${recoveryCodes[3]}{Enter}`)
  expect(await factor.findByText('未开启')).toBeTruthy()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The bank requires a second factor of its people from a day on. */
async function requireTwoFactor(twoFactorFrom: string) {
  const { version } = await call(endpoints.organisations.detail, { id: 2 })
  const unchanged = {
    name: '草原银行',
    contact: '王',
    telephone: '13900000001',
    email: 'office1@example.com',
    address: '锡林浩特',
  }
  await call(endpoints.organisations.update, { id: 2, version, ...unchanged, requiresTwoFactor: true, twoFactorFrom })
}

test('hides the removal of a second factor the organisation requires', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const soon = inDays(30)
  await requireTwoFactor(soon)
  const early = await console_.open('/dashboard/account')
  const day = new Date(soon).toLocaleDateString('zh-CN', { dateStyle: 'long', timeZone: 'UTC' })
  expect(await screen.findByText(`您的机构从 ${day} 起要求使用两步验证，请在此之前设置。`)).toBeTruthy()
  early.unmount()
  const { secret } = await call(endpoints.account.beginTwoFactor, { password: 'Demo2026' })
  await call(endpoints.account.confirmTwoFactor, { code: new TOTP({ secret }).generate() })
  await requireTwoFactor(inDays(0))
  const ready = await console_.open('/dashboard/account')
  const factor = await panel('两步验证')
  expect(await factor.findByText(/还有 10 个恢复码可用。 您的账号要求使用两步验证，不能关闭。/)).toBeTruthy()
  expect(factor.queryByRole('button', { name: '关闭两步验证' })).toBeNull()
  ready.unmount()
  console_.signIn('bankuser')
  await console_.open('/dashboard/account')
  expect(await screen.findByText('您的账号要求使用两步验证，请先完成设置。')).toBeTruthy()
})

test('requires a first password before a second factor', async () => {
  const clerk = {
    userName: 'clerk',
    displayName: '新职员',
    role: 'BANK_USER',
    telephone: '13800007777',
    email: 'clerk@example.com',
  } as const
  await call(endpoints.users.addOrEdit, clerk)
  await console_.signInBySms(clerk.telephone)
  await console_.open('/dashboard/account')
  const password = await panel('设置密码')
  expect(password.queryByLabelText('当前密码')).toBeNull()
  const factor = await panel('两步验证')
  expect(factor.getByText('请先设置密码。')).toBeTruthy()
  expect(factor.getByRole('button', { name: '设置两步验证' })).toHaveProperty('disabled', true)
})

test('retries an account that failed to load', async () => {
  console_.faults.use(http.get(`*${endpoints.account.profile.path}`, () => HttpResponse.error(), { once: false }))
  const { user } = await console_.open('/dashboard/account')
  expect(await screen.findByText('您的网络发生异常，无法连接服务器')).toBeTruthy()
  console_.faults.resetHandlers()
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  expect(await screen.findByRole('region', { name: '个人资料' })).toBeTruthy()
})

/** An account whose holder has not proved lately that it is they: they came by an SMS. Its address is being changed. */
async function changeAddress(to: string) {
  await console_.signInBySms('13800000004')
  const { user } = await console_.open('/dashboard/account')
  const profile = await panel('个人资料')
  const address = await profile.findByLabelText(/邮箱/)
  await user.clear(address)
  await user.type(address, to)
  await user.click(profile.getByRole('button', { name: /保\s*存/ }))
  return { user, profile, dialog: within(await screen.findByRole('dialog', { name: '请验证身份' })) }
}

test('asks for the password before changing the address, then confirms it', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { user, profile, dialog } = await changeAddress('new@example.com')
  await user.type(dialog.getByLabelText('密码'), 'Wrong2026{Enter}')
  expect(await dialog.findByText('密码不正确')).toBeTruthy()
  await user.clear(dialog.getByLabelText('密码'))
  await user.type(dialog.getByLabelText('密码'), 'Demo2026{Enter}')
  expect(await profile.findByText('new@example.com 待验证，请打开验证邮件中的链接。')).toBeTruthy()
  expect((await call(endpoints.account.profile, {})).pendingEmail).toBe('new@example.com')
  const mail = (await console_.messages()).find(({ recipient }) => recipient === 'new@example.com')
  const link = /\/user\/confirm-email#\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  await console_.open(link)
  expect(await screen.findByText('今后的邮件将发往 new@example.com。')).toBeTruthy()
  expect((await call(endpoints.account.profile, {})).email).toBe('new@example.com')
  await console_.open(link)
  expect(await screen.findByText(/链接已失效或已使用过。/)).toBeTruthy()
})

test('withdraws a pending address by saving the current one', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  const { user, profile, dialog } = await changeAddress('new@example.com')
  const { email: held } = await call(endpoints.account.profile, {})
  await user.type(dialog.getByLabelText('密码'), 'Demo2026{Enter}')
  const awaited = 'new@example.com 待验证，请打开验证邮件中的链接。'
  expect(await profile.findByText(awaited)).toBeTruthy()
  const [address, name, save] = [
    profile.getByLabelText<HTMLInputElement>(/邮箱/),
    profile.getByLabelText(/姓名/),
    profile.getByRole('button', { name: /保\s*存/ }),
  ]
  await waitFor(() => expect(address.value).toBe('new@example.com'))
  await user.type(name, ' II')
  await user.click(save)
  await waitFor(async () =>
    expect(await call(endpoints.account.profile, {})).toMatchObject({
      displayName: expect.stringMatching(/ II$/),
      pendingEmail: 'new@example.com',
    }),
  )
  await waitFor(() => expect(address.matches(':disabled')).toBe(false))
  await user.clear(address)
  await user.type(address, held ?? '')
  await user.click(save)
  await waitFor(() => expect(profile.queryByText(awaited)).toBeNull())
  expect(await call(endpoints.account.profile, {})).toMatchObject({ email: held, pendingEmail: null })
})

test('changes nothing when re-authentication is cancelled', async () => {
  const { user, profile, dialog } = await changeAddress('thief@example.com')
  await user.click(dialog.getByRole('button', { name: /取\s*消/ }))
  expect(await profile.findByText(/^请再次验证身份/)).toBeTruthy()
  expect((await call(endpoints.account.profile, {})).pendingEmail).toBeNull()
})
