// @vitest-environment node
import { VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import { staleAfterMs } from '#contract/live/live.ts'
import { connection$, type Connection } from './connection.ts'
import type { SocketState } from './liveSocket.ts'
import { scriptedSocket } from './scriptedSocket.ts'

const status = { herdAt: 0, speed: 1, database: { up: true, since: 0 }, broker: { up: true, since: 0 } }

function play(first?: SocketState) {
  const socket = scriptedSocket(first)
  const time = new VirtualTimeScheduler()
  let now = 0
  const got: Connection[] = []
  connection$(socket, () => now, time).subscribe((connection) => got.push(connection))
  const pass = (ms: number) => {
    time.maxFrames = now + ms
    time.flush()
    now += ms
  }
  return { socket, pass, last: () => got.at(-1) }
}

test('is live with the last frame, and stale when frames stop', () => {
  const { socket, pass, last } = play()
  expect(last()).toEqual({ kind: 'connecting', sinceMs: 0 })
  pass(300)
  socket.emit('status', status)
  expect(last()).toEqual({ kind: 'live', lastFrameMs: 300 })
  pass(staleAfterMs + 201)
  expect(last()).toEqual({ kind: 'stale', sinceMs: 300 })
  socket.emit('status', status)
  expect(last()?.kind).toBe('live')
})

test('is offline when the server goes, until the next frame', () => {
  const { socket, pass, last } = play()
  socket.emit('status', status)
  pass(1500)
  socket.become({ kind: 'disconnected' })
  expect(last()).toEqual({ kind: 'offline', sinceMs: 0 })
  pass(20_000)
  expect(last()).toEqual({ kind: 'offline', sinceMs: 0 })
  socket.become({ kind: 'connected', transport: 'polling' })
  socket.emit('status', status)
  expect(last()).toEqual({ kind: 'polling', lastFrameMs: 21_500 })
})

test('reports offline in time when it never connected', () => {
  const { socket, pass, last } = play({ kind: 'connecting' })
  for (let tried = 0; tried < 3; tried++) {
    pass(1000)
    socket.become({ kind: 'disconnected' })
  }
  expect(last()?.kind).toBe('connecting')
  pass(1201)
  expect(last()).toEqual({ kind: 'offline', sinceMs: 0 })
})
