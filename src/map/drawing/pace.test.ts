import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paceOf } from './pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Creates a map on a graphics card of that name, which paints on request. */
function mapOn(card: string, { isHidden = false } = {}) {
  const listeners = new Set<() => void>()
  const once = new Set<() => void>()
  let frames = 0
  const paint = () => {
    frames++
    for (const listener of [...listeners, ...once]) listener()
    once.clear()
  }
  const gl = { getExtension: () => ({ UNMASKED_RENDERER_WEBGL: 1 }), getParameter: () => card }
  const map = {
    on: (_: string, listener: () => void) => listeners.add(listener),
    off: (_: string, listener: () => void) => listeners.delete(listener),
    once: (_: string, listener: () => void) => once.add(listener),
    triggerRepaint: () => isHidden || paint(),
    getCanvas: () => ({ getContext: () => gl }),
  }
  return { pace: paceOf(map as never), paint, frames: () => frames, isHeard: () => listeners.size > 0 }
}

test.each([
  ['Google SwiftShader', 6],
  ['NVIDIA GeForce', 8],
])('paints changing herds as often as %s allows', (card, framesPerSecond) => {
  const { pace, frames } = mapOn(card)
  for (let change = 0; change < 80; change++) {
    pace.whenDue(pace.repaint)
    vi.advanceTimersByTime(125)
  }
  expect(frames() / 10).toBeCloseTo(framesPerSecond, 0)
})

test('moves herds once a second with reduced motion', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      Object.assign(new EventTarget(), { matches: query.includes('reduced-motion'), media: query }) as MediaQueryList,
  )
  const { pace, frames } = mapOn('NVIDIA GeForce')
  for (let change = 0; change < 80; change++) {
    pace.whenDue(pace.repaint)
    vi.advanceTimersByTime(125)
  }
  expect(frames() / 10).toBeCloseTo(1, 0)
})

test('waits for the next frame on a hidden page', () => {
  const { pace } = mapOn('llvmpipe', { isHidden: true })
  pace.repaint()
  expect(pace.untilDueMs()).toBeGreaterThan(0)
})

test('counts frames painted for a person and stops at the end', () => {
  const { pace, paint, frames, isHeard } = mapOn('llvmpipe')
  paint()
  expect(pace.untilDueMs()).toBeCloseTo(1000 / 6, 5)
  pace.whenDue(pace.repaint)
  pace.stop()
  vi.advanceTimersByTime(1000)
  expect([frames(), isHeard()]).toEqual([1, false])
})
