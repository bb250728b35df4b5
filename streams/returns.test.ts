// @vitest-environment node
import { expect, test } from 'vitest'
import { returns$ } from './returns.ts'
import { scriptedSocket } from './scriptedSocket.ts'

test('ignores the first connection and a better transport', () => {
  const socket = scriptedSocket({ kind: 'connecting' })
  let returns = 0
  const subscription = returns$(socket).subscribe(() => returns++)
  socket.become({ kind: 'connected', transport: 'polling' })
  socket.become({ kind: 'connected', transport: 'websocket' })
  expect(returns).toBe(0)
  socket.become({ kind: 'disconnected' })
  socket.become({ kind: 'connecting' })
  socket.become({ kind: 'connected', transport: 'websocket' })
  expect(returns).toBe(1)
  subscription.unsubscribe()
})
