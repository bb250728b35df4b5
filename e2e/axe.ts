import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** Gives axe to every page that is opened in it. */
export async function addAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: axe.source })
}

/**
 * What axe finds on the page as it stands, in the light and in the dark, where the look follows the system. It is the
 * same page in both: in the dark it is only looked at for its colours.
 */
export async function findViolations(page: Page, name: string, looks: readonly ('dark' | 'light')[]): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of looks) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
    const violations = await page.evaluate(async (isDark) => {
      // Colours on their way from one look to the other are neither.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      }
      const results = await window.axe.run(document, { resultTypes: ['violations'], ...(isDark && { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }) })
      return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`))
    }, colorScheme === 'dark')
    found.push(...violations.map((violation) => `${name}, ${colorScheme}: ${violation}`))
  }
  return found
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
