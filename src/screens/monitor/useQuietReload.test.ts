import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useVersion } from '../../api/newVersion.ts'
import { useConnection } from '../../store/connection.ts'
import { useQuietReload } from './useQuietReload.ts'

const minuteMs = 60_000
const reload = vi.fn()
let served = ''

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    served === ''
      ? Promise.reject(new TypeError('away'))
      : Promise.resolve(new Response(`<script type="module" src="${served}"></script>`)),
  )
  document.head.innerHTML = '<script type="module" src="/assets/index-OLD.js"></script>'
  sessionStorage.clear()
  useConnection.setState({ connection: { kind: 'live', lastFrameMs: 0 } })
  publish('/assets/index-NEW.js')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  reload.mockReset()
  document.head.replaceChildren()
  document.body.replaceChildren()
  useVersion.setState(useVersion.getInitialState(), true)
  useConnection.setState(useConnection.getInitialState(), true)
})

/** Puts a build up, and lets the page know of it. */
function publish(entry: string) {
  served = entry
  useVersion.setState({ isNewer: true, entry })
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('reloads an untouched wall once per version after ten minutes', async () => {
  renderHook(useQuietReload)
  await pass(9 * minuteMs)
  expect(reload).not.toHaveBeenCalled()
  await pass(2 * minuteMs)
  expect(reload).toHaveBeenCalledTimes(1)

  // Something on the way keeps the old page: it is there again, and knows that it has tried.
  cleanup()
  renderHook(useQuietReload)
  await pass(60 * minuteMs)
  expect(reload).toHaveBeenCalledTimes(1)

  publish('/assets/index-NEWER.js')
  await pass(minuteMs)
  expect(reload).toHaveBeenCalledTimes(2)
})

test.each([
  ['a key', () => fireEvent.keyDown(window, { key: 'a' })],
  ['a press', () => fireEvent.pointerDown(window)],
  ['the wheel', () => fireEvent.wheel(window)],
])('%s postpones a reload by ten minutes', async (_, touch) => {
  renderHook(useQuietReload)
  await pass(9 * minuteMs)
  touch()
  await pass(9 * minuteMs)
  expect(reload).not.toHaveBeenCalled()
  await pass(2 * minuteMs)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('postpones on a moved pointer, not on a moved page', async () => {
  renderHook(useQuietReload)
  const move = (x: number) => window.dispatchEvent(new MouseEvent('pointermove', { screenX: x, screenY: 5 }))
  move(10)
  await pass(9 * minuteMs)
  move(11)
  await pass(9 * minuteMs)
  expect(reload).not.toHaveBeenCalled()
  move(11)
  await pass(2 * minuteMs)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('waits for the live connection, open dialogs and the server', async () => {
  renderHook(useQuietReload)
  useConnection.setState({ connection: { kind: 'stale', sinceMs: 0 } })
  await pass(20 * minuteMs)
  useConnection.setState({ connection: { kind: 'polling', lastFrameMs: 0 } })
  document.body.innerHTML = '<dialog open></dialog>'
  await pass(minuteMs)
  document.body.innerHTML = ''
  served = ''
  await pass(minuteMs)
  expect(reload).not.toHaveBeenCalled()
  served = '/assets/index-NEW.js'
  await pass(minuteMs)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('does not load a version that was rolled back', async () => {
  renderHook(useQuietReload)
  served = '/assets/index-OLD.js'
  await pass(20 * minuteMs)
  expect(reload).not.toHaveBeenCalled()
  expect(useVersion.getState().isNewer).toBe(false)
})

test('does not reload by itself without session storage', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => {} })
  renderHook(useQuietReload)
  await pass(20 * minuteMs)
  expect(reload).not.toHaveBeenCalled()
})
