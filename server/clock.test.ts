import { expect, test } from 'vitest'
import { createClock, createSteadyTime } from './clock.ts'

const start = Date.UTC(2026, 4, 1)
const dayMs = 86_400_000
const trialMs = 120_000

function clocks() {
  let [at, spanMs] = [start, 5000]
  const time = createSteadyTime(
    () => at,
    () => spanMs,
    trialMs,
  )
  return {
    /** Time passes; the wall clock steps. @returns how long ago the start was, and by how much the wall is ahead */
    pass(ms: number, stepMs = 0): [number, number] {
      at += ms + stepMs
      spanMs += ms
      return [time.now() - start, time.aheadMs()]
    },
  }
}

test('ignores a step that is undone during its trial', () => {
  for (const stepMs of [dayMs, -dayMs, 6000]) {
    const { pass } = clocks()
    expect(pass(1000)).toEqual([1000, 0])
    expect(pass(1000, stepMs)).toEqual([2000, stepMs])
    expect(pass(45_000)).toEqual([47_000, stepMs])
    expect(pass(1000, -stepMs)).toEqual([48_000, 0])
  }
})

test('accepts a lasting step when its trial is over', () => {
  const { pass } = clocks()
  pass(1000, dayMs)
  expect(pass(trialMs - 1)).toEqual([1000 + trialMs - 1, dayMs])
  expect(pass(1)).toEqual([1000 + trialMs + dayMs, 0])
  expect(pass(1000)).toEqual([2000 + trialMs + dayMs, 0])
})

test('follows a clock that is corrected gradually', () => {
  const { pass } = clocks()
  for (let i = 1; i <= 20; i++) expect(pass(1000, 900)).toEqual([i * 1900, 0])
})

test('gives herd time in whole milliseconds at any speed', () => {
  const clock = createClock()
  clock.hold(start)
  clock.release(1 / 3)
  const read = Array.from({ length: 1000 }, () => clock.now())
  clock.stop()
  expect(read.filter((at) => !Number.isInteger(at))).toEqual([])
})
