import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../callError.ts'
import { type LoginThrottle, createLoginThrottle } from './loginThrottle.ts'

let attempts: LoginThrottle
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  attempts = createLoginThrottle()
})
afterEach(() => void vi.useRealTimers())

/** Seconds to wait, or 0 when the try may be made; a try that is made is wrong. */
const tryWrongly = (name: string, address: string): number => {
  try {
    attempts.begin(name, address).failed()
    return 0
  } catch (error) {
    return error instanceof CallError ? (error.retryAfterSeconds ?? Number.NaN) : Number.NaN
  }
}

test('allows five wrong tries and doubles the wait after each further one', () => {
  const waits = Array.from({ length: 6 }, () => tryWrongly('Erden', '10.0.0.1'))
  expect(waits).toEqual([0, 0, 0, 0, 0, 10])
  for (const seconds of [10, 20, 40, 80, 160, 320, 640, 900, 900]) {
    expect(tryWrongly('erden ', '10.0.0.1')).toBe(seconds)
    vi.advanceTimersByTime(seconds * 1000 - 1)
    expect(tryWrongly('Erden', '10.0.0.1')).toBe(1)
    vi.advanceTimersByTime(1)
    expect(tryWrongly('Erden', '10.0.0.1')).toBe(0)
  }
})

test('does not extend a wait when it is tried early', () => {
  for (let i = 0; i < 5; i++) tryWrongly('Saran', '10.0.0.1')
  expect(Array.from({ length: 50 }, () => tryWrongly('Saran', '10.0.0.1'))).toEqual(
    Array.from({ length: 50 }, () => 10),
  )
})

test('does not limit other users or the same name elsewhere', () => {
  for (let i = 0; i < 9; i++) tryWrongly('Tuya', '10.0.0.2')
  expect(tryWrongly('Tuya', '10.0.0.3')).toBe(0)
  expect(tryWrongly('Bayar', '10.0.0.2')).toBe(0)
})

test('counts concurrent tries towards the limit', () => {
  const open = Array.from({ length: 5 }, () => attempts.begin('Naran', '10.0.0.4'))
  expect(tryWrongly('Naran', '10.0.0.4')).toBeGreaterThan(0)
  for (const one of open) one.failed()
  expect(tryWrongly('Naran', '10.0.0.4')).toBe(10)
})

test('forgets wrong tries after a right one and ignores dropped ones', () => {
  for (let i = 0; i < 4; i++) tryWrongly('Oyun', '10.0.0.5')
  for (let i = 0; i < 9; i++) attempts.begin('Oyun', '10.0.0.5').dropped()
  attempts.begin('Oyun', '10.0.0.5').succeeded()
  expect(Array.from({ length: 6 }, () => tryWrongly('Oyun', '10.0.0.5'))).toEqual([0, 0, 0, 0, 0, 10])
})

test('forgets wrong tries an hour after the last', () => {
  for (let i = 0; i < 5; i++) tryWrongly('Zaya', '10.0.0.6')
  vi.advanceTimersByTime(3_600_000)
  expect(Array.from({ length: 6 }, () => tryWrongly('Zaya', '10.0.0.6'))).toEqual([0, 0, 0, 0, 0, 10])
})

test('limits one network over all names', () => {
  const waits = Array.from({ length: 61 }, (_, name) => tryWrongly(`name ${name}`, '2001:db8:1:2::1'))
  expect(waits.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 0))
  expect(waits[60]).toBe(5)
  expect(tryWrongly('name 0', '2001:db8:1:2:ffff::9')).toBe(5)
  // A site is given a /48: changing the rest of the address changes nothing.
  expect(tryWrongly('name 0', '2001:0DB8:1:3::1')).toBe(5)
  expect(tryWrongly('name 0', '2001:db8:2::1')).toBe(0)
})

test('limits a name over all networks except its holder’s known ones', () => {
  const waits = Array.from({ length: 41 }, (_, one) => tryWrongly('Gerel', `10.1.${one}.1`))
  expect(waits.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 0))
  expect(waits[40]).toBe(30)
  expect([attempts.isCrowded(' GEREL'), attempts.isCrowded('Bold')]).toEqual([true, false])
  attempts.begin('Gerel', '10.2.0.1', true).failed()
  expect(tryWrongly('Gerel', '10.2.0.1')).toBe(30)
  vi.advanceTimersByTime(30_000)
  expect(tryWrongly('Gerel', '10.1.99.1')).toBe(0)
})
