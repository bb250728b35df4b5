import type { Page } from '@playwright/test'
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import { expect } from '../fixtures.ts'

export type Words = typeof zhCN
export interface Visit {
  path: string
  /** The acts on the page, and the sign that it is ready to be looked at. */
  until?: (page: Page, words: Words) => Promise<void>
  /** True where the opened part is the frame's, and stays when the screen goes. */
  staysOpen?: true
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const rows = (page: Page) => expect(page.getByRole('row').nth(1)).toBeVisible()
export const details = (page: Page) => expect(page.locator('.details-body').locator('dl, article').first()).toBeVisible()

/** A form that is new, and told all that is missing. */
export async function emptyForm(page: Page, title: string, save: string) {
  await button(page, title).first().click()
  await button(page, save).last().click()
  await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible()
}

/** Chooses a language as another tab does. */
export async function speak(page: Page, locale: string): Promise<void> {
  await page.evaluate(async (chosen) => {
    localStorage.setItem('locale', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'locale' }))
    while (document.documentElement.lang !== chosen) await new Promise(requestAnimationFrame)
  }, locale)
}
