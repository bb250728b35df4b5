import { expect, test, vi } from 'vitest'
import { NetworkConnections } from './networkConnections.ts'

const connection = () => ({ destroy: vi.fn() })

test('refuses a network with too many until one has ended', () => {
  const connections = new NetworkConnections({ perNetwork: 2, inAll: 10 })
  const [first, second, third] = [connection(), connection(), connection()]
  expect([first, second, third].map((one) => connections.admit('192.0.2.1', one))).toEqual([true, true, false])
  expect(connections.admit('192.0.2.2', third)).toBe(true)
  connections.delete('192.0.2.1', first)
  expect(connections.admit('192.0.2.1', connection())).toBe(true)
})

test('ends the oldest of the busiest network when all is full', () => {
  const connections = new NetworkConnections({ perNetwork: 10, inAll: 3 })
  const [slow, first, second, next] = [connection(), connection(), connection(), connection()]
  connections.admit('192.0.2.1', slow)
  connections.admit('2001:db8:1::1', first)
  connections.admit('2001:db8:1:2::1', second)
  connections.admit('192.0.2.3', next)
  expect([slow, first, second, next].map(({ destroy }) => destroy.mock.calls.length)).toEqual([0, 1, 0, 0])
})

test('counts a connection once', () => {
  const connections = new NetworkConnections({ perNetwork: 2, inAll: 2 })
  const one = connection()
  for (let request = 0; request < 5; request++) expect(connections.admit('192.0.2.1', one)).toBe(true)
  connections.delete('192.0.2.1', one)
  for (const other of [connection(), connection()]) expect(connections.admit('192.0.2.1', other)).toBe(true)
  expect(one.destroy).not.toHaveBeenCalled()
})
