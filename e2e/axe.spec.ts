import type { Page } from '@playwright/test'
import type { Login } from '#contract/people/auth.ts'
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import { openCalls } from '#mocks/calls.ts'
import { addAxe, findViolations } from './axe.ts'
import { expect } from './fixtures.ts'
import { invite, newcomer, test as base } from './people.ts'
import { content, marketing } from './visits/contentVisits.ts'
import { bin, freshHerd, herd } from './visits/herdVisits.ts'
import { speak, type Visit } from './visits/visit.ts'
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
async function show(page: Page, path: string): Promise<void> {
  const nowhere = path.startsWith('/dashboard') ? '/dashboard/nowhere' : '/404'
  const notFound = page.getByText(zhCN['result.notFound'])
  await go(page, nowhere)
  await notFound.waitFor()
  await go(page, path)
  if (!['/404', '/dashboard/nothing'].includes(path)) await notFound.waitFor({ state: 'hidden' })
}

type Look = (hosts: Hosts, newcomer: { login: Login; userName: string }) => readonly (readonly [Login | null, readonly Visit[]])[]

/** The visitors and their screens. The newcomer sets up a second factor, and then signs in with it. */
const looks: Record<string, Look> = {
  'whoever comes in': (hosts, { login, userName }) => [
    [login, secondFactor],
    [null, [secondStep(userName), ...nobody(hosts.userId)]],
  ],
  'the platform': (hosts) => [[hosts.platform, platform(hosts)]],
  'what is published': (hosts) => [
    [hosts.platform, content],
    [hosts.supervisor, marketing],
  ],
  'a herd': (hosts) => [[hosts.supervisor, herd(hosts.herd)]],
  'an organisation, and one that has nothing yet': (hosts) => [
    [hosts.supervisor, supervisor(hosts)],
    [hosts.pm, bin],
    [hosts.fresh, [...fresh, ...freshHerd]],
  ],
}

for (const [name, look] of Object.entries(looks)) {
  test(`axe knows of no fault in any language: ${name}`, async ({ openAs, hosts, product }) => {
    const found: string[] = []
    const person = newcomer()
    const access = { role: 'ADMIN_PLATFORM', organisationId: hosts.platform.userOrgId } as const
    const { login } = await invite(product, openCalls(product.url, hosts.platform.token), person, access)
    for (const [viewer, visits] of look(hosts, { login, userName: person.userName })) {
      const page = await openAs(viewer, { locale: 'zh-CN', appearance: JSON.stringify({ mode: 'system' }) })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 1366, height: 768 })
      await addAxe(page)
      await page.addInitScript(() => sessionStorage.setItem('registration', '{"email":"e2e@example.com"}'))
      for (const [place, { path, until }] of visits.entries()) {
        const before = visits[place - 1]
        if (before === undefined || before.staysOpen) await page.goto(path)
        else await show(page, path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await until?.(page, zhCN)
        found.push(...(await findViolations(page, `${place} ${path}`, 'dark')))
        found.push(...(await findViolations(page, `${place} ${path}`, 'light')))
        for (const language of ['zh-TW', 'en-US', 'pt-BR']) {
          await speak(page, language)
          found.push(...(await findViolations(page, `${place} ${path} ${language}`, 'words')))
        }
        await speak(page, 'zh-CN')
      }
      await page.close()
    }
    expect([...new Set(found)]).toEqual([])
  })
}
