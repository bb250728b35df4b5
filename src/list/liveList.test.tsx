import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { scriptedSocket, type ScriptedSocket } from '#streams/scriptedSocket.ts'
import { openTestConsole } from '../testConsole.tsx'

// A connection that a test breaks and mends.
vi.mock('#streams/liveSocket.ts', async (original) => ({ ...(await original<object>()), openLiveSocket: () => socket }))

const console_ = openTestConsole()
let socket: ScriptedSocket
beforeEach(() => {
  socket = scriptedSocket()
  localStorage.clear()
  console_.signIn('platform')
})

test('keeps rows of the previous page on failure and recovers', { tags: 'long' }, async () => {
  const path = '/dashboard/profiles/user?size=10'
  const { go } = await console_.open(path)
  const total = (await screen.findByText(/^\d+ 个用户$/)).textContent ?? ''
  const first = (await screen.findAllByRole('gridcell'))[1]?.textContent ?? ''
  socket.become({ kind: 'disconnected' })
  console_.faults.use(http.post(`*${endpoints.users.list.path}`, () => HttpResponse.error()))
  await go(`${path}&page=2`)
  expect(await screen.findByText(/刷新失败.*您的网络发生异常/)).toBeTruthy()
  expect(screen.getByText(total)).toBeTruthy()
  expect(screen.getAllByRole('gridcell')[1]?.textContent).toBe(first)

  console_.faults.resetHandlers()
  socket.become({ kind: 'connected', transport: 'websocket' })
  await waitFor(() => expect(screen.getAllByRole('gridcell')[1]?.textContent).not.toBe(first))
  expect(screen.queryByText(/刷新失败/)).toBeNull()
})

test('marks live values as stale while the server is gone', async () => {
  console_.signIn('pm')
  const { go } = await console_.open('/dashboard/animal-monitor/device/gateway')
  const sign = async () => (await screen.findAllByText(/^(在线|离线|从未上报)$/))[0]?.closest('.grid-past') ?? null
  const up = { up: true, since: 0 }
  const say = (database: { up: boolean; since: number }) =>
    act(() => socket.emit('status', { herdAt: 1000, speed: 1, database, broker: up }))
  say(up)
  expect(await sign()).toBeNull()
  say({ up: false, since: 900 })
  expect(await sign()).not.toBeNull()
  expect(screen.getByText('斜纹部分为历史数据，当前未收到新数据。')).toBeTruthy()
  say(up)
  expect(await sign()).toBeNull()
  act(() => socket.become({ kind: 'disconnected' }))
  expect(await sign()).not.toBeNull()
  act(() => socket.become({ kind: 'connected', transport: 'websocket' }))
  say(up)
  expect(await sign()).toBeNull()
  // A list with nothing live in it says nothing of the kind.
  await go('/dashboard/animal-monitor/insurance')
  say({ up: false, since: 900 })
  await screen.findByText(/暂无保单/)
  expect(screen.queryByText(/^斜纹部分/)).toBeNull()
})
