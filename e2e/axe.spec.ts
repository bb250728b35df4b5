import type { Page } from '@playwright/test'
import enUS from '#locales/en-US.json' with { type: 'json' }
import ptBR from '#locales/pt-BR.json' with { type: 'json' }
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import zhTW from '#locales/zh-TW.json' with { type: 'json' }
import { openCalls } from '#mocks/calls.ts'
import { addAxe, findViolations } from './axe.ts'
import { expect } from './fixtures.ts'
import { invite, newcomer, test as base } from './people.ts'
import { bin, freshHerd, herd } from './visits/herdVisits.ts'
import type { Words } from './visits/visit.ts'
import { fresh, type Hosts, makeHosts, nobody, platform, secondFactor, secondStep, supervisor } from './visits/visits.ts'

const test = base.extend<object, { hosts: Hosts }>({
  hosts: [async ({ product }, use) => use(await makeHosts(product)), { scope: 'worker' }],
})

test.describe.configure({ mode: 'parallel' })

/** Goes to another screen as a link does, without loading the page again. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Shows a screen again, by way of one that is not there: so nothing is left of the screen before. */
async function show(page: Page, path: string, words: Words): Promise<void> {
  const nowhere = path.startsWith('/dashboard') ? '/dashboard/nowhere' : '/404'
  const notFound = page.getByText(words['result.notFound'])
  await go(page, nowhere)
  await expect(notFound).toBeVisible()
  await go(page, path)
  if (!['/404', '/dashboard/nothing'].includes(path)) await expect(notFound).toBeHidden()
}

for (const [language, words] of Object.entries({ 'zh-CN': zhCN, 'zh-TW': zhTW, 'en-US': enUS, 'pt-BR': ptBR })) {
  test(`no screen has a fault that axe knows of: ${language}`, async ({ openAs, hosts, product }) => {
    const found: string[] = []
    const hasColours = language === 'zh-CN'
    // A second factor is set up but once: who looks at it is new in each language.
    const person = newcomer()
    const access = { role: 'ADMIN_PLATFORM', organisationId: hosts.platform.userOrgId } as const
    const { login: newHere } = await invite(product, openCalls(product.url, hosts.platform.token), person, access)
    const sides = [
      [newHere, secondFactor],
      [null, [secondStep(person.userName), ...nobody(hosts.userId)]],
      [hosts.platform, platform(hosts)],
      [hosts.supervisor, [...herd(hosts.herd), ...supervisor(hosts)]],
      [hosts.pm, bin],
      [hosts.fresh, [...fresh, ...freshHerd]],
    ] as const
    for (const [login, visits] of sides) {
      const page = await openAs(login, { locale: language, appearance: JSON.stringify({ mode: 'system' }) })
      await page.setViewportSize({ width: 1366, height: 768 })
      await addAxe(page)
      await page.addInitScript(() => sessionStorage.setItem('registration', '{"email":"e2e@example.com"}'))
      for (const [place, { path, until }] of visits.entries()) {
        const before = visits[place - 1]
        if (before === undefined || before.staysOpen) await page.goto(path)
        else await show(page, path, words)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await until?.(page, words)
        found.push(...(await findViolations(page, `${place} ${path}`, { hasColours })))
      }
      await page.close()
    }
    expect([...new Set(found)]).toEqual([])
  })
}
