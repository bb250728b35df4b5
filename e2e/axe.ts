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

const lookings = { light: {}, dark: coloursAlone, words: noColours } as const

/**
 * Runs axe on the page as it stands, whose look follows the system. Its markup is the same in the dark, and its colours are
 * the same in each language: `light` looks at everything, `dark` at colours alone, `words` at everything else in the look that is.
 */
export async function findViolations(page: Page, name: string, looking: keyof typeof lookings): Promise<string[]> {
  const colorScheme = looking === 'words' ? undefined : looking
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
  const violations = await page.evaluate(
    async ([options, theme]) => {
      const page = document.documentElement
      while (theme !== undefined && page.dataset['theme'] !== theme) await new Promise(requestAnimationFrame)
      // Colours on their way from one look to the other are neither.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      }
      const results = await window.axe.run(document, { resultTypes: ['violations'], ...options })
      return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`))
    },
    [lookings[looking], colorScheme] as const,
  )
  return violations.map((violation) => `${name}, ${looking}: ${violation}`)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
