import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingError, loadChunk } from './loadChunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a script that fails at first is asked for again', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here')
  const loading = loadChunk(load, false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await loading).toBe('here')
})

test('a person is told after a few seconds of failures, a wall goes on for two minutes', async () => {
  const outcome = async (isPatient: boolean, waitMs: number) => {
    const loading = loadChunk(() => Promise.reject(new Error('away')), isPatient).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(waitMs)
    return Promise.race([loading, Promise.resolve('still trying')])
  }
  expect(await outcome(false, 6000)).toBeInstanceOf(LoadingError)
  expect(await outcome(true, 110_000)).toBe('still trying')
  expect(await outcome(true, 120_000)).toBeInstanceOf(LoadingError)
})

test('a script that never comes is given up after 120 seconds', async () => {
  const loading = loadChunk(() => new Promise<string>(() => {}), false).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(119_000)
  expect(await Promise.race([loading, Promise.resolve('still waiting')])).toBe('still waiting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await loading).toBeInstanceOf(LoadingError)
})
