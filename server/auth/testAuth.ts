import { isCreditCode } from '#contract/values/creditCodes.ts'
import { readTelephone } from '#contract/values/telephones.ts'
import { machineNow } from '../clock.ts'
import type { Answer, World } from '../testing/testWorld.ts'

interface Where {
  address?: string
  language?: string
  /** Session token, for a call that is not public. */
  token?: string
  /** Name of the browser, as this server gave it; '' for none. Default: one browser for all tests. */
  browser?: string
}

/** The browser of the tests. */
export const testBrowser = 'b'.repeat(43)

let addresses = 0

/** Returns an address that no other test has used, so that rate limits per address start again. */
export function newAddress(): string {
  addresses++
  return `10.${Math.floor(addresses / 250) + 1}.7.${(addresses % 250) + 1}`
}

/** Makes a call from an address. */
export async function send<T = Record<string, never>>(
  world: World,
  method: 'POST' | 'PUT' | 'GET',
  path: string,
  body: object,
  where: Where = {},
): Promise<Answer<T>> {
  const { address = newAddress(), language = 'en-US', token, browser = testBrowser } = where
  const response = await world.server.inject({
    method,
    url: path,
    remoteAddress: address,
    headers: {
      'accept-language': language,
      ...(browser !== '' && { cookie: `__Host-drover-browser=${browser}` }),
      ...(token !== undefined && { 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) }),
    },
    ...(method === 'GET' ? { query: body as Record<string, string> } : { payload: body }),
  })
  const envelope = response.json<Pick<Answer<T>, 'data' | 'error'>>()
  return { status: response.statusCode, headers: response.headers, data: envelope.data, error: envelope.error }
}

export interface Message {
  kind: string
  subject: string
  body: string
}

/** Returns the messages written to a recipient, newest first, including those started after an answer. */
export async function messagesTo(world: World, recipient: string): Promise<Message[]> {
  await world.context.auth.settled()
  return world.sql<Message[]>`select kind, subject, body from outbox where recipient = ${recipient} order by id desc`
}

/** Returns the token of the link in a mail. */
export function tokenIn(message: Message | undefined): string {
  const token = /#([\w-]{43})(?:\s|$)/.exec(message?.body ?? '')?.[1]
  if (token === undefined) throw new Error('there is no link in the mail')
  return token
}

/** Requests a code for a telephone, regardless of earlier codes, and returns it. */
export async function codeFor(world: World, telephone: string): Promise<string> {
  const recipient = readTelephone(telephone) ?? ''
  await world.sql`update sms_codes set created_at = created_at - interval '25 hours' where telephone = ${recipient}`
  const { status } = await send(world, 'POST', '/collateral/common/auth/sendSmsCode', { telephone })
  if (status !== 200) throw new Error(`no code was sent: ${status}`)
  const [newest] = await messagesTo(world, recipient)
  const code = /\b\d{6}\b/.exec(newest?.body ?? '')?.[0]
  if (code === undefined) throw new Error('there is no code in the SMS')
  return code
}

/** Returns a code that differs from the given one. */
export function otherThan(code: string): string {
  return code === '123456' ? '654321' : '123456'
}

/** Returns a valid unified social credit code for a number below 900. */
export function creditCodeOf(serial: number): string {
  const bare = `91152502MA0N5D${String(100 + serial)}`
  return (
    Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY')
      .map((check) => bare + check)
      .find(isCreditCode) ?? ''
  )
}
