import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A beat is on time when it follows the previous one within this time, ms. */
const inTimeMs = 100
/** Timeout of one look's expectations: short, so that they are retried soon, but long enough for a busy page to answer. */
const oneLook = { timeout: 1000 }

/**
 * Expects a change on a page within a time, ms. Time during which the page is blocked does not count: without a graphics card the first pictures of a
 * map block it for seconds. Time on the server always counts.
 * @param look throws until the change is visible; its expectations use the given timeout
 */
export async function expectWithin(
  page: Page,
  ms: number,
  look: (limit: { timeout: number }) => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now()
  const beats = await page.evaluateHandle(beat, inTimeMs)
  const halted = performance.now() - startedAt
  await expect(() => look(oneLook)).toPass({ timeout: 20_000, intervals: [50] })
  const took = performance.now() - startedAt
  const late = Math.max(0, halted - inTimeMs) + (await beats.evaluate((counted) => counted.stop()))
  expect(took - late, `ms of ${Math.round(took)}, of which the page stood still for ${Math.round(late)}`).toBeLessThan(
    ms,
  )
}

/** Runs a timer within a page until stopped, and sums up the lateness of its beats, ms. */
function beat(maxGapMs: number) {
  let [late, begun] = [0, performance.now()]
  const lateness = () => Math.max(0, performance.now() - begun - maxGapMs)
  const timer = setInterval(() => {
    late += lateness()
    begun = performance.now()
  }, 20)
  return {
    stop: () => {
      clearInterval(timer)
      return late + lateness()
    },
  }
}
