import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRegistration } from '../../store/registration.ts'
import { forgetSmsCode } from '../../store/smsCodes.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

const console_ = openTestConsole()
afterEach(() => {
  console_.reset()
  forgetSmsCode()
  useRegistration.setState({ registration: null })
  sessionStorage.clear()
})
type User = Awaited<ReturnType<typeof console_.open>>['user']

const submit = () => screen.getByRole('button', { name: /^注\s*册$/ })
const put = (label: string, value: string) => {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

/** Somebody new each time: the server remembers who has registered. */
const somebody = {
  creditCode: ' 91350100m000100y43 ',
  userName: 'gaowa',
  email: 'gaowa@qq.com',
  telephone: '139 1234 5678',
}
const somebodyElse = {
  creditCode: '91150400MA0GA0WA1R',
  userName: 'naran.2',
  email: 'pm@example.com',
  telephone: '139 1234 5679',
}

async function fillIn(user: User, { creditCode, userName, email, telephone }: typeof somebody) {
  await user.click(await screen.findByRole('radio', { name: '监管机构' }))
  put('机构名称', '赤峰活畜监管公司')
  put('统一社会信用代码', creditCode)
  put('联系人', '高娃')
  put('地址', '内蒙古赤峰市')
  await user.upload(screen.getByLabelText('营业执照'), testPicture())
  await screen.findByRole('img', { name: '已上传的图片' })
  put('用户名', userName)
  put('邮箱', email)
  put('密码', 'Demo2026x')
  put('确认密码', 'Demo2026x')
  put('手机号', telephone)
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await screen.findByRole('button', { name: /秒后重试/ })
  put('验证码', /\d{6}/.exec((await console_.messages())[0]?.text ?? '')?.[0] ?? '')
}

test('registers an organisation, activates it and waits for approval', async () => {
  const { user, path } = await console_.open('/user/register')
  await fillIn(user, somebody)
  await user.click(submit())
  expect(await screen.findByRole('heading', { name: /您的账号 gaowa@qq.com 注册成功/ })).toBeTruthy()
  expect(path()).toBe('/user/register-result')
  expect(screen.getByText(/24 小时内有效/)).toBeTruthy()
  expect(JSON.parse(sessionStorage.getItem('registration') ?? '')).toEqual({ email: 'gaowa@qq.com' })

  const link = /\/user\/activate#\S+/.exec((await console_.messages())[0]?.text ?? '')?.[0] ?? ''
  console_.reset()
  const activation = await console_.open(link)
  expect(await screen.findByRole('heading', { name: '账号已激活' })).toBeTruthy()
  expect(activation.path()).toBe('/user/activate')
  expect(screen.getByText(/赤峰活畜监管公司 的注册已提交平台审批/)).toBeTruthy()

  await activation.user.click(screen.getByRole('link', { name: '去登录' }))
  await activation.user.type(await screen.findByLabelText('用户名'), 'gaowa')
  await activation.user.type(screen.getByLabelText('密码'), 'Demo2026x{Enter}')
  expect(await screen.findByText('您的机构正在等待平台审批')).toBeTruthy()
})

test('focuses the first wrong field', { tags: 'long' }, async () => {
  const { user } = await console_.open('/user/register')
  const userName = await screen.findByLabelText('用户名')
  put('用户名', '乌云')
  await user.click(submit())
  expect(await screen.findByText('请输入机构名称')).toBeTruthy()
  expect(userName.getAttribute('aria-invalid')).not.toBe('true')
  await waitFor(() => expect((document.activeElement as HTMLInputElement).type).toBe('radio'))
})

test('asks for everything missing in the specified words', async () => {
  const { user } = await console_.open('/user/register')
  await screen.findByRole('radio', { name: '质权人' })
  await user.click(submit())
  for (const words of [
    '请选择机构类型',
    '请输入机构名称',
    '请输入统一社会信用代码',
    '请输入联系人',
    '请输入地址',
    '请上传营业执照',
    '请输入用户名',
    '请输入邮箱地址',
    '请输入密码',
    '请再次输入密码',
    '请输入手机号',
    '请先获取验证码',
  ]) {
    expect(await screen.findByText(words)).toBeTruthy()
  }
})

test('clears the request once a field is filled', { tags: 'long' }, async () => {
  const { user } = await console_.open('/user/register')
  await screen.findByRole('radio', { name: '质权人' })
  await user.click(submit())
  expect(await screen.findByText('请上传营业执照')).toBeTruthy()
  await user.upload(screen.getByLabelText('营业执照'), testPicture())
  await waitFor(() => expect(screen.queryByText('请上传营业执照')).toBeNull())
  put('手机号', '139 1234 5680')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByText('验证码已发送到 +8613912345680')).toBeTruthy()
  await user.click(submit())
  expect(await screen.findByText('请输入验证码')).toBeTruthy()
})

test.each([
  ['邮箱', 'gaowa@', '邮箱格式不正确'],
  ['手机号', '12345', '手机号格式不正确'],
  ['统一社会信用代码', '91350100M000100Y44', '统一社会信用代码不正确，请核对 18 位代码'],
  ['密码', 'demo2026', '请输入 8 到 30 位密码，须同时包含数字、小写字母和大写字母；也可使用 15 到 128 位任意字符'],
  ['密码', 'Demo202', '请输入 8 到 30 位密码，须同时包含数字、小写字母和大写字母；也可使用 15 到 128 位任意字符'],
  ['用户名', 'a b', '用户名须为 2 到 50 个字符，可用文字、数字和 . _ @ -'],
  ['用户名', '乌', '用户名须为 2 到 50 个字符，可用文字、数字和 . _ @ -'],
  ['机构名称', 'x', '机构名称须为 2 到 100 个字'],
  ['验证码', '123', '验证码错误'],
])('rejects %s %s on blur', async (label, value, words) => {
  await console_.open('/user/register')
  await screen.findByLabelText(label)
  put(label, value)
  expect(await screen.findByText(words)).toBeTruthy()
  put(label, '')
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

test('rates the password while it is typed', async () => {
  await console_.open('/user/register')
  const password = await screen.findByLabelText('密码')
  expect(document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '8–30 位，含数字、大写和小写字母；或 15 位以上任意字符',
  )
  for (const [value, strength] of [
    ['Demo1', '太短'],
    ['Password1', '太常见'],
    ['Larkspu7', '中'],
    ['Larkspur77xy', '强'],
  ] as const) {
    put('密码', value)
    expect(await screen.findByText(`强度：${strength}`)).toBeTruthy()
  }
})

test('requires equal passwords', async () => {
  await console_.open('/user/register')
  await screen.findByLabelText('密码')
  put('密码', 'Demo2026')
  put('确认密码', 'Demo2027')
  expect(await screen.findByText('两次输入的密码不匹配')).toBeTruthy()
  put('密码', 'Demo2027')
  await waitFor(() => expect(screen.queryByText('两次输入的密码不匹配')).toBeNull())
})

test('shows a server error at its field and keeps input', { tags: 'long' }, async () => {
  const { user, path } = await console_.open('/user/register')
  await fillIn(user, { ...somebodyElse, userName: 'supervisor', email: 'naran@qq.com' })
  await user.click(submit())
  expect(await screen.findByText(/用户名无法在此使用/)).toBeTruthy()
  expect(path()).toBe('/user/register')
  expect(screen.getByLabelText('机构名称')).toHaveProperty('value', '赤峰活畜监管公司')
  expect(screen.getByRole('radio', { name: '监管机构' })).toHaveProperty('checked', true)

  put('用户名', 'naran.2')
  put('密码', 'Passw0rd')
  put('确认密码', 'Passw0rd')
  await user.click(submit())
  expect(await screen.findByText('密码过于常见，容易被猜到，请更换')).toBeTruthy()
})

test('chooses the kind by arrow keys', async () => {
  const { user } = await console_.open('/user/register')
  await user.click(await screen.findByRole('radio', { name: '质权人' }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('radio', { name: '出质人' })).toHaveProperty('checked', true)
})

test('returns to the form when nothing was registered', async () => {
  const { path } = await console_.open('/user/register-result')
  await waitFor(() => expect(path()).toBe('/user/register'))
})
