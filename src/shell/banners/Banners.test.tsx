import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Status } from '#contract/live/live.ts'
import { setLocale } from '../../locale/locale.ts'
import { LocaleProvider } from '../../locale/LocaleProvider.tsx'
import { useConnection } from '../../store/connection.ts'
import { useStatus } from '../../store/status.ts'
import { Banners } from './Banners.tsx'

let answer: () => Promise<Response>
beforeEach(async () => {
  await setLocale('zh-CN')
  answer = () => Promise.reject(new TypeError('no answer'))
  vi.stubGlobal('fetch', () => answer())
  render(
    <LocaleProvider>
      <Banners />
    </LocaleProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  useStatus.setState({ status: null })
})

const up = { up: true, since: 0 }
const status = (parts: Partial<Status>): Status => ({ herdAt: 0, speed: 1, database: up, broker: up, ...parts })
const connect = (kind: 'live' | 'offline' | 'stale') =>
  act(() => {
    useConnection.setState({
      connection: kind === 'live' ? { kind, lastFrameMs: performance.now() } : { kind, sinceMs: performance.now() },
    })
  })
const words = () => screen.queryByRole('alert')?.textContent ?? null

test('names the cause of a missing connection', async () => {
  connect('live')
  expect(words()).toBeNull()
  connect('offline')
  expect(words()).toMatch(/^服务器无响应，本机网络正常/)
  connect('live')
  answer = () => Promise.resolve(Response.json({ status: 'not ready', missing: ['database'] }, { status: 503 }))
  connect('offline')
  await waitFor(() => expect(words()).toMatch(/^服务器的数据库中断/))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(words()).toMatch(/^网络已断开/)
})

test('names a part that fails behind a working connection', () => {
  connect('live')
  act(() => useStatus.setState({ status: status({ database: { up: false, since: 5 } }) }))
  expect(words()).toMatch(/^服务器的数据库中断/)
  act(() => useStatus.setState({ status: status({ broker: { up: false, since: 5 } }) }))
  expect(words()).toMatch(/^消息服务中断/)
  connect('stale')
  expect(words()).toMatch(/^已连接，但服务器未发送数据/)
})
