import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import type { Login } from '#contract/people/auth.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { expect } from '../fixtures.ts'
import { letIn, newcomer, password, register, signInDemo } from '../people.ts'
import type { Product } from '../product.ts'
import { type HerdHosts, makeHerdHosts } from './herdVisits.ts'
import { projects } from './projectVisits.ts'
import { button, details, emptyForm, rows, unfoldHistory, type Visit, type Words } from './visit.ts'

export interface Hosts {
  outboxKey: string
  platform: Login
  supervisor: Login
  pm: Login
  /** The administrator of a newly approved organisation without data. */
  fresh: Login
  ticketId: number
  /** The new organisation of `fresh`. */
  organisationId: number
  userId: number
  goalId: number
  cameraId: number
  /** A running project. */
  projectId: number
  herd: HerdHosts
}

/** Creates the users who visit, and records to visit. */
export async function makeHosts(product: Product): Promise<Hosts> {
  const platform = await signInDemo(product, 'platform')
  const call = openCalls(product.url, platform.token)
  const [ticket] = (await call(endpoints.tickets.list, { text: await register(product, newcomer()) })).list
  const fresh = await letIn(product, call)
  const [user] = (await call(endpoints.users.list, { name: 'bankuser' })).list
  const supervisor = await signInDemo(product, 'supervisor')
  const callAsSupervisor = openCalls(product.url, supervisor.token)
  const day = (later: number) => new Date(Date.now() + later * 86_400_000).toISOString().slice(0, 10)
  const goal = {
    title: '秋季盘点',
    startsOn: day(0),
    endsOn: day(30),
    goal: '每圈清点一次',
    standard: '差异不超过千分之一',
    inviteeIds: [],
  }
  const { id: goalId } = await callAsSupervisor(endpoints.goals.add, goal)
  const { code } = await openCalls(product.url)(endpoints.displays.begin, {})
  await callAsSupervisor(endpoints.displays.pair, { code, name: '值班室' })
  const herd = await makeHerdHosts(product, callAsSupervisor)
  const farm = (await call(endpoints.cameraFarms.list, { pageSize: 1 })).list[0]
  const cameraId =
    (await call(endpoints.cameras.list, { name: '北门' })).list[0]?.id ??
    (
      await call(endpoints.cameras.addOrEdit, {
        name: '北门',
        farmId: farm?.id ?? 0,
        streamKind: 'HLS',
        streamAddress: 'https://cameras.example.com/live.m3u8',
      })
    ).id
  const project = (await callAsSupervisor(endpoints.projects.list, { isOnlyActive: true, pageSize: 1 })).list[0]
  const pm = await signInDemo(product, 'pm')
  return {
    outboxKey: product.outboxKey,
    platform,
    supervisor,
    pm,
    fresh,
    ticketId: ticket?.ticketId ?? 0,
    organisationId: fresh.userOrgId ?? 0,
    userId: user?.id ?? 0,
    goalId,
    cameraId,
    projectId: project?.id ?? 0,
    herd,
  }
}

/** Expects rows, and columns that fit side by side. */
async function rowsThatFit(page: Page) {
  await rows(page)
  expect(await page.locator('.grid').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
}

export const nobody = (userId: number): Visit[] => [
  { path: '/user/login' },
  {
    path: '/user/login',
    until: (page, words) => page.getByRole('tab', { name: words['login.method.mobile'] }).click(),
  },
  {
    path: '/user/login',
    async until(page, words) {
      await page.getByLabel(words['login.userName']).fill('nobody')
      await page.getByLabel(words['login.password'], { exact: true }).fill(`Wrong-${userId}`)
      await button(page, words['login.submit']).click()
      await expect(page.getByText(words['login.wrong'])).toBeVisible()
    },
  },
  {
    path: '/user/login',
    async until(page, words) {
      await button(page, words['login.other.issuer']).click()
      await page.getByLabel(words['login.workEmail']).fill('nobody@nowhere.example')
      await button(page, words['login.toProvider']).click()
      await expect(page.getByText(words['login.noProvider'])).toBeVisible()
    },
  },
  { path: '/user/issuer?state=xxxxxxxxxxxxxxxxxxxxxxxx&error=access_denied' },
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
  {
    path: `/user/activate#${'x'.repeat(30)}`,
    until: (page, words) => expect(page.getByText(words['activation.expired'])).toBeVisible(),
  },
  {
    path: '/user/confirm-email',
    until: (page, words) => expect(page.getByText(words['confirmEmail.expired'])).toBeVisible(),
  },
  {
    path: `/user/confirm-email#${'x'.repeat(30)}`,
    until: (page, words) => expect(page.getByText(words['confirmEmail.expired'])).toBeVisible(),
  },
  {
    path: '/user/wall',
    until: (page, words) => expect(page.getByLabel(words['wallPairing.code'])).toHaveText(/^\w{4}-\w{4}$/),
  },
  { path: '/user/forgot-password' },
  { path: '/user/reset-password' },
  {
    path: `/user/reset-password#${'x'.repeat(30)}`,
    until: (page, words) => expect(button(page, words['resetPassword.submit'])).toBeVisible(),
  },
  {
    path: `/verify/${'0'.repeat(64)}`,
    until: (page, words) => expect(page.getByText(words['verify.unknown'])).toBeVisible(),
  },
  { path: '/outbox', until: (page, words) => expect(page.getByLabel(words['outbox.key'])).toBeVisible() },
  { path: '/404' },
]

/** Visits from setting up a second factor to using it: each starts where the previous one ended. */
export const secondFactor: Visit[] = [
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
    isRequired: true,
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

export const secondStep = (userName: string): Visit => ({
  path: '/user/login',
  async until(page, words) {
    await page.getByLabel(words['login.userName']).fill(userName)
    await page.getByLabel(words['login.password'], { exact: true }).fill(password)
    await button(page, words['login.submit']).click()
    await expect(page.getByRole('heading', { name: words['login.secondHeading'] })).toBeVisible()
  },
})

export const platform = ({ outboxKey, ticketId, organisationId, userId, cameraId }: Hosts): Visit[] => [
  { path: `/outbox#key=${outboxKey}`, until: (page) => expect(page.getByRole('listitem').first()).toBeVisible() },
  { path: '/dashboard/account' },
  { path: '/dashboard/approvals', until: rows },
  {
    path: '/dashboard/approvals?sort=dueAt',
    async until(page, words) {
      await button(page, words['standIn.title']).click()
      await expect(page.getByRole('dialog').getByRole('paragraph')).toBeVisible()
    },
  },
  { path: `/dashboard/approvals?open=${ticketId}`, until: details },
  { path: '/dashboard/profiles/org', until: rows },
  { path: `/dashboard/profiles/org?open=${organisationId}`, until: unfoldHistory },
  { path: '/dashboard/security-log', until: rows },
  { path: `/dashboard/cameras?open=${cameraId}`, until: details },
  { path: '/dashboard/cameras', until: (page, words) => emptyForm(page, words['camera.new'], words['form.save']) },
  { path: '/dashboard/settings?tab=alertRules', until: rows },
  {
    path: '/dashboard/settings?tab=baseMap&open=1',
    async until(page, words) {
      await details(page)
      await button(page, words['form.edit']).click()
      await expect(page.getByRole('combobox').first()).toBeVisible()
    },
  },
  {
    path: '/dashboard/settings?tab=lookups.COLOUR',
    async until(page, words) {
      await rows(page)
      await button(page, words['lookup.order']).click()
      await expect(page.locator('.order-list li').first()).toBeVisible()
    },
  },
  {
    path: '/dashboard/profiles/org',
    until: (page, words) => emptyForm(page, words['organisation.new'], words['form.save']),
  },
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
  {
    path: '/dashboard/profiles/user',
    until: (page, words) => emptyForm(page, words['user.new'], words['user.sendInvitation']),
  },
  {
    path: '/dashboard/profiles/user',
    async until(page, words) {
      await page.getByRole('row').nth(1).getByRole('button').click()
      await page.getByRole('menuitem', { name: words['user.disable'], exact: true }).click()
      // A click during the dialog's opening animation may miss.
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
  {
    path: '/dashboard/org-admin/org-profile',
    until: (page, words) => expect(page.getByText(words['result.forbidden'])).toBeVisible(),
  },
  {
    path: '/dashboard/nothing',
    until: (page, words) => expect(page.getByText(words['result.notFound'])).toBeVisible(),
  },
]

export const supervisor = ({ goalId, projectId }: Hosts): Visit[] => [
  ...projects(projectId),
  {
    path: '/dashboard/org-admin/org-profile',
    until: (page) => expect(page.getByRole('tabpanel').locator('dl').first()).toBeVisible(),
  },
  { path: '/dashboard/org-admin/org-profile?tab=users', until: rowsThatFit },
  {
    path: '/dashboard/org-admin/org-profile?tab=signIn',
    until: (page, words) => expect(page.getByLabel(words['issuer.clientId'])).toBeVisible(),
  },
  { path: '/dashboard/org-admin/org-profile?tab=goals', until: rows },
  {
    path: '/dashboard/org-admin/org-profile?tab=goals',
    until: (page, words) => emptyForm(page, words['goal.new'], words['form.save']),
  },
  { path: `/dashboard/org-admin/org-profile?tab=goals&open=${goalId}`, until: unfoldHistory },
  {
    path: '/dashboard/account',
    until: (page, words) =>
      expect(page.getByRole('list', { name: words['displays.title'] }).getByRole('listitem').first()).toBeVisible(),
  },
  // Last, because a changed form blocks leaving.
  {
    path: '/dashboard/org-admin/org-profile',
    async until(page, words) {
      await button(page, words['form.edit']).click()
      await page.getByRole('switch').click()
      await expect(page.getByLabel(words['organisation.twoFactorFrom'])).toBeVisible()
    },
  },
]

/** Screens without any data. */
export const fresh: Visit[] = [
  {
    path: '/dashboard/animal-monitor/project',
    until: (page, words) => expect(page.getByText(words['projectMonitor.none'])).toBeVisible(),
  },
  {
    path: '/dashboard/animal-monitor/monitor',
    until: (page, words) =>
      expect(page.getByRole('region', { name: words['firstSteps.title'] }).getByRole('link').first()).toBeVisible(),
  },
  {
    path: '/dashboard/org-admin/org-profile?tab=goals',
    until: (page, words) => expect(page.getByText(words['goal.empty'])).toBeVisible(),
  },
]
