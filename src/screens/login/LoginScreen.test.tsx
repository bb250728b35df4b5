import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { TOTP } from 'otpauth'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { screens } from '../../routes.tsx'
import type { Screen } from '../../navigation/screen.ts'
import { call } from '../../api/call.ts'
import { request } from '../../api/request.ts'
import { endSession, useSession } from '../../api/session.ts'
import { forgetSmsCode } from '../../store/smsCodes.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole()
afterEach(() => {
  console_.reset()
  forgetSmsCode()
})

const wall = '/dashboard/animal-monitor/monitor'
const projects = '/dashboard/projects'
/** Words of the pages on which people land, without a call. */
const said: Record<string, string> = { [wall]: 'the wall', [projects]: 'the projects' }
const table: Screen[] = screens.map((each) =>
  said[each.path] === undefined ? each : { ...each, load: async () => ({ Component: () => <p>{said[each.path]}</p> }) },
)
const loginPath = `*${endpoints.auth.login.path}`
type User = Awaited<ReturnType<typeof console_.open>>['user']

async function fillIn(user: User, userName: string, password: string) {
  await user.type(await screen.findByLabelText('用户名'), userName)
  await user.type(screen.getByLabelText('密码'), password)
  await user.click(screen.getByRole('button', { name: /登\s*录/ }))
}

/** Has a second factor set up by a user; answers what their authenticator shows next, and their recovery codes. */
async function setUpTwoFactor(userName: string) {
  console_.signIn(userName)
  const { secret } = await call(endpoints.account.beginTwoFactor, { password: 'Demo2026' })
  const totp = new TOTP({ secret })
  const { recoveryCodes } = await call(endpoints.account.confirmTwoFactor, { code: totp.generate() })
  endSession()
  // A code is good once: the next one is of the next half minute.
  return { nextCode: () => totp.generate({ timestamp: Date.now() + 30_000 }), recoveryCodes }
}

/** Notes what is tried to sign in. */
function noteTries() {
  const tried: { twoFactorCode?: string }[] = []
  console_.faults.use(
    http.post(loginPath, async ({ request }) => {
      tried.push((await request.clone().json()) as { twoFactorCode?: string })
    }),
  )
  return tried
}

async function newestCode() {
  const [message] = await console_.messages()
  return /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
}

test('signs in and opens the landing page of the role', async () => {
  const { user, path } = await console_.open('/user/login', table)
  await fillIn(user, 'pm', 'Demo2026')
  expect(await screen.findByText('the projects')).toBeTruthy()
  expect(path()).toBe(projects)
  expect(localStorage.getItem('loginToken')).toMatch(/^[\w-]{43}$/)
  expect(localStorage.getItem('authority')).toBe('["SUPERVISOR_PM"]')
})

test('rejects a wrong name or password without leaving', async () => {
  const { user, path } = await console_.open('/user/login', table)
  await fillIn(user, 'pm', 'Wrong2026')
  expect(await screen.findByText('用户名或密码错误')).toBeTruthy()
  expect(useSession.getState().loginStatus).toBe('error')
  expect(path()).toBe('/user/login')
})

test('asks for missing fields', async () => {
  const { user } = await console_.open('/user/login', table)
  await user.click(await screen.findByRole('button', { name: /登\s*录/ }))
  expect(await screen.findByText('请输入用户名')).toBeTruthy()
  expect(await screen.findByText('请输入密码')).toBeTruthy()
})

test('reports an unreachable server', async () => {
  console_.faults.use(http.post(loginPath, () => HttpResponse.error()))
  const { user } = await console_.open('/user/login', table)
  await fillIn(user, 'pm', 'Demo2026')
  expect(await screen.findByText('您的网络发生异常，无法连接服务器')).toBeTruthy()
})

test('returns to the requested page', async () => {
  const { user, path } = await console_.open(`/user/login?redirect=${encodeURIComponent(`${wall}?farm=2`)}`, table)
  await fillIn(user, 'pm', 'Demo2026')
  await waitFor(() => expect(path()).toBe(`${wall}?farm=2`))
})

test('signs in by SMS and counts down across a reload', { tags: 'long' }, async () => {
  const first = await console_.open('/user/login', table)
  await first.user.click(await screen.findByRole('tab', { name: '手机登录' }))
  await first.user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByText('请输入手机号')).toBeTruthy()
  await first.user.type(screen.getByLabelText('手机号'), '13800000003')
  await first.user.click(screen.getByRole('button', { name: '获取验证码' }))
  const counting = await screen.findByRole('button', { name: /^(60|5\d) 秒后重试$/ })
  expect(counting).toHaveProperty('disabled', true)

  first.unmount()
  const { user } = await console_.open('/user/login', table)
  await user.click(await screen.findByRole('tab', { name: '手机登录' }))
  expect(await screen.findByRole('button', { name: /秒后重试/ })).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('手机号')).toHaveProperty('value', '13800000003')

  await user.type(screen.getByLabelText('验证码'), '000000')
  await user.click(screen.getByRole('button', { name: /登\s*录/ }))
  expect(await screen.findByText('验证码错误')).toBeTruthy()
  await user.clear(screen.getByLabelText('验证码'))
  await user.type(screen.getByLabelText('验证码'), await newestCode())
  await user.click(screen.getByRole('button', { name: /登\s*录/ }))
  expect(await screen.findByText('the projects')).toBeTruthy()
})

test('asks for the second factor and accepts a pasted code', async () => {
  const { nextCode } = await setUpTwoFactor('pm')
  const tried = noteTries()
  const { user } = await console_.open('/user/login', table)
  await fillIn(user, 'pm', 'Demo2026')
  const code = await screen.findByLabelText('6 位动态码')
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  const right = nextCode()
  await user.type(code, right === '654321' ? '12 34-56' : '65 43-21')
  expect(await screen.findByText('动态码或恢复码不正确，请核对后重试')).toBeTruthy()
  await user.clear(screen.getByLabelText('6 位动态码'))
  await user.click(screen.getByLabelText('6 位动态码'))
  await user.paste(` ${right.slice(0, 3)} ${right.slice(3)} `)
  expect(await screen.findByText('the projects')).toBeTruthy()
  expect(tried).toHaveLength(3)
})

test('accepts a recovery code in both steps', { tags: 'long' }, async () => {
  const {
    recoveryCodes: [recoveryCode = ''],
  } = await setUpTwoFactor('bank')
  const tried = noteTries()
  const { user } = await console_.open('/user/login', table)
  await fillIn(user, 'bank', 'Demo2026')
  await user.click(await screen.findByRole('button', { name: '使用恢复码' }))
  expect(screen.getByText('请输入一个未用过的恢复码，每个只能用一次。')).toBeTruthy()
  expect(screen.queryByText(/6 位动态码/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '返回上一步' }))
  await user.click(await screen.findByRole('button', { name: '恢复码' }))
  await user.type(screen.getByLabelText('密码'), 'Demo2026')
  await user.type(screen.getByLabelText('恢复码'), `${recoveryCode}{Enter}`)
  expect(await screen.findByText('the wall')).toBeTruthy()
  expect(tried.map(({ twoFactorCode }) => twoFactorCode)).toEqual([undefined, recoveryCode])
})

test('offers another activation mail to an unactivated user', { tags: 'long' }, async () => {
  const { user } = await console_.open('/user/login', table)
  await fillIn(user, 'xilin.admin', 'Herd2026x')
  const alert = within((await screen.findByText('账号尚未激活')).closest('[role=alert]') as HTMLElement)
  await user.type(await alert.findByLabelText('邮箱'), 'xilin.admin')
  await user.click(alert.getByRole('button', { name: '重新发送激活邮件' }))
  expect(await screen.findByText('邮箱格式不正确')).toBeTruthy()
  await user.type(alert.getByLabelText('邮箱'), '@example.com')
  await user.click(alert.getByRole('button', { name: '重新发送激活邮件' }))
  expect(await screen.findByText('如果该邮箱有待激活的账号，激活邮件已重新发送。')).toBeTruthy()
  await waitFor(async () => expect((await console_.messages())[0]?.recipient).toBe('xilin.admin@example.com'))
})

test('reports a pending approval', async () => {
  const { user } = await console_.open('/user/login', table)
  await fillIn(user, 'north.admin', 'Herd2026x')
  expect(await screen.findByText('您的机构正在等待平台审批')).toBeTruthy()
})

test('reports a rejected organisation and the next step', async () => {
  const { user } = await console_.open('/user/login', table)
  await fillIn(user, 'bayan.admin', 'Herd2026x')
  const alert = within((await screen.findByText('您的机构注册未通过审批')).closest('[role=alert]') as HTMLElement)
  expect(alert.getByRole('link', { name: '注册账号' }).getAttribute('href')).toBe('/user/register')
  expect(screen.queryByText(/等待平台审批/)).toBeNull()
})

test('counts down after too many attempts', { tags: 'long' }, async () => {
  const wrong = { type: 'account', userName: 'nobody', password: 'Wrong2026' } as const
  for (let tries = 0; tries < 5; tries++)
    await expect(request(endpoints.auth.login, wrong)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' })
  const { user } = await console_.open('/user/login', table)
  await fillIn(user, wrong.userName, wrong.password)
  const left = async () =>
    Number(/请在 (\d+) 秒后再试/.exec((await screen.findByText(/尝试次数过多/)).textContent)?.[1])
  const before = await left()
  expect(before).toBeLessThanOrEqual(10)
  await waitFor(async () => expect(await left()).toBeLessThan(before))
})

test('links to sign-up, password reset and other sign-ins', async () => {
  const { user, path } = await console_.open('/user/login', table)
  await user.click(await screen.findByRole('button', { name: '短信验证码' }))
  expect(await screen.findByLabelText('手机号')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '用户名和密码' }))
  expect(await screen.findByLabelText('密码')).toBeTruthy()
  expect(screen.getByRole('link', { name: '注册账号' }).getAttribute('href')).toBe('/user/register')
  await user.click(screen.getByRole('link', { name: '忘记密码？' }))
  await waitFor(() => expect(path()).toBe('/user/forgot-password'))
})

test('explains an ended session until the next sign-in', { tags: 'long' }, async () => {
  onTestFinished(() => console_.renew())
  console_.signIn('pm')
  const { user, path } = await console_.open('/dashboard/account', table, true)
  // The live connection reports the end with its reason.
  await screen.findByText('实时')
  await console_.callAs('supervisor', endpoints.users.setStatus, { ids: [3], status: 'DISABLED', reason: '离职' })
  expect(await screen.findByText('您的账号或所属机构已停用，已退出登录。请联系管理员。')).toBeTruthy()
  expect(path()).toBe(`/user/login?redirect=${encodeURIComponent('/dashboard/account')}`)
  await fillIn(user, 'otgon', 'Herd2026x')
  await waitFor(() => expect(path()).toBe('/dashboard/account'))
  expect(useSession.getState().endedBy).toBeNull()
})

test('ignores a requested page that the new user may not see', async () => {
  const { user, path } = await console_.open(
    `/user/login?redirect=${encodeURIComponent('/dashboard/profiles/user')}`,
    table,
  )
  await fillIn(user, 'otgon', 'Herd2026x')
  await waitFor(() => expect(path()).toBe(wall))
})

test('asks for a work e-mail and says when no organisation signs in there', async () => {
  const { user } = await console_.open('/user/login')
  await user.click(await screen.findByRole('button', { name: '机构账号' }))
  await user.type(screen.getByLabelText('工作邮箱'), 'tuya@nowhere.example')
  await user.click(screen.getByRole('button', { name: '继续' }))
  expect(await screen.findByText('没有机构为此邮箱设置统一登录')).toBeTruthy()
})

test('says why an identity provider’s answer opened no account', async () => {
  console_.faults.use(
    http.post(`*${endpoints.auth.finishIssuer.path}`, () =>
      HttpResponse.json(
        { success: false, error: { code: 'ISSUER_REFUSED', message: 'x', details: { reason: 'domain' } } },
        { status: 403 },
      ),
    ),
  )
  const { path: at } = await console_.open(`/user/issuer?state=${'s'.repeat(43)}&code=c`)
  expect(await screen.findByText('您的邮箱不属于贵机构已验证的域名。')).toBeTruthy()
  expect(at()).toBe('/user/issuer')
})
