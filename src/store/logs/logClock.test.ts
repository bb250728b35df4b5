import { afterEach, expect, test } from 'vitest'
import { setAnchor, useClock } from '../clock.ts'
import { noteServerTime, nowByServer } from './logClock.ts'

afterEach(() => {
  localStorage.clear()
  useClock.setState(useClock.getInitialState(), true)
})

test('returns whole milliseconds, as the server accepts', () => {
  setAnchor({ herdAt: 1_777_600_000_000.25, speed: 1, seenMs: performance.now() - 0.4 })
  expect(Number.isInteger(nowByServer())).toBe(true)
  expect(Math.abs(nowByServer() - 1_777_600_000_000)).toBeLessThan(60_000)
})

test('corrects a wrong phone clock while offline', () => {
  noteServerTime(Date.now() + 86_400_000, Date.now())
  expect(Math.abs(nowByServer() - Date.now() - 86_400_000)).toBeLessThan(60_000)
})
