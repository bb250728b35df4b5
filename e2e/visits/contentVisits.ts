import { expect } from '../fixtures.ts'
import { button, emptyForm, type Visit } from './visit.ts'

/** Screens on which the platform edits its published content. */
export const content: Visit[] = [
  { path: '/dashboard/homepage/web', until: (page, words) => emptyForm(page, words['banner.new'], words['form.save']) },
  { path: '/dashboard/homepage/web?tab=partnerships' },
  {
    path: '/dashboard/homepage/web?tab=webHome',
    async until(page, words) {
      await button(page, words['form.edit']).click()
      await expect(page.getByRole('textbox').first()).toBeVisible()
    },
  },
  { path: '/dashboard/homepage/article' },
  {
    path: '/dashboard/homepage/article/form',
    async until(page, words) {
      await button(page, words['rich.table']).click()
      await expect(page.getByRole('toolbar', { name: words['rich.tableTools'] })).toBeVisible()
      // An empty header cell is left for the author to fill.
      await button(page, words['rich.headRow']).click()
      await button(page, words['form.save']).click()
      await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible()
    },
    staysOpen: true,
  },
  { path: '/dashboard/app-support/homepage' },
  {
    path: '/dashboard/app-support/about',
    async until(page, words) {
      await button(page, words['form.edit']).click()
      await expect(page.getByRole('toolbar', { name: words['rich.tools'] })).toHaveCount(4)
    },
  },
  { path: '/dashboard/app-support/feedback' },
]

/** Screens on which an organisation edits its own page. */
export const marketing: Visit[] = [
  {
    path: '/dashboard/org-admin/market-profile',
    until: (page, words) => emptyForm(page, words['marketing.newNews'], words['form.save']),
  },
  {
    path: '/dashboard/org-admin/api-keys',
    until: (page, words) => emptyForm(page, words['apiKey.new'], words['form.save']),
  },
]
