import type { Page } from '@playwright/test'
import zhCN from '#locales/zh-CN.json' with { type: 'json' }

export type Words = typeof zhCN
/** Heights of screens by width. */
export const heights = { 390: 844, 768: 1024, 1366: 768, 1920: 1080, 3840: 2160 } as const
export type Width = keyof typeof heights
/** Widths for screens whose layout differs at each of them. */
export const allWidths = [1366, 390, 768, 1920, 3840] as const

/** Languages that alternate in the widths after the first. */
export const turns = ['en-US', 'pt-BR', 'zh-TW', 'ar'] as const
type Turn = (typeof turns)[number]

export interface Visit {
  path: string
  /** Acts on the page and waits until it is ready for checks. */
  until?: (page: Page, words: Words) => Promise<void>
  /** True when the opened part belongs to the shell and stays when the screen changes. */
  staysOpen?: true
  /** Widths to check, the first of them in both themes; defaults to a desktop's and a phone's. */
  widths?: readonly [Width, ...Width[]]
  /** True when the visit continues where the previous one ended. */
  continuesPrevious?: true
  /** Whether a later visit needs its effect, so that a quick run makes it too. */
  isRequired?: true
  /** The language of its second width; left out, the languages take turns. */
  secondLanguage?: Turn
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const rows = (page: Page) => page.getByRole('row').nth(1).waitFor()
export const details = (page: Page) => page.locator('.details-body').locator('dl, article').first().waitFor()

/** Opens the details of a record with its history. */
export async function unfoldHistory(page: Page, words: Words) {
  await details(page)
  await page.locator('summary').getByText(words['history.title']).click()
  await page.locator('.record-changes li').first().waitFor()
}

/** Opens a new form and saves it empty, so that it shows all missing fields. */
export async function emptyForm(page: Page, title: string, save: string) {
  await button(page, title).first().click()
  await button(page, save).last().click()
  await page.locator('.ant-form-item-explain-error').first().waitFor()
}

/** Sets the language as another tab would. */
export async function speak(page: Page, locale: string): Promise<void> {
  await page.evaluate(async (chosen) => {
    localStorage.setItem('locale', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'locale' }))
    while (document.documentElement.lang !== chosen) await new Promise(requestAnimationFrame)
  }, locale)
}
