import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import type { Screen } from '../../navigation/screen.ts'
import { forgetSmsCode } from '../../store/smsCodes.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'
import { CaptchaInput } from './CaptchaInput.tsx'
import { ImageInput } from '../files/ImageInput.tsx'
import { PasswordInput } from './PasswordInput.tsx'

const onWrongTelephone = vi.fn<() => void>()

function Bench() {
  const [password, setPassword] = useState<string | null>(null)
  const [captcha, setCaptcha] = useState<string | null>(null)
  const [telephone, setTelephone] = useState('')
  const [picture, setPicture] = useState<string | null>(null)
  const [failure, setFailure] = useState('')
  return (
    <>
      <label htmlFor="password">密码</label>
      <PasswordInput id="password" value={password} onChange={setPassword} autoComplete="new-password" />
      <label htmlFor="telephone">手机号</label>
      <input id="telephone" value={telephone} onChange={(event) => setTelephone(event.target.value)} />
      <label htmlFor="captcha">验证码</label>
      <CaptchaInput
        id="captcha"
        value={captcha}
        onChange={setCaptcha}
        telephone={telephone}
        onWrongTelephone={onWrongTelephone}
        onFailure={(error) => setFailure(error?.code ?? '')}
      />
      <p>{failure}</p>
      <label htmlFor="picture">营业执照</label>
      <ImageInput id="picture" value={picture} onChange={setPicture} />
      <output>{picture}</output>
    </>
  )
}

const table: Screen[] = [
  {
    path: '/bench',
    titleId: 'organisation.identity',
    icon: 'login',
    roles: 'open',
    load: async () => ({ Component: Bench }),
  },
]
const console_ = openTestConsole()
beforeEach(() => {
  forgetSmsCode()
  onWrongTelephone.mockClear()
})

test.each([
  ['Ab1', '强度：太短'],
  ['Wort ohne Zahl', '强度：还缺数字'],
  ['korova zima trava', '强度：强'],
  ['LARKSPUR77', '强度：还缺小写字母'],
  ['larkspur77x', '强度：还缺大写字母'],
  ['Password1', '强度：太常见'],
  ['Larkspu7', '强度：中'],
  ['Larkspur77xy', '强度：强'],
])('rates the password %s', async (password, words) => {
  const { user } = await console_.open('/bench', table)
  const input = await screen.findByLabelText('密码')
  expect(input.getAttribute('placeholder')).toContain('8–30 位')
  await user.type(input, password)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('rejects a password that is too long', async () => {
  const { user } = await console_.open('/bench', table)
  const input = await screen.findByLabelText('密码')
  await user.click(input)
  await user.paste(`Ab1${'x'.repeat(126)}`)
  expect(screen.queryByText(/^强度/)).toBeNull()
  expect(screen.getByText('8–30 位，含数字、大写和小写字母；或 15 位以上任意字符')).toBeTruthy()
})

test('sends a code and counts down to the next', async () => {
  const { user } = await console_.open('/bench', table)
  await user.click(await screen.findByRole('button', { name: '获取验证码' }))
  expect(onWrongTelephone).toHaveBeenCalledOnce()
  await user.type(screen.getByLabelText('手机号'), '138 0013 8000')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByRole('button', { name: /^\d+ 秒后重试$/ })).toHaveProperty('disabled', true)
  expect(screen.getByText('验证码已发送到 +8613800138000')).toBeTruthy()
  await user.click(screen.getByLabelText('验证码'))
  await user.paste('您的验证码是 12 34 56。')
  expect(screen.getByLabelText<HTMLInputElement>('验证码').value).toBe('123456')
})

test('waits as long as the server says', async () => {
  await call(endpoints.auth.sendSmsCode, { telephone: '13800138001', smsType: 'LOGIN' })
  const { user } = await console_.open('/bench', table)
  await user.type(await screen.findByLabelText('手机号'), '13800138001')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(await screen.findByRole('button', { name: /^(60|5\d) 秒后重试$/ })).toBeTruthy()
  expect(screen.getByText('TOO_MANY_TRIES')).toBeTruthy()
})

test('uploads, shows and removes a picture', async () => {
  const { user } = await console_.open('/bench', table)
  await user.upload(await screen.findByLabelText('营业执照'), testPicture())
  expect(await screen.findByRole('img', { name: '已上传的图片' })).toBeTruthy()
  expect(await screen.findByText(/^[0-9a-f-]{36}$/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '移除' }))
  await waitFor(() => expect(screen.queryByRole('img', { name: '已上传的图片' })).toBeNull())
})

test.each([
  [
    'too large',
    () => new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'x.png', { type: 'image/png' }),
    '图片不能超过 10 MB',
  ],
  ['no picture', () => new File(['x'], 'x.pdf', { type: 'application/pdf' }), '仅支持 JPG、PNG 或 WebP 图片'],
])('refuses a file that is %s without sending it', async (_name, file, words) => {
  const { user } = await console_.open('/bench', table)
  await userUploadsAnything(user, file())
  expect(await screen.findByText(words)).toBeTruthy()
})

test('explains a rejected picture', async () => {
  const { user } = await console_.open('/bench', table)
  await user.upload(await screen.findByLabelText('营业执照'), new File(['no picture'], 'x.png', { type: 'image/png' }))
  expect(await screen.findByText('请上传 JPEG、PNG 或 WebP 图片。')).toBeTruthy()
})

/** Dropped files are not held to `accept`. */
async function userUploadsAnything(user: { upload: (element: HTMLElement, file: File) => Promise<void> }, file: File) {
  const input = await screen.findByLabelText<HTMLInputElement>('营业执照')
  input.removeAttribute('accept')
  await user.upload(input, file)
}
