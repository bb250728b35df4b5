import { beforeEach, expect, test, vi } from 'vitest'
import { framesOnDemand } from './framesOnDemand.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

/** A loop as deck.gl's: after each frame it asks for the next. */
function loopOver({ provider }: ReturnType<typeof framesOnDemand>) {
  const frames = { count: 0 }
  const frame = () => {
    frames.count++
    provider.requestAnimationFrame(frame)
  }
  provider.requestAnimationFrame(frame)
  return frames
}

test('runs freely during setup, then only on demand', () => {
  const demand = framesOnDemand()
  const frames = loopOver(demand)
  vi.advanceTimersByTime(5000)
  const settled = frames.count
  expect(settled).toBeGreaterThan(5)
  vi.advanceTimersByTime(60_000)
  expect(frames.count).toBe(settled)
  demand.run()
  expect(frames.count).toBe(settled + 1)
  vi.advanceTimersByTime(60_000)
  expect(frames.count).toBe(settled + 1)
})

test('draws a frame requested before the loop started', () => {
  const demand = framesOnDemand()
  const first = loopOver(demand)
  vi.advanceTimersByTime(5000)
  demand.provider.cancelAnimationFrame(1)
  demand.run()
  const settled = first.count
  const second = loopOver(demand)
  vi.advanceTimersByTime(100)
  expect(first.count).toBe(settled)
  expect(second.count).toBe(1)
})
