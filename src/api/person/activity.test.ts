import { expect, test, vi } from 'vitest'
import { followActs, idleMs, reportNextAct } from './activity.ts'
import { authHeaders } from '../request.ts'

test('sends the idle time with calls and renews after long idleness', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const onActive = vi.fn<() => void>()
  const end = followActs(onActive)
  // The age of the page does not count.
  vi.advanceTimersByTime(24 * 3_600_000)
  window.dispatchEvent(new Event('pointerdown'))
  expect(onActive).toHaveBeenCalledOnce()
  onActive.mockClear()
  vi.advanceTimersByTime(4 * 60_000)
  expect(idleMs()).toBe(240_000)
  expect(authHeaders()['x-auth-idle']).toBe('240000')
  window.dispatchEvent(new Event('keydown'))
  expect([idleMs(), onActive.mock.calls.length]).toEqual([0, 0])
  vi.advanceTimersByTime(120_000)
  window.dispatchEvent(new Event('pointermove'))
  window.dispatchEvent(new Event('pointermove'))
  expect(onActive).toHaveBeenCalledOnce()
  // The page moves under a pointer that lies still.
  vi.advanceTimersByTime(6 * 60_000)
  window.dispatchEvent(new Event('pointermove'))
  expect([idleMs(), onActive.mock.calls.length]).toEqual([360_000, 1])
  reportNextAct()
  window.dispatchEvent(new Event('wheel'))
  expect([idleMs(), onActive.mock.calls.length]).toEqual([0, 2])
  end()
  vi.advanceTimersByTime(60_000)
  window.dispatchEvent(new Event('keydown'))
  expect(idleMs()).toBe(60_000)
  vi.useRealTimers()
})
