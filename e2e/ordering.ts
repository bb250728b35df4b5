import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The announcements to screen readers while entries are ordered. */
export const orderAnnouncement = (page: Page) => page.locator('[aria-live="assertive"]')

/** Picks an entry up by the keyboard and moves it by one place, up or down. */
export async function pickUpAndMove(
  page: Page,
  name: string,
  key: 'ArrowUp' | 'ArrowDown',
  [from, to]: [number, number],
  count: number,
): Promise<void> {
  await page.getByRole('button', { name: `移动“${name}”` }).focus()
  await page.keyboard.press('Space')
  await expect(orderAnnouncement(page)).toHaveText(`已拿起“${name}”，第 ${from} 位，共 ${count} 位。`)
  // A key pressed before the places are measured has no effect.
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(orderAnnouncement(page)).toHaveText(`“${name}”移到第 ${to} 位，共 ${count} 位。`, { timeout: 2000 })
  }).toPass()
}
