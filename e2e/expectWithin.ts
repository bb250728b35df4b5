import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A beat that takes no longer than this is in time, ms. */
const inTimeMs = 100
/** For the expectations of one look: soon looked at again, but not before a busy page can answer. */
const oneLook = { timeout: 1000 }

/**
 * Holds the product to a time, ms: what happened just now is on a page after so long. A beat goes from the page to the server
 * and back all the while. By how much its beats are late is the machine's share of the time and is not counted: the first
 * pictures of a map halt a page for seconds where there is no graphics card.
 * @param look fails until it is so; gives its expectations the limit that it is handed
 */
export async function expectWithin(page: Page, ms: number, look: (limit: { timeout: number }) => Promise<unknown>): Promise<void> {
  const asked = performance.now()
  const beats = await page.evaluateHandle(beat, inTimeMs)
  const halted = performance.now() - asked
  await expect(() => look(oneLook)).toPass({ timeout: 20_000, intervals: [50] })
  const took = performance.now() - asked
  const late = Math.max(0, halted - inTimeMs) + (await beats.evaluate((counted) => counted.stop()))
  expect(took - late, `ms of ${Math.round(took)}, the machine’s ${Math.round(late)} not counted`).toBeLessThan(ms)
}

/** Sends beats from within a page until they are stopped, which tells how late they were together, ms. */
function beat(mostMs: number) {
  let [late, begun, isOn] = [0, performance.now(), true]
  const lateness = () => Math.max(0, performance.now() - begun - mostMs)
  const next = async () => {
    await fetch('/health/live').catch(() => {})
    late += lateness()
    begun = performance.now()
    if (isOn) setTimeout(() => void next(), 20)
  }
  void next()
  return {
    stop: () => {
      isOn = false
      return late + lateness()
    },
  }
}
