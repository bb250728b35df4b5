import { expect, test, vi } from 'vitest'
import { createUploadRoom } from './uploadRoom.ts'

const limits = { inAll: 4, perOwner: 2, patienceMs: 1000 }
const busy = { code: 'BUSY', retryAfterSeconds: 2 }

function open() {
  const enter = createUploadRoom(limits)
  const evicted: string[] = []
  return { gone: evicted, enter: (owner: string, name = owner) => enter(owner, () => void evicted.push(name)) }
}

test('limits concurrent uploads per owner', () => {
  const { enter } = open()
  const first = enter('a')
  enter('a')
  expect(() => enter('a')).toThrow(expect.objectContaining(busy))
  first.end()
  enter('a')
})

test('evicts the newest upload of the busiest owner for a new one', () => {
  const { enter, gone } = open()
  enter('a', 'a1')
  enter('a', 'a2')
  enter('b', 'b1')
  enter('b', 'b2')
  enter('c')
  expect(gone).toEqual(['b2'])
  enter('d')
  expect(gone).toEqual(['b2', 'a2'])
  expect(() => enter('e')).toThrow(expect.objectContaining(busy))
})

test('does not evict uploads that were received completely', () => {
  const { enter, gone } = open()
  const all = ['a', 'a', 'b', 'b'].map((owner) => enter(owner))
  for (const one of all) one.received()
  expect(() => enter('c')).toThrow(expect.objectContaining(busy))
  all[0]?.end()
  enter('c')
  expect(gone).toEqual([])
})

test('evicts a slow upload when all owners have equally many', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { enter, gone } = open()
  for (const owner of ['a', 'b', 'c', 'd']) enter(owner)
  expect(() => enter('e')).toThrow(expect.objectContaining(busy))
  vi.advanceTimersByTime(1001)
  enter('e')
  expect(gone).toEqual(['a'])
  vi.useRealTimers()
})
