import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { scriptedSocket, type ScriptedSocket } from '#streams/scriptedSocket.ts'
import { openTestConsole } from '../testConsole.tsx'

// A connection that a test breaks and mends.
vi.mock('#streams/liveSocket.ts', async (original) => ({ ...(await original<object>()), openLiveSocket: () => socket }))

const console_ = await openTestConsole()
let socket: ScriptedSocket
beforeEach(() => {
  socket = scriptedSocket()
  localStorage.clear()
  console_.signIn('platform')
})

test('a page that fails keeps the rows and the total of the one before, and comes by itself after a reconnect', async () => {
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
