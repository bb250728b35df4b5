import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { smsCodeAgainSeconds, smsCodeSeconds } from '#contract/people/auth.ts'
import { machineNow } from '../clock.ts'
import type { Queries, Sql } from '../db/connect.ts'
import { CallError } from '../callError.ts'
import type { Language } from '../languages.ts'
import { writeCode } from '../notify/templates.ts'
import { findLoginByTelephone } from '../db/auth/logins.ts'
import { hasSignedInFrom } from '../db/auth/securityEvents.ts'
import { type CodeSent, codeSentBefore, lockCodesSent, insertCode, tryNewestCode } from '../db/auth/smsCodes.ts'
import { networkOf } from '../rateLimiter.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Settings } from '../settings.ts'
import { tooManyTries } from './loginThrottle.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Maximum codes for a telephone per hour and per day: requested by one browser or network, and by all unknown networks. */
const codeLimits = { own: { perHour: 5, perDay: 15 }, strangers: { perHour: 10, perDay: 30 } }

/** The person who requests a code and so may use it. */
export interface Asker {
  address: string
  /** Name that this server gave the browser. */
  browser?: string | undefined
}

/**
 * Sends a code to a telephone, known or not. Limits count per requester, so that others cannot use up the owner's codes
 * when the owner's network is known from earlier sign-ins.
 * @param telephone in E.164
 * @throws CallError TOO_MANY_TRIES within a minute of the requester's last code, or when the requester, all unknown networks or all
 * telephones reach a limit; BAD_SHAPE for a country without SMS delivery
 */
export async function sendCode(
  { sql, secrets, settings }: { sql: Sql; secrets: Secrets; settings: Settings },
  telephone: string,
  language: Language,
  { address, browser }: Asker,
): Promise<void> {
  const { SMS_COUNTRIES: countries, SMS_PER_HOUR: maxPerHour } = settings
  if (countries && !countries.some((code) => telephone.startsWith(code))) {
    throw new CallError('BAD_SHAPE', { fields: { telephone: 'country' } })
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const [asker, network] = [hashBrowser(browser), networkOf(address)]
  await sql.begin(async (transaction) => {
    const now = machineNow()
    const sent = await lockCodesSent(transaction, telephone, now - dayMs)
    const own = sent.filter((one) => one.network === network || (asker !== null && one.asker?.equals(asker) === true))
    const ownOpenAt = Math.max(
      ((await codeSentBefore(transaction, maxPerHour - 1)) ?? -Infinity) + hourMs,
      (own[0]?.at ?? -Infinity) + smsCodeAgainSeconds * 1000,
      openAfter(own, codeLimits.own),
    )
    const strangersOpenAt = openAfter(sent, codeLimits.strangers)
    const isStranger = strangersOpenAt > now && !(await isKnown(transaction, telephone, network))
    const openAt = isStranger ? Math.max(ownOpenAt, strangersOpenAt) : ownOpenAt
    if (openAt > now) throw tooManyTries(Math.ceil((openAt - now) / 1000))
    const codeHash = hashCode(secrets, telephone, code)
    await insertCode(transaction, { telephone, codeHash, asker, network, now, expiresAt: now + smsCodeSeconds * 1000 })
    await writeCode(transaction, { telephone, code, language })
  })
}

/** Returns when another code may be sent, given those sent so far, newest first; epoch ms. */
function openAfter(sent: readonly CodeSent[], { perHour, perDay }: { perHour: number; perDay: number }): number {
  return Math.max((sent[perHour - 1]?.at ?? -Infinity) + hourMs, (sent[perDay - 1]?.at ?? -Infinity) + dayMs)
}

async function isKnown(sql: Queries, telephone: string, network: string): Promise<boolean> {
  const user = await findLoginByTelephone(sql, telephone)
  return user !== undefined && hasSignedInFrom(sql, user.userId, network)
}

/**
 * Checks a code against the newest one sent to a telephone for this browser, or for its network when it has no name.
 * Each check counts as a try, separately from codes and tries of other requesters.
 * @returns the code's id, to use up in the caller's transaction; null when it is wrong
 */
export async function checkCode(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  telephone: string,
  code: string,
  { address, browser }: Asker,
): Promise<number | null> {
  const newest = await tryNewestCode(sql, {
    telephone,
    asker: hashBrowser(browser),
    network: networkOf(address),
    now: machineNow(),
  })
  return newest && timingSafeEqual(newest.codeHash, hashCode(secrets, telephone, code)) ? newest.id : null
}

function hashCode(secrets: Secrets, telephone: string, code: string): Buffer {
  return secrets.mac(`sms ${telephone} ${code}`)
}

function hashBrowser(browser: string | undefined): Buffer | null {
  return browser === undefined ? null : createHash('sha256').update(browser).digest()
}

/** A wrong or outdated code of a telephone. */
export function badCaptcha(): CallError {
  return new CallError('BAD_CAPTCHA', { fields: { captcha: 'wrong' } })
}
