// @vitest-environment node
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLiveSocket, type SocketState } from './liveSocket.ts'

/** Longer than a try may take, and longer than the pause before the next one. */
const [tryMs, pauseMs] = [5000, 1500]
const upgrades: Socket[] = []

const polls: ServerResponse[] = []
const packets: string[] = []
const flush = () => {
  if (polls.length > 0 && packets.length > 0) polls.shift()?.end(packets.shift())
}

/** A server behind something that never answers an upgrade; polling gets through. */
const server = createServer((request, response) => {
  if (!request.url?.includes('sid='))
    response.end('0{"sid":"a","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}')
  else if (request.method === 'GET') polls.push(response)
  else {
    packets.push('40{"sid":"b"}')
    request.resume().on('end', () => response.end('ok'))
  }
  flush()
})
server.on('upgrade', (_request, socket: Socket) => upgrades.push(socket))

beforeEach(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const socket of upgrades) socket.destroy()
  server.close()
  server.closeAllConnections()
})

test('polls on the second try when an upgrade gets no answer', async () => {
  const states: SocketState[] = []
  const socket = openLiveSocket('token', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  socket.onState((state) => states.push(state))
  await vi.waitUntil(() => upgrades.length > 0)
  await vi.advanceTimersByTimeAsync(tryMs)
  expect(states).toEqual([{ kind: 'connecting' }, { kind: 'disconnected', refused: false }])
  await vi.advanceTimersByTimeAsync(pauseMs)
  await vi.waitUntil(() => states.at(-1)?.kind === 'connected')
  expect(states.at(-1)).toEqual({ kind: 'connected', transport: 'polling' })
  socket.close()
})
