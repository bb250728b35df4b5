// @vitest-environment node
import { from } from 'rxjs'
import { expect, test } from 'vitest'
import { herdAnchors$, herdTimeAt } from './herdTime.ts'

const status = (herdAt: number, speed = 1) => ({
  herdAt,
  speed,
  database: { up: true, since: 0 },
  broker: { up: true, since: 0 },
})

function anchors(herdAts: number[], nowMs: number[], speed = 1) {
  const times = [...nowMs]
  const got: number[] = []
  herdAnchors$(from(herdAts.map((at) => status(at, speed))), () => times.shift() ?? 0).subscribe(({ herdAt }) =>
    got.push(herdAt),
  )
  return got
}

test('advances herd time from the last heartbeat at replay speed', () => {
  expect(herdTimeAt({ herdAt: 1000, seenMs: 500, speed: 60 }, 750)).toBe(1000 + 250 * 60)
  expect(herdTimeAt({ herdAt: 1000, seenMs: 500, speed: Number.NaN }, 750)).toBe(1000)
})

test('ignores the delay of a heartbeat but follows real steps back', () => {
  const [first, late, real] = anchors([10_000, 11_000, 5000], [0, 1200, 2000])
  expect(first).toBe(10_000)
  expect(late).toBeCloseTo(11_180)
  expect(real).toBe(5000)
})
