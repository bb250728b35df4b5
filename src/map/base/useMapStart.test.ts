import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMapStart } from './useMapStart.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('retries a map that can’t be fetched, with growing pauses', () => {
  const { result } = renderHook(useMapStart)
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => {
    act(() => result.current.onStartError({ target: {} }))
    expect(result.current.notice).toBe('map.recovering')
    let waited = 0
    for (; result.current.notice !== null; waited += 100) act(() => void vi.advanceTimersByTime(100))
    return waited
  })
  expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000])
})

test('explains a device without map support and does not retry', () => {
  const { result } = renderHook(useMapStart)
  act(() => result.current.onStartError({ target: null }))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(result.current.notice).toBe('map.unavailable')
})
