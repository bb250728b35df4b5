import { randomInt, timingSafeEqual } from 'node:crypto'
import { smsCodeAgainSeconds, smsCodeSeconds } from '#contract/people/auth.ts'
import { machineNow } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import { CallError } from '../callError.ts'
import type { Language } from '../languages.ts'
import { writeCode } from '../notify/templates.ts'
import { codeSentBefore, holdCodesSent, insertCode, tryNewestCode } from '../db/auth/smsCodes.ts'
import type { Secrets } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import { tooManyTries } from './loginThrottle.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const perHour = 5
const perDay = 15

/**
 * Sends a code to a telephone, be it known or not.
 * @param telephone in E.164
 * @throws CallError TOO_MANY_TRIES when it was sent one less than a minute ago, or too many in an hour or a day, or all
 *   telephones together too many in an hour; BAD_SHAPE for a country that no SMS go to
 */
export async function sendCode({ sql, secrets, settings }: { sql: Sql; secrets: Secrets; settings: Settings }, telephone: string, language: Language): Promise<void> {
  const { SMS_COUNTRIES: countries, SMS_PER_HOUR: mostPerHour } = settings
  if (countries && !countries.some((code) => telephone.startsWith(code))) {
    throw new CallError('BAD_SHAPE', { fields: { telephone: 'country' } })
  }
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await sql.begin(async (transaction) => {
    const now = machineNow()
    const sent = await holdCodesSent(transaction, telephone, now - dayMs)
    const openAt = Math.max(
      ((await codeSentBefore(transaction, mostPerHour - 1)) ?? -Infinity) + hourMs,
      (sent[0] ?? -Infinity) + smsCodeAgainSeconds * 1000,
      (sent[perHour - 1] ?? -Infinity) + hourMs,
      (sent[perDay - 1] ?? -Infinity) + dayMs,
    )
    if (openAt > now) throw tooManyTries(Math.ceil((openAt - now) / 1000))
    const codeHash = hashCode(secrets, telephone, code)
    await insertCode(transaction, { telephone, codeHash, now, expiresAt: now + smsCodeSeconds * 1000 })
    await writeCode(transaction, { telephone, code, language })
  })
}

/**
 * Whether a code is the newest that a telephone was sent, and still good; each question is a try.
 * @returns its id, to be used up (`takeCode`) in the transaction that it lets through; null when it is not
 */
export async function checkCode({ sql, secrets }: { sql: Sql; secrets: Secrets }, telephone: string, code: string): Promise<number | null> {
  const newest = await tryNewestCode(sql, telephone, machineNow())
  return newest && timingSafeEqual(newest.codeHash, hashCode(secrets, telephone, code)) ? newest.id : null
}

function hashCode(secrets: Secrets, telephone: string, code: string): Buffer {
  return secrets.mac(`sms ${telephone} ${code}`)
}
