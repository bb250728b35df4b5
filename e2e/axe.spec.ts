import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { Login } from '#contract/people/auth.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import enUS from '#locales/en-US.json' with { type: 'json' }
import ptBR from '#locales/pt-BR.json' with { type: 'json' }
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import zhTW from '#locales/zh-TW.json' with { type: 'json' }
import { openCalls } from '#mocks/calls.ts'
import { addAxe, findViolations } from './axe.ts'
import { expect } from './fixtures.ts'
import { invite, newcomer, password, register, signInDemo, test as base } from './people.ts'

type Words = typeof zhCN
interface Visit {
  path: string
  /** What is done on the page, and what is there before it is looked at. */
  until?: (page: Page, words: Words) => Promise<void>
  /** What was opened is the frame's, and stays when the screen goes. */
  staysOpen?: true
}

interface Hosts {
  outboxKey: string
  platform: Login
  supervisor: Login
  ticketId: number
  organisationId: number
  userId: number
}

/** Who looks, and what there is to look at: made once. */
const test = base.extend<object, { hosts: Hosts }>({
  hosts: [
    async ({ product }, use) => {
      const platform = await signInDemo(product, 'platform')
      const call = openCalls(product.url, platform.token)
      const organisation = await register(product, newcomer())
      const [ticket] = (await call(endpoints.tickets.list, { text: organisation })).list
      const [user] = (await call(endpoints.users.list, { name: 'bankuser' })).list
      const supervisor = await signInDemo(product, 'supervisor')
      const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
      const goal = { title: '秋季盘点', startsOn: day(0), endsOn: day(30), goal: '每圈清点一次', standard: '差异不超过千分之一', inviteeIds: [] }
      await openCalls(product.url, supervisor.token)(endpoints.goals.add, goal)
      await use({ outboxKey: product.outboxKey, platform, supervisor, ticketId: ticket?.ticketId ?? 0, organisationId: user?.organisationId ?? 0, userId: user?.id ?? 0 })
    },
    { scope: 'worker' },
  ],
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => expect(page.getByRole('row').nth(1)).toBeVisible()
const details = (page: Page) => expect(page.locator('.details-body').locator('dl, article').first()).toBeVisible()

/** A form that is new, and told all that is missing. */
async function emptyForm(page: Page, title: string, save: string) {
  await button(page, title).click()
  await button(page, save).last().click()
  await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible()
}

const nobody = (userId: number): Visit[] => [
  { path: '/user/login' },
  { path: '/user/login', until: (page, words) => page.getByRole('tab', { name: words['login.method.mobile'] }).click() },
  {
    path: '/user/login',
    async until(page, words) {
      await page.getByLabel(words['login.userName']).fill('nobody')
      await page.getByLabel(words['login.password'], { exact: true }).fill(`Wrong-${userId}`)
      await button(page, words['login.submit']).click()
      await expect(page.getByText(words['login.wrong'])).toBeVisible()
    },
  },
  { path: '/user/register' },
  {
    path: '/user/register',
    async until(page, words) {
      await button(page, words['register.submit']).click()
      await expect(page.getByText(words['register.kindRequired'])).toBeVisible()
    },
  },
  { path: '/user/register-result' },
  { path: '/user/activate' },
  { path: `/user/activate#${'x'.repeat(30)}`, until: (page, words) => expect(page.getByText(words['activation.expired'])).toBeVisible() },
  { path: '/user/forgot-password' },
  { path: '/user/reset-password' },
  { path: `/user/reset-password#${'x'.repeat(30)}`, until: (page, words) => expect(button(page, words['resetPassword.submit'])).toBeVisible() },
  { path: '/outbox', until: (page, words) => expect(page.getByLabel(words['outbox.key'])).toBeVisible() },
  { path: '/404' },
]

/** From setting a second factor up to signing in with it: each begins where the one before ended. */
const secondFactor: Visit[] = [
  { path: '/dashboard/account', until: beginSecondFactor },
  {
    path: '/dashboard/account',
    async until(page, words) {
      await beginSecondFactor(page, words)
      const secret = (await page.locator('.two-factor-secret').innerText()).replaceAll(/\s/g, '')
      await page.getByLabel(words['twoFactor.code'], { exact: true }).fill(new TOTP({ secret }).generate())
      await button(page, words['twoFactor.confirm']).click()
      await expect(page.getByRole('list', { name: words['twoFactor.codes'] })).toBeVisible()
    },
  },
  {
    path: '/dashboard/account',
    async until(page, words) {
      await button(page, words['twoFactor.anew']).click()
      await button(page, words['twoFactor.go']).click()
      await expect(page.getByText(words['twoFactor.codeRequired'])).toBeVisible()
    },
  },
]

async function beginSecondFactor(page: Page, words: Words) {
  await button(page, words['twoFactor.begin']).click()
  await page.getByLabel(words['account.proof'], { exact: true }).fill(password)
  await button(page, words['twoFactor.go']).click()
  await expect(page.getByRole('img', { name: words['twoFactor.picture'] })).toBeVisible()
}

const secondStep = (userName: string): Visit => ({
  path: '/user/login',
  async until(page, words) {
    await page.getByLabel(words['login.userName']).fill(userName)
    await page.getByLabel(words['login.password'], { exact: true }).fill(password)
    await button(page, words['login.submit']).click()
    await expect(page.getByRole('heading', { name: words['login.secondHeading'] })).toBeVisible()
  },
})

const platform = ({ outboxKey, ticketId, organisationId, userId }: Hosts): Visit[] => [
  { path: `/outbox#key=${outboxKey}`, until: (page) => expect(page.getByRole('listitem').first()).toBeVisible() },
  { path: '/dashboard/account' },
  { path: '/dashboard/approvals', until: rows },
  { path: `/dashboard/approvals?open=${ticketId}`, until: details },
  { path: '/dashboard/profiles/org', until: rows },
  { path: `/dashboard/profiles/org?open=${organisationId}`, until: details },
  { path: '/dashboard/profiles/org', until: (page, words) => emptyForm(page, words['organisation.new'], words['form.save']) },
  { path: '/dashboard/profiles/user', until: rows },
  {
    path: '/dashboard/profiles/user?role=ADMIN_BANK',
    async until(page, words) {
      await rows(page)
      await page.getByRole('search').getByRole('button', { name: words['user.status'] }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    path: `/dashboard/profiles/user?open=${userId}`,
    async until(page, words) {
      await details(page)
      await button(page, words['form.edit']).click()
      await expect(page.locator('.details-body form')).toBeVisible()
    },
  },
  { path: '/dashboard/profiles/user', until: (page, words) => emptyForm(page, words['user.new'], words['user.sendInvitation']) },
  {
    path: '/dashboard/profiles/user',
    async until(page, words) {
      await page.getByRole('row').nth(1).getByRole('button').click()
      await page.getByRole('menuitem', { name: words['user.disable'], exact: true }).click()
      // A press while the dialog still comes in may pass it by.
      await expect(async () => {
        await page.getByRole('dialog').getByRole('button', { name: words['user.disable'], exact: true }).click()
        await expect(page.getByText(words['list.reasonMissing'])).toBeVisible({ timeout: 2000 })
      }).toPass()
      await expect(page.getByRole('menu')).toBeHidden()
    },
  },
  {
    path: '/dashboard/profiles/user',
    async until(page, words) {
      await page.getByRole('button', { name: new RegExp(`^${words['notices.title']}`) }).click()
      await expect(page.getByRole('dialog', { name: words['notices.title'] })).toBeVisible()
    },
    staysOpen: true,
  },
  {
    path: '/dashboard/account',
    async until(page, words) {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: words['palette.title'] }).getByRole('option').first()).toBeVisible()
    },
    staysOpen: true,
  },
  {
    path: '/dashboard/account',
    async until(page, words) {
      await page.getByRole('button', { name: new RegExp(`^${words['account.menu']}`) }).click()
      await page.getByRole('menuitem', { name: words['appearance.title'] }).click()
      await expect(page.getByRole('dialog', { name: words['appearance.title'] })).toBeVisible()
    },
    staysOpen: true,
  },
  { path: '/dashboard/org-admin/org-profile', until: (page, words) => expect(page.getByText(words['result.forbidden'])).toBeVisible() },
  { path: '/dashboard/nothing', until: (page, words) => expect(page.getByText(words['result.notFound'])).toBeVisible() },
]

const supervisor: Visit[] = [
  { path: '/dashboard/org-admin/org-profile', until: (page) => expect(page.getByRole('tabpanel').locator('dl').first()).toBeVisible() },
  { path: '/dashboard/org-admin/org-profile?tab=users', until: rows },
  { path: '/dashboard/org-admin/org-profile?tab=goals', until: rows },
  { path: '/dashboard/org-admin/org-profile?tab=goals', until: (page, words) => emptyForm(page, words['goal.new'], words['form.save']) },
]

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
  test(`no screen has a fault that axe knows of, light or dark: ${language}`, async ({ openAs, hosts, product }) => {
    const found: string[] = []
    // A second factor is set up but once: who looks at it is new in each language.
    const person = newcomer()
    const access = { role: 'ADMIN_PLATFORM', organisationId: hosts.platform.userOrgId } as const
    const { login: newHere } = await invite(product, openCalls(product.url, hosts.platform.token), person, access)
    const sides = [
      [newHere, secondFactor],
      [null, [secondStep(person.userName), ...nobody(hosts.userId)]],
      [hosts.platform, platform(hosts)],
      [hosts.supervisor, supervisor],
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
        found.push(...(await findViolations(page, `${place} ${path}`)))
      }
      await page.close()
    }
    expect([...new Set(found)]).toEqual([])
  })
}
