import { expect, test, vi } from 'vitest'
import { createUploadRoom } from './uploadRoom.ts'

const limits = { inAll: 4, perOwner: 2, patienceMs: 1000 }
const busy = { code: 'BUSY', retryAfterSeconds: 2 }

function open() {
  const enter = createUploadRoom(limits)
  const gone: string[] = []
  return { gone, enter: (owner: string, name = owner) => enter(owner, () => void gone.push(name)) }
}

test('of one owner there are few at a time; another comes in when one is done', () => {
  const { enter } = open()
  const first = enter('a')
  enter('a')
  expect(() => enter('a')).toThrow(expect.objectContaining(busy))
  first.end()
  enter('a')
})

test('who has none comes in at the cost of who has the most, of whom the newest goes', () => {
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

test('what has come whole makes room for nobody', () => {
  const { enter, gone } = open()
  const all = ['a', 'a', 'b', 'b'].map((owner) => enter(owner))
  for (const one of all) one.received()
  expect(() => enter('c')).toThrow(expect.objectContaining(busy))
  all[0]?.end()
  enter('c')
  expect(gone).toEqual([])
})

test('where nobody has more than others, what comes too slowly makes room', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { enter, gone } = open()
  for (const owner of ['a', 'b', 'c', 'd']) enter(owner)
  expect(() => enter('e')).toThrow(expect.objectContaining(busy))
  vi.advanceTimersByTime(1001)
  enter('e')
  expect(gone).toEqual(['a'])
  vi.useRealTimers()
})
