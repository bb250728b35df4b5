import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** Gives axe to every page that is opened in it. */
export async function addAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: axe.source })
}

/** Rules about colours. They take most of axe's time. */
const colours = ['color-contrast', 'link-in-text-block']

const coloursAlone: axe.RunOptions = { runOnly: { type: 'rule', values: colours } }
const noColours: axe.RunOptions = { rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) }

/**
 * What axe finds on the page as it stands, whose look follows the system. Its markup is the same in the dark, and its colours are
 * the same in each language: with `hasColours` they are looked at in the dark and in the light, without it everything else is.
 */
export async function findViolations(page: Page, name: string, { hasColours }: { hasColours: boolean }): Promise<string[]> {
  const found: string[] = []
  const looks = hasColours ? ([['dark', coloursAlone], ['light', {}]] as const) : ([['light', noColours]] as const)
  for (const [colorScheme, options] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
    const violations = await page.evaluate(async (options) => {
      // Colours on their way from one look to the other are neither.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      }
      const results = await window.axe.run(document, { resultTypes: ['violations'], ...options })
      return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`))
    }, options)
    found.push(...violations.map((violation) => `${name}, ${colorScheme}: ${violation}`))
  }
  return found
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
