import { expect, test, vi } from 'vitest'
import { createEvents } from './events.ts'

function openEvents() {
  const error = vi.fn()
  return { events: createEvents({ error }), error }
}

test('an event calls its subscribers in their order, before emit returns, and no others', () => {
  const { events } = openEvents()
  const calls: string[] = []
  events.on('accountsChanged', ({ userIds }) => void calls.push(`first ${userIds.join()}`))
  events.on('accountsChanged', () => void calls.push('second'))
  events.on('rulesChanged', () => void calls.push('rules'))
  events.emit('accountsChanged', { userIds: [1, 2] })
  expect(calls).toEqual(['first 1,2', 'second'])
})

test('a subscriber that throws or rejects is logged and stops no other one', async () => {
  const { events, error } = openEvents()
  const last = vi.fn()
  events.on('rulesChanged', () => { throw new Error('thrown') })
  events.on('rulesChanged', () => Promise.reject(new Error('rejected')))
  events.on('rulesChanged', last)
  events.emit('rulesChanged', {})
  expect(last).toHaveBeenCalledOnce()
  await expect.poll(() => error.mock.calls.map(([{ err, event }]) => [String(err), event])).toEqual([
    ['Error: thrown', 'rulesChanged'],
    ['Error: rejected', 'rulesChanged'],
  ])
})

test('a subscription ends when it is asked to, also while an event is delivered', () => {
  const { events } = openEvents()
  const second = vi.fn()
  events.on('rulesChanged', () => endSecond())
  const endSecond = events.on('rulesChanged', second)
  events.emit('rulesChanged', {})
  expect(second).not.toHaveBeenCalled()
})
