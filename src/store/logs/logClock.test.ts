import { afterEach, expect, test } from 'vitest'
import { setAnchor, useClock } from '../clock.ts'
import { noteServerTime, nowByServer } from './logClock.ts'

afterEach(() => {
  localStorage.clear()
  useClock.setState(useClock.getInitialState(), true)
})

test('the time is a whole millisecond, as the server takes it, wherever the ticks of the page fall', () => {
  setAnchor({ herdAt: 1_777_600_000_000.25, speed: 1, seenMs: performance.now() - 0.4 })
  expect(Number.isInteger(nowByServer())).toBe(true)
  expect(Math.abs(nowByServer() - 1_777_600_000_000)).toBeLessThan(60_000)
})

test('without a network it goes on by how far the server was ahead of a phone whose clock is wrong', () => {
  noteServerTime(Date.now() + 86_400_000, Date.now())
  expect(Math.abs(nowByServer() - Date.now() - 86_400_000)).toBeLessThan(60_000)
})
