import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useSound } from '../../store/alarm/sound.ts'
import { openTestConsole } from '../../testConsole.tsx'

const console_ = openTestConsole('pm')

/** A browser's sound that counts what it plays. */
class Audio {
  static isAllowed = true
  static played: number[] = []
  state = Audio.isAllowed ? 'running' : 'suspended'
  currentTime = 0
  destination = {}
  resume = () => (Audio.isAllowed ? Promise.resolve() : new Promise<void>(() => {}))
  createGain = () => ({ gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }, connect: () => {} })
  createOscillator() {
    const tone = {
      frequency: { value: 0 },
      connect: <T,>(to: T) => to,
      start: () => Audio.played.push(tone.frequency.value),
      stop: () => {},
    }
    return tone
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  useSound.setState(useSound.getInitialState(), true)
  Audio.played = []
})

async function openPanel() {
  const { user } = await console_.open('/dashboard/account')
  const panel = within(await screen.findByRole('region', { name: '告警通知' }))
  await panel.findByRole('button', { name: '保存通知设置' })
  return { user, panel }
}

test.each([
  [true, '已播放。如果没有声音，请检查音量。', 5],
  [false, '浏览器已禁用声音，告警时不会响铃。', 0],
])('plays the sound of a severity, allowed: %j', async (isAllowed, words, tones) => {
  vi.stubGlobal('AudioContext', Audio)
  Audio.isAllowed = isAllowed
  const { user, panel } = await openPanel()
  await user.click(panel.getByRole('button', { name: '试听：紧急' }))
  expect(await panel.findByText(words)).toBeTruthy()
  expect(Audio.played).toHaveLength(tones)
})

test('saves quiet hours as a whole and removes them', { tags: 'long' }, async () => {
  const { user, panel } = await openPanel()
  const settings = () => console_.callAs('pm', endpoints.notificationSettings.detail, {})
  const button = () => panel.getByRole('button', { name: '保存通知设置' })
  const save = () => user.click(button())
  fireEvent.change(panel.getByLabelText('静音开始'), { target: { value: '22:00' } })
  await save()
  expect(await panel.findByText('请同时填写静音开始和结束时间，或均留空。')).toBeTruthy()
  expect((await settings()).quietHours).toBeNull()
  fireEvent.change(panel.getByLabelText('静音结束'), { target: { value: '06:30' } })
  await user.click(within(panel.getByRole('group', { name: '静音级别' })).getByRole('checkbox', { name: '次要' }))
  await save()
  await waitFor(async () => expect(await settings()).toMatchObject({ quietHours: { from: 22 * 60, to: 6 * 60 + 30 } }))
  expect((await settings()).quietSeverities).toContain('MINOR')
  // The server has it before the page knows: until then nothing can be written there.
  await waitFor(() => expect(button().classList).not.toContain('ant-btn-loading'))
  expect(panel.getByLabelText<HTMLInputElement>('静音结束').value).toBe('06:30')
  for (const label of ['静音开始', '静音结束']) fireEvent.change(panel.getByLabelText(label), { target: { value: '' } })
  await save()
  await waitFor(async () => expect((await settings()).quietHours).toBeNull())
})

test.each([
  ['granted', '此浏览器会显示桌面通知。'],
  ['denied', '此浏览器不显示桌面通知，请在浏览器设置中允许。'],
] as const)('asks for desktop notifications and shows: %s', { tags: 'long' }, async (answer, words) => {
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: () => Promise.resolve(answer) })
  const { user, panel } = await openPanel()
  expect(panel.getByText('请允许显示桌面通知。')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: '允许桌面通知' }))
  expect(await panel.findByText(words)).toBeTruthy()
  expect(panel.queryByRole('button', { name: '允许桌面通知' })).toBeNull()
})
