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

/** Adds a farm's animals and a neckband, named so that no other test has them. */
async function seedPair(name: string) {
  const deviceId = `AC233F20${name}`
  await call(endpoints.neckbands.addOrEdit, { deviceId })
  for (const part of ['A', 'B']) await call(endpoints.animals.addOrEdit, { visualTag: `${name}-${part}`, farmId: 1 })
  return deviceId
}
const history = async (deviceId: string) => {
  const [band] = (await call(endpoints.neckbands.list, { deviceId })).list
  const { list } = await call(endpoints.neckbands.pairings, { id: band?.id ?? 0 })
  return list.map(({ visualTag, to }) => [visualTag, to === null ? 'now' : 'ended'])
}

test('asks before a neckband is moved, strikes the old pairing and undoes the move', async () => {
  const deviceId = await seedPair('00A1')
  await call(endpoints.neckbands.pair, { deviceId, earTag: '00A1-A', reason: 'first' })
  const { user } = await console_.open('/dashboard/animal-monitor/device/pairing')
  await user.type(await screen.findByRole('textbox', { name: '设备编号' }), deviceId)
  await user.type(screen.getByRole('textbox', { name: '耳标' }), '00A1-B')
  await user.type(screen.getByRole('textbox', { name: /^原因/ }), '换')
  await user.click(screen.getByRole('button', { name: /^配\s*对$/ }))
  expect(await screen.findByText(/目前由 00A1-A 佩戴.*与 00A1-A 的配对结束，与 00A1-B 的配对开始/)).toBeTruthy()
  expect(await history(deviceId)).toEqual([['00A1-A', 'now']])
  await user.click(screen.getByRole('button', { name: '换到 00A1-B' }))
  expect(await screen.findByText(`${deviceId} · 00A1-A`, { selector: 's' })).toBeTruthy()
  expect(await history(deviceId)).toEqual([
    ['00A1-B', 'now'],
    ['00A1-A', 'ended'],
  ])
  await user.click(screen.getByRole('button', { name: `撤销 ${deviceId} 的配对` }))
  expect(await screen.findByText(`已撤销 ${deviceId} 的配对`)).toBeTruthy()
  expect(await history(deviceId)).toEqual([
    ['00A1-A', 'now'],
    ['00A1-B', 'ended'],
    ['00A1-A', 'ended'],
  ])
})

test('leaves a worn neckband where it is when the person declines', async () => {
  const deviceId = await seedPair('00A2')
  await call(endpoints.neckbands.pair, { deviceId, earTag: '00A2-A', reason: 'first' })
  const { user } = await console_.open('/dashboard/animal-monitor/device/pairing')
  await user.click(await screen.findByText('连续配对'))
  await user.type(await screen.findByRole('textbox', { name: '耳标' }), '00A2-B{Enter}')
  await user.type(screen.getByRole('textbox', { name: '设备编号' }), `${deviceId}{Enter}`)
  await user.click(await screen.findByRole('button', { name: /取\s*消/ }))
  expect(await screen.findByText('该项圈由另一头牲畜佩戴')).toBeTruthy()
  expect(await history(deviceId)).toEqual([['00A2-A', 'now']])
})

test('pairs one animal after another by Enter alone', async () => {
  const [first, second] = [await seedPair('00A3'), await seedPair('00A4')]
  const { user } = await console_.open('/dashboard/animal-monitor/device/pairing')
  await user.click(await screen.findByText('连续配对'))
  await user.click(await screen.findByRole('textbox', { name: '耳标' }))
  await user.keyboard(`00A3-A{Enter}${first}{Enter}`)
  expect(await screen.findByText(`${first} · 00A3-A`)).toBeTruthy()
  // The cursor is back at the ear tag.
  await user.keyboard(`00A4-B{Enter}${second}{Enter}`)
  expect(await screen.findByText(`${second} · 00A4-B`)).toBeTruthy()
  await user.keyboard(`none{Enter}${second}{Enter}`)
  expect(await screen.findByText('耳标不存在')).toBeTruthy()
  expect([await history(first), await history(second)]).toEqual([[['00A3-A', 'now']], [['00A4-B', 'now']]])
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
