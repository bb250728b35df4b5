import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { frameKinds } from '#contract/live/frames.ts'
import type { Status } from '#contract/live/live.ts'
import { frameOf, scriptedSocket, type ScriptedSocket } from '#streams/scriptedSocket.ts'
import { setLocale } from '../locale/locale.ts'
import { LocaleProvider } from '../locale/LocaleProvider.tsx'
import { useClock } from '../store/clock.ts'
import { startFeed, type Feed } from '../store/feed.ts'
import { ConnectionStatus } from './ConnectionStatus.tsx'

let socket: ScriptedSocket
let feed: Feed
beforeEach(async () => {
  await setLocale('zh-CN')
  socket = scriptedSocket()
  feed = startFeed(socket)
  feed.watch([1])
})
afterEach(() => {
  cleanup()
  feed.stop()
})

const hear = () =>
  socket.emit(
    'snapshot',
    { farmId: 1, animalIds: [11, 12], visualTags: ['10011', '20011'], penIds: [0, 0] },
    frameOf({ kind: frameKinds.snapshot, sequence: 1 }),
  )
/** Sets the sign's clock, which ticks once a second, that many ms ahead. */
const tick = (laterMs: number) => act(() => useClock.setState({ nowMs: performance.now() + laterMs }))

test('marks a screen too slow for every frame as slow', async () => {
  hear()
  render(
    <LocaleProvider>
      <ConnectionStatus className="sign" />
    </LocaleProvider>,
  )
  tick(0)
  expect((await screen.findByRole('status')).textContent).toBe('实时')
  act(() => {
    socket.emit('behind', 12)
    hear()
  })
  tick(0)
  expect(screen.getByRole('status').textContent).toBe('网络缓慢')
  tick(9000)
  expect(screen.getByRole('status').textContent).toBe('网络缓慢')
  tick(11_000)
  expect(screen.getByRole('status').textContent).toBe('实时')
})

test('shows a lost connection rather than a slow one', async () => {
  hear()
  render(
    <LocaleProvider>
      <ConnectionStatus className="sign" />
    </LocaleProvider>,
  )
  act(() => {
    socket.emit('behind', 12)
    socket.become({ kind: 'disconnected' })
  })
  tick(0)
  expect((await screen.findByRole('status')).textContent).toBe('已断开')
})

test.each([
  ['database', '数据库中断'],
  ['broker', '消息服务中断'],
] as const)('shows since when the %s is down until it returns', async (part, words) => {
  hear()
  render(
    <LocaleProvider>
      <ConnectionStatus className="sign" />
    </LocaleProvider>,
  )
  const up = { up: true, since: 0 }
  const status = (parts: Partial<Pick<Status, 'database' | 'broker'>>): Status => ({
    herdAt: 90_000,
    speed: 1,
    database: up,
    broker: up,
    ...parts,
  })
  act(() => socket.emit('status', status({ [part]: { up: false, since: 47_000 } })))
  tick(0)
  const sign = await screen.findByRole('status')
  expect(sign.textContent).toBe(words)
  expect(sign.closest('.sign')?.getAttribute('data-kind')).toBe(part)
  expect(sign.closest('.sign')?.textContent).toMatch(/43/)
  act(() => socket.emit('status', status({})))
  tick(0)
  expect(screen.getByRole('status').textContent).toBe('实时')
})

test('is catching up after an outage until newer data arrives, and late without any', async () => {
  const herdAt = 10_000_000
  const up = { up: true, since: 0 }
  const status: Status = { herdAt, speed: 1, database: up, broker: up }
  const count = (lastHeardAt: number) =>
    socket.emit('headcounts', [
      {
        farmId: 1,
        ledger: 2,
        heard: 1,
        unverified: 0,
        unaccounted: 1,
        windowMinutes: 60,
        lowBattery: 0,
        neckbands: 2,
        at: herdAt,
        lastHeardAt,
      },
    ])
  const heardAt = herdAt - 53_000
  socket.emit('status', status)
  count(heardAt)
  render(
    <LocaleProvider>
      <ConnectionStatus className="sign" />
    </LocaleProvider>,
  )
  const sign = async () => (await screen.findByRole('status')).closest('.sign')
  tick(0)
  // Quiet herds are live, with the age of their data.
  expect((await sign())?.textContent).toBe('实时53 秒前')
  act(() => socket.become({ kind: 'disconnected' }))
  act(() => socket.become({ kind: 'connected', transport: 'websocket' }))
  act(() => socket.emit('status', { ...status, herdAt: herdAt + 1 }))
  tick(0)
  expect((await sign())?.getAttribute('data-kind')).toBe('catchingUp')
  expect((await sign())?.textContent).toMatch(/^数据追赶中53/)
  act(() => count(herdAt + 1000))
  tick(0)
  expect((await sign())?.getAttribute('data-kind')).toBe('live')
  act(() => {
    count(herdAt + 1000)
    useClock.setState({ herdAt: herdAt + 16 * 60_000 })
  })
  expect((await sign())?.getAttribute('data-kind')).toBe('late')
})
