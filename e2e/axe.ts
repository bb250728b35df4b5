import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** Injects axe into every document of a page. */
export async function addAxe(page: Page): Promise<void> {
  await page.addInitScript({ content: `${axe.source}; window.seenMenus = new Set()` })
}

/** Colour rules, which take most of axe's time. */
const colours = ['color-contrast', 'link-in-text-block']

const coloursAlone: axe.RunOptions = { runOnly: { type: 'rule', values: colours } }
const noColours: axe.RunOptions = { rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) }

/** Rules that translations can break: names exist and are unique where required, and content that overflows when longer is reachable. */
const names = [
  'area-alt',
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'button-name',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'frame-title',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'input-image-alt',
  'label',
  'label-title-only',
  'landmark-unique',
  'link-name',
  'role-img-alt',
  'scrollable-region-focusable',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'table-duplicate-name',
  'valid-lang',
]
const namesAlone: axe.RunOptions = { runOnly: { type: 'rule', values: names } }

/** The menu next to the screens; it is the same on most of them. */
const menu = '.shell-side'

const lookings = { light: {}, dark: coloursAlone, markup: noColours, words: namesAlone } as const

/**
 * Runs axe on the current page. Markup is the same in both themes; colours and markup are the same in all languages.
 * `light` checks everything, `dark` only colours, `markup` everything except colours in the current theme, `words` only rules that translations can
 * break.
 * The menu is excluded once it was checked in the same state.
 */
export async function findViolations(page: Page, name: string, looking: keyof typeof lookings): Promise<string[]> {
  const colorScheme = looking === 'light' || looking === 'dark' ? looking : undefined
  if (colorScheme !== undefined) await page.emulateMedia({ colorScheme })
  const violations = await page.evaluate(
    async ([options, theme, menu, looking]) => {
      const page = document.documentElement
      while (theme !== undefined && page.dataset['theme'] !== theme) await new Promise(requestAnimationFrame)
      // Colours during a transition between themes belong to neither.
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
      }
      const shown = `${looking} ${innerWidth} ${page.lang} ${document.querySelector<HTMLElement>(menu)?.innerText ?? ''}`
      const isSeen = window.seenMenus.has(shown)
      window.seenMenus.add(shown)
      const results = await window.axe.run(isSeen ? { exclude: [menu] } : document, {
        resultTypes: ['violations'],
        ...options,
      })
      return results.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
      )
    },
    [lookings[looking], colorScheme, menu, looking] as const,
  )
  return violations.map((violation) => `${name}, ${looking}: ${violation}`)
}

declare global {
  interface Window {
    axe: typeof axe
    /** States in which this page's menu was checked, including its text. */
    seenMenus: Set<string>
  }
}
