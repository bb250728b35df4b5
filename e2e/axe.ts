import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** Gives axe to every page that is opened in it. */
export async function addAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: `${axe.source}; window.seenMenus = new Set()` })
}

/** Rules about colours. They take most of axe's time. */
const colours = ['color-contrast', 'link-in-text-block']

const coloursAlone: axe.RunOptions = { runOnly: { type: 'rule', values: colours } }
const noColours: axe.RunOptions = { rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) }

/** Rules that another language can break: everything has a name, of its own where it must, and what scrolls since it is longer can be reached. */
const names = [
  'area-alt', 'aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-meter-name', 'aria-progressbar-name', 'aria-toggle-field-name', 'aria-tooltip-name',
  'aria-treeitem-name', 'button-name', 'document-title', 'empty-heading', 'empty-table-header', 'frame-title', 'html-has-lang', 'html-lang-valid', 'image-alt', 'input-button-name',
  'input-image-alt', 'label', 'label-title-only', 'landmark-unique', 'link-name', 'role-img-alt', 'scrollable-region-focusable', 'select-name', 'summary-name', 'svg-img-alt',
  'table-duplicate-name', 'valid-lang',
]
const namesAlone: axe.RunOptions = { runOnly: { type: 'rule', values: names } }

/** The menu beside the screens. It is the same from one to the next. */
const menu = '.shell-side'

const lookings = { light: {}, dark: coloursAlone, markup: noColours, words: namesAlone } as const

/**
 * Runs axe on the page as it stands, whose look follows the system. Its markup is the same in the dark, and its colours and its markup are
 * the same in each language: `light` looks at everything, `dark` at colours alone, `markup` at everything else in the look that is, `words` at what words can break.
 * The menu is left out where it stands as it was looked at before.
 */
export async function findViolations(page: Page, name: string, looking: keyof typeof lookings): Promise<string[]> {
  const colorScheme = looking === 'light' || looking === 'dark' ? looking : undefined
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
  const violations = await page.evaluate(
    async ([options, theme, menu, looking]) => {
      const page = document.documentElement
      while (theme !== undefined && page.dataset['theme'] !== theme) await new Promise(requestAnimationFrame)
      // Colours on their way from one look to the other are neither.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      }
      const shown = `${looking} ${innerWidth} ${page.lang} ${document.querySelector<HTMLElement>(menu)?.innerText ?? ''}`
      const isSeen = window.seenMenus.has(shown)
      window.seenMenus.add(shown)
      const results = await window.axe.run(isSeen ? { exclude: [menu] } : document, { resultTypes: ['violations'], ...options })
      return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`))
    },
    [lookings[looking], colorScheme, menu, looking] as const,
  )
  return violations.map((violation) => `${name}, ${looking}: ${violation}`)
}

declare global {
  interface Window {
    axe: typeof axe
    /** How the menu was looked at on this page, and what it said. */
    seenMenus: Set<string>
  }
}
