import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingError, loadChunk, useLateChunks } from './loadChunk.ts'

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

test('what did not come is said from the first failure until it is there, what takes long after six seconds', async () => {
  const late = () => useLateChunks.getState().count
  const failing = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here')
  const loading = loadChunk(failing, true)
  await vi.advanceTimersByTimeAsync(0)
  expect(late()).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  await loading
  expect(late()).toBe(0)

  const slow = Promise.withResolvers<string>()
  const waiting = loadChunk(() => slow.promise, false)
  await vi.advanceTimersByTimeAsync(5999)
  expect(late()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(late()).toBe(1)
  slow.resolve('here')
  await waiting
  expect(late()).toBe(0)
})

test('a style sheet that did not come is asked for again before the script is', async () => {
  const link = document.createElement('link')
  // Without an address, so that nothing is asked for: what comes of it is the test's to say.
  link.dataset['test'] = ''
  link.rel = 'stylesheet'
  document.head.append(link)
  const sheets = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[data-test]')]
  const load = vi.fn<() => Promise<string>>().mockImplementationOnce(() => {
    link.dispatchEvent(new Event('error'))
    return Promise.reject(new Error('Unable to preload CSS'))
  })
  load.mockResolvedValue('here')
  const loading = loadChunk(load, false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(load).toHaveBeenCalledOnce()
  const [again, ...others] = sheets()
  expect(others).toEqual([])
  expect(again).not.toBe(link)
  again?.dispatchEvent(new Event('load'))
  expect(await loading).toBe('here')
  again?.remove()
})
