import type { Page } from '@playwright/test'
import zhCN from '#locales/zh-CN.json' with { type: 'json' }

export type Words = typeof zhCN
/** The heights of screens by their widths. */
export const heights = { 390: 844, 768: 1024, 1366: 768, 1920: 1080, 3840: 2160 } as const
export type Width = keyof typeof heights
/** Where a screen of any width has a layout of its own. */
export const allWidths = [1366, 390, 768, 1920, 3840] as const

/** The languages that take turns in the widths after the first. */
export const turns = ['en-US', 'pt-BR', 'zh-TW', 'ar'] as const
type Turn = (typeof turns)[number]

export interface Visit {
  path: string
  /** The acts on the page, and the sign that it is ready to be looked at. */
  until?: (page: Page, words: Words) => Promise<void>
  /** True where the opened part is the frame's, and stays when the screen goes. */
  staysOpen?: true
  /** The widths that it is looked at in, the first of them in both looks; left out, a desk's and a phone's. */
  widths?: readonly [Width, ...Width[]]
  /** True where it begins where the place before ended. */
  goesOn?: true
  /** The language of its second width; left out, the languages take turns. */
  begins?: Turn
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const rows = (page: Page) => page.getByRole('row').nth(1).waitFor()
export const details = (page: Page) => page.locator('.details-body').locator('dl, article').first().waitFor()

/** The details of a record with its history. */
export async function unfoldHistory(page: Page, words: Words) {
  await details(page)
  await page.locator('summary').getByText(words['history.title']).click()
  await page.locator('.record-changes li').first().waitFor()
}

/** A form that is new, and told all that is missing. */
export async function emptyForm(page: Page, title: string, save: string) {
  await button(page, title).first().click()
  await button(page, save).last().click()
  await page.locator('.ant-form-item-explain-error').first().waitFor()
}

/** Chooses a language as another tab does. */
export async function speak(page: Page, locale: string): Promise<void> {
  await page.evaluate(async (chosen) => {
    localStorage.setItem('locale', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'locale' }))
    while (document.documentElement.lang !== chosen) await new Promise(requestAnimationFrame)
  }, locale)
}
