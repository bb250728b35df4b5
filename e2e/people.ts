import type { BrowserContext, Page } from '@playwright/test'
import type { Login } from '#contract/people/auth.ts'
import { isCreditCode } from '#contract/values/creditCodes.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { OutboxMessage } from '#contract/office/outbox.ts'
import type { Role } from '#contract/people/roles.ts'
import { openCalls, type Call } from '#mocks/calls.ts'
import { expect, test as base } from './fixtures.ts'
import { paint, uploadPicture } from './pictures.ts'
import type { Product } from './product.ts'

const demoPassword = 'Demo2026'
/** Password of users created by tests. */
export const password = 'Weide-7-Ring'

let newcomers = 0

/** Returns data of a new user that no earlier run on the same data has used. */
export function newcomer() {
  newcomers += 1
  const digits = String(Date.now() + newcomers * 7919).slice(-8)
  return {
    digits,
    telephone: `139${digits}`,
    email: `e2e.${digits}@example.com`,
    userName: `e2e.${digits}`,
    creditCode: creditCodeOf(digits),
  }
}
export type Newcomer = ReturnType<typeof newcomer>

function creditCodeOf(digits: string): string {
  const code = '0123456789ABCDEFGHJKLMNPQRTUWXY'
    .split('')
    .map((letter) => `911504${digits}E2E${letter}`)
    .find(isCreditCode)
  if (code === undefined) throw new Error(`no credit code for ${digits}`)
  return code
}

/** An image that serves as a licence. */
export async function licencePicture() {
  return { ...(await paint(320, 220, '#e8f0d8')), name: 'licence.png' }
}

/** Returns the newest message to a recipient from the outbox. */
export async function newestMessage(product: Product, recipient: string): Promise<OutboxMessage> {
  const { list } = await openCalls(product.url)(endpoints.outbox.list, { key: product.outboxKey, recipient })
  const [message] = list
  if (!message) throw new Error(`nothing was sent to ${recipient}`)
  return message
}

/** Returns the token of the link in the newest mail to an address. */
async function mailedToken(product: Product, email: string): Promise<string> {
  return tokenIn((await newestMessage(product, email)).text)
}

/**
 * Registers and activates a supervisor organisation, which then awaits the platform's approval.
 * @returns its name
 */
export async function register(
  product: Product,
  person: Newcomer,
  organizationName = `监管公司 ${person.digits}`,
): Promise<string> {
  const { telephone, email, userName, creditCode } = person
  const anyone = openCalls(product.url)
  await anyone(endpoints.auth.sendSmsCode, { telephone, smsType: 'LOGIN' })
  const captcha = /\d{6}/.exec((await newestMessage(product, telephone)).text)?.[0] ?? ''
  const licenceImageId = await uploadPicture(product.url, await licencePicture())
  const who = {
    organizationRole: 'SUPERVISOR',
    organizationName,
    creditCode,
    contact: '高娃',
    address: '内蒙古赤峰市红山区',
  } as const
  await anyone(endpoints.auth.register, { ...who, licenceImageId, userName, password, email, telephone, captcha })
  await anyone(endpoints.auth.activate, { token: await mailedToken(product, email) })
  return organizationName
}

/** Creates a supervisor organisation approved by the platform, and signs its administrator in. It has no data and does not see the demo's herd. */
export async function letIn(product: Product, platform: Call): Promise<Login> {
  const person = newcomer()
  const [ticket] = (await platform(endpoints.tickets.list, { text: await register(product, person) })).list
  await platform(endpoints.tickets.approve, { ticketId: ticket?.ticketId ?? 0, decision: 'APPROVED' })
  return openCalls(product.url)(endpoints.auth.login, { type: 'account', userName: person.userName, password })
}

/** Returns the token of the link in a mail. */
export const tokenIn = (text: string) => /#([\w-]{20,})/.exec(text)?.[1] ?? ''

/**
 * Invites a user, who sets a password by the mailed link and signs in.
 * @param tokenOf returns the token mailed to an address
 */
export async function invite(
  product: Product,
  admin: Call,
  person: Newcomer,
  access: { role: Role; organisationId?: number | null },
  tokenOf = (mailed: string) => mailedToken(product, mailed),
) {
  const { userName, telephone, email, digits } = person
  const user = await admin(endpoints.users.addOrEdit, {
    userName,
    displayName: `测试 ${digits}`,
    telephone,
    email,
    ...access,
  })
  const anyone = openCalls(product.url)
  await anyone(endpoints.auth.resetPassword, { token: await tokenOf(email), password })
  return { user, login: await anyone(endpoints.auth.login, { type: 'account', userName, password }) }
}

/** Signs in a demo user without a browser. */
export function signInDemo(product: Product, userName: string): Promise<Login> {
  return openCalls(product.url)(endpoints.auth.login, { type: 'account', userName, password: demoPassword })
}

type OpenAs = (login: Login | null, remembered?: Record<string, string>) => Promise<Page>

/** Opens a page in a separate browser context for a signed-in user, with additional local storage. */
export const test = base.extend<{ openAs: OpenAs }>({
  openAs: async ({ browser, product }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (login, remembered = {}) => {
      const localStorage = Object.entries({ ...(login && sessionOf(login)), ...remembered }).map(([name, value]) => ({
        name,
        value,
      }))
      const context = await browser.newContext({
        storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
        baseURL: product.url,
      })
      contexts.push(context)
      return context.newPage()
    })
    // A wall left open would keep drawing and slow down later tests.
    await Promise.all(contexts.map((context) => context.close()))
  },
})

/** Pairs a page as a wall: it shows its code, which a supervisor confirms. */
export async function beWall(page: Page, product: Product, supervisor: Call, name: string): Promise<void> {
  await page.goto(`${product.url}/user/wall`)
  const code = page.getByRole('status', { name: '代码' })
  await expect(code).toHaveText(/^\w{4}-\w{4}$/)
  await supervisor(endpoints.displays.pair, { code: (await code.textContent()) ?? '', name })
  await page.waitForURL('**/dashboard/animal-monitor/monitor')
}

/** Returns a session as the browser's local storage entries. */
export function sessionOf({
  token,
  role,
  userOrgId,
  organizationRole,
  organizationName,
}: Login): Record<string, string> {
  return {
    loginToken: token,
    authority: JSON.stringify(role === null ? [] : [role]),
    ...(userOrgId !== null && { userOrgId: String(userOrgId) }),
    ...(organizationRole !== null && { userOrgRole: organizationRole }),
    ...(organizationName !== null && { organizationName }),
  }
}

/** Returns the newest message to a recipient on the outbox page, and the code in it if any. */
export async function readOutbox(page: Page, product: Product, recipient: string) {
  await page.goto(`${product.url}/outbox?recipient=${encodeURIComponent(recipient)}#key=${product.outboxKey}`)
  const message = page.getByRole('list', { name: '发件箱' }).getByRole('listitem').first()
  await expect(message).toContainText(recipient)
  return { message, code: message.locator('strong').getByText(/^\d{6}$/) }
}
