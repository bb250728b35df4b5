import { expect, test, vi } from 'vitest'
import { followActs, idleMs, reportNextAct } from './activity.ts'
import { authHeaders } from '../request.ts'

test('a call says how long nobody has acted; an act after a long time without a call makes one', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const tell = vi.fn<() => void>()
  const end = followActs(tell)
  // However old the page is.
  vi.advanceTimersByTime(24 * 3_600_000)
  window.dispatchEvent(new Event('pointerdown'))
  expect(tell).toHaveBeenCalledOnce()
  tell.mockClear()
  vi.advanceTimersByTime(4 * 60_000)
  expect(idleMs()).toBe(240_000)
  expect(authHeaders()['x-auth-idle']).toBe('240000')
  window.dispatchEvent(new Event('keydown'))
  expect([idleMs(), tell.mock.calls.length]).toEqual([0, 0])
  vi.advanceTimersByTime(120_000)
  window.dispatchEvent(new Event('pointermove'))
  window.dispatchEvent(new Event('pointermove'))
  expect(tell).toHaveBeenCalledOnce()
  // The page moves under a pointer that lies still.
  vi.advanceTimersByTime(6 * 60_000)
  window.dispatchEvent(new Event('pointermove'))
  expect([idleMs(), tell.mock.calls.length]).toEqual([360_000, 1])
  reportNextAct()
  window.dispatchEvent(new Event('wheel'))
  expect([idleMs(), tell.mock.calls.length]).toEqual([0, 2])
  end()
  vi.advanceTimersByTime(60_000)
  window.dispatchEvent(new Event('keydown'))
  expect(idleMs()).toBe(60_000)
  vi.useRealTimers()
})
