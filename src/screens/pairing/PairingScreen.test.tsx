import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { call } from '../../api/call.ts'
import { openTestConsole } from '../../testConsole.tsx'
import { testPicture } from '../../testPicture.ts'

const console_ = openTestConsole('pm')

test('pairs a typed neckband and tag, and rejects an unknown tag', async () => {
  await call(endpoints.neckbands.addOrEdit, { deviceId: 'AC233F1000EE' })
  await call(endpoints.animals.addOrEdit, { visualTag: 'T-77', farmId: 1 })
  const { user } = await console_.open('/dashboard/animal-monitor/device/pairing')
  await user.type(await screen.findByRole('textbox', { name: '设备编号' }), 'ac:23:3f:10:00:ee')
  await user.type(screen.getByRole('textbox', { name: '耳标' }), 'T-78')
  await user.type(screen.getByRole('textbox', { name: '原因（记入配对记录和审计）' }), '新配')
  await user.upload(screen.getByLabelText('配对照片'), testPicture())
  expect(await screen.findByRole('button', { name: '移除' })).toBeTruthy()
  const pair = () => screen.getByRole('button', { name: /^配\s*对$/ })
  await user.click(pair())
  expect(await screen.findByText('耳标不存在')).toBeTruthy()
  const tag = screen.getByRole('textbox', { name: '耳标' })
  await user.clear(tag)
  await user.type(tag, 'T-77')
  await user.click(pair())
  expect(await screen.findByText(/AC233F1000EE.*T-77/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '耳标' }).value).toBe('')
  // Nobody writes the same reason again.
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^原因/ }).value).toBe('新配')
  const {
    list: [band],
  } = await call(endpoints.neckbands.list, { deviceId: 'AC233F1000EE' })
  expect((await call(endpoints.neckbands.pairings, { id: band?.id ?? 0 })).list).toMatchObject([
    { visualTag: 'T-77', to: null, by: '苏日娜', reason: '新配', photoId: expect.any(String) },
  ])
})

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a page that came by http', false, '', /https/],
  ['a camera that was refused', true, 'NotAllowedError', /相机权限被禁止/],
  ['no camera', true, 'NotFoundError', /此设备没有相机/],
  ['a camera in use', true, 'NotReadableError', /可能正被其他程序使用/],
])('keeps typing possible and explains %s', { tags: 'long' }, async (_what, isSecureContext, name, words) => {
  vi.stubGlobal('isSecureContext', isSecureContext)
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator) as Navigator, {
      mediaDevices: { getUserMedia: () => Promise.reject(new DOMException('', name)) },
    }),
  )
  const { user } = await console_.open('/dashboard/animal-monitor/device/pairing')
  await user.click(await screen.findByRole('button', { name: '扫描耳标' }))
  expect(await screen.findByText(words)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /Close|关闭/ }))
  await user.type(screen.getByRole('textbox', { name: '耳标' }), 'T-79')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '耳标' }).value).toBe('T-79')
})
