import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadingError, loadChunk, useLateChunks } from './loadChunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('retries a script that fails at first', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here')
  const loading = loadChunk(load, false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(await loading).toBe('here')
})

test('fails after seconds for a person, after two minutes for walls', async () => {
  const outcome = async (isPatient: boolean, waitMs: number) => {
    const loading = loadChunk(() => Promise.reject(new Error('away')), isPatient).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(waitMs)
    return Promise.race([loading, Promise.resolve('still trying')])
  }
  expect(await outcome(false, 6000)).toBeInstanceOf(LoadingError)
  expect(await outcome(true, 110_000)).toBe('still trying')
  expect(await outcome(true, 120_000)).toBeInstanceOf(LoadingError)
})

test('gives up a script that never comes after 120 seconds', async () => {
  const loading = loadChunk(() => new Promise<string>(() => {}), false).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(119_000)
  expect(await Promise.race([loading, Promise.resolve('still waiting')])).toBe('still waiting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await loading).toBeInstanceOf(LoadingError)
})

test('reports failed chunks at once and slow ones after six seconds', async () => {
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

test('retries a failed style sheet before the script', async () => {
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
