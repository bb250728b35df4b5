import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLocale } from '../../locale/locale.ts'
import { LocaleProvider } from '../../locale/LocaleProvider.tsx'
import { useClock } from '../../store/clock.ts'
import { startFeed, type Feed } from '../../store/feed.ts'
import { scriptedSocket, type ScriptedSocket } from '#streams/scriptedSocket.ts'
import { CalloutBox } from './AlertCallout.tsx'
import type { Callout } from './callout.ts'

let socket: ScriptedSocket
let feed: Feed
beforeEach(async () => {
  await setLocale('zh-CN')
  socket = scriptedSocket()
  feed = startFeed(socket)
})
afterEach(() => {
  cleanup()
  feed.stop()
})

const herdAt = Date.UTC(2026, 4, 1, 2)
const callout: Callout = {
  animalId: 104,
  farmId: 1,
  visualTag: '0104',
  severity: 'CRITICAL',
  metres: 240,
  metresAtRaising: 180,
  penName: '2 号圈',
  batteryPercent: 81,
  heardAt: herdAt - 2000,
  fixedAt: herdAt - 2000,
}

function show(fields: Partial<Callout> = {}) {
  const part = { up: true, since: 0 }
  socket.emit('status', { herdAt, speed: 1, database: part, broker: part })
  render(
    <LocaleProvider>
      <CalloutBox callout={{ ...callout, ...fields }} limitMs={900_000} />
    </LocaleProvider>,
  )
  const box = screen.getByRole('note')
  return { box, lines: () => [...box.children].map(({ textContent }) => textContent) }
}
const tick = (laterMs: number) => act(() => useClock.setState({ herdAt: herdAt + laterMs }))

test('ages with the clock, without a new frame', () => {
  const { box, lines } = show()
  tick(0)
  expect(lines()).toEqual(['0104 · 圈外 240 米', '2 号圈 · 电量 81 %', '2.0 秒前上报', '触发时圈外 180 米'])
  tick(58_000)
  expect(lines()[2]).toBe('60 秒前上报')
  expect(box.dataset['stale']).toBeUndefined()
  tick(16 * 60_000)
  expect(lines()[2]).toBe('16 分钟前上报')
  expect(box.dataset['stale']).toBe('true')
})

test('is stale as soon as the connection is gone', () => {
  const { box } = show()
  expect(box.dataset['stale']).toBeUndefined()
  act(() => socket.become({ kind: 'disconnected' }))
  expect(box.dataset['stale']).toBe('true')
  // Connected again, but without a frame yet.
  act(() => socket.become({ kind: 'connected', transport: 'websocket' }))
  expect(box.dataset['stale']).toBe('true')
})

test('says when the animal is back inside, and the severity of another alert', () => {
  const inside = show({ metres: -3 })
  expect(inside.lines()[0]).toBe('0104 · 已回到圈内')
  cleanup()
  expect(show({ metres: null, metresAtRaising: null, severity: 'MAJOR' }).lines()[0]).toBe('0104 · 重要')
})
