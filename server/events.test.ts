import { expect, test, vi } from 'vitest'
import { createEvents } from './events.ts'

function openEvents() {
  const error = vi.fn()
  return { events: createEvents({ error }), error }
}

test('calls an event’s subscribers in order before emit returns', () => {
  const { events } = openEvents()
  const calls: string[] = []
  events.on('accountsChanged', ({ userIds }) => void calls.push(`first ${userIds.join()}`))
  events.on('accountsChanged', () => void calls.push('second'))
  events.on('rulesChanged', () => void calls.push('rules'))
  events.emit('accountsChanged', { userIds: [1, 2] })
  expect(calls).toEqual(['first 1,2', 'second'])
})

test('logs a failing subscriber and still calls the others', async () => {
  const { events, error } = openEvents()
  const last = vi.fn()
  events.on('rulesChanged', () => {
    throw new Error('thrown')
  })
  events.on('rulesChanged', () => Promise.reject(new Error('rejected')))
  events.on('rulesChanged', last)
  events.emit('rulesChanged', {})
  expect(last).toHaveBeenCalledOnce()
  await expect
    .poll(() => error.mock.calls.map(([{ err, event }]) => [String(err), event]))
    .toEqual([
      ['Error: thrown', 'rulesChanged'],
      ['Error: rejected', 'rulesChanged'],
    ])
})

test('ends a subscription when asked, also during delivery', () => {
  const { events } = openEvents()
  const second = vi.fn()
  events.on('rulesChanged', () => endSecond())
  const endSecond = events.on('rulesChanged', second)
  events.emit('rulesChanged', {})
  expect(second).not.toHaveBeenCalled()
})
