import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A beat that comes no later than this after the one before is in time, ms. */
const inTimeMs = 100
/** For the expectations of one look: soon looked at again, but not before a busy page can answer. */
const oneLook = { timeout: 1000 }

/**
 * Holds the product to a time, ms: what happened just now is on a page after so long. By how much the beats of a timer of the page
 * are late is not counted: the first pictures of a map halt a page for seconds where there is no graphics card. What the server
 * takes is counted, whatever it takes it for.
 * @param look fails until it is so; gives its expectations the limit that it is handed
 */
export async function expectWithin(page: Page, ms: number, look: (limit: { timeout: number }) => Promise<unknown>): Promise<void> {
  const asked = performance.now()
  const beats = await page.evaluateHandle(beat, inTimeMs)
  const halted = performance.now() - asked
  await expect(() => look(oneLook)).toPass({ timeout: 20_000, intervals: [50] })
  const took = performance.now() - asked
  const late = Math.max(0, halted - inTimeMs) + (await beats.evaluate((counted) => counted.stop()))
  expect(took - late, `ms of ${Math.round(took)}, of which the page stood still for ${Math.round(late)}`).toBeLessThan(ms)
}

/** A timer within a page that beats until it is stopped, which tells how late its beats were together, ms. */
function beat(mostMs: number) {
  let [late, begun] = [0, performance.now()]
  const lateness = () => Math.max(0, performance.now() - begun - mostMs)
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
