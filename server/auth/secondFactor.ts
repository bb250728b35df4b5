import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { machineNow } from '../clock.ts'
import type { Queries } from '../db/connect.ts'
import { takeRecoveryCode, takeTotpStep } from '../db/auth/secondFactors.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { tooManyTries } from './loginThrottle.ts'
import { createRateLimiter } from '../rateLimiter.ts'

const periodSeconds = 30
/** Steps that an authenticator's clock may be off, to either side. */
const window = 1
const secretBytes = 20
const recoveryCodes = 10
/** Without 0, 1, i, l, o and u: no character is misread, and no word is formed. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
const recoveryLength = 10

function totpOf(secret: Secret, userName = ''): TOTP {
  return new TOTP({ issuer: 'Drover', label: userName, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret })
}

/** A new secret for an authenticator: to be typed (`text`), as the QR code's address (`uri`), and to be kept (`sealed`). */
export function newTotp(secrets: Secrets, userId: number, userName: string) {
  const secret = new Secret({ size: secretBytes })
  return { text: secret.base32, uri: totpOf(secret, userName).toString(), sealed: secrets.seal(secret.bytes, purposeOf(userId)) }
}

/** The step that a code of an authenticator is of; null when it is of none near now, or the secret can't be opened. */
export function stepOf(secrets: Secrets, userId: number, sealed: Uint8Array, code: string): number | null {
  const bytes = secrets.open(sealed, purposeOf(userId))
  if (!bytes || !/^\d{6}$/.test(code)) return null
  const timestamp = machineNow()
  const delta = totpOf(new Secret({ buffer: new Uint8Array(bytes).buffer })).validate({ token: code, timestamp, window })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

/** Whether a code looks like an authenticator's rather than a recovery code. */
function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

interface Factor {
  userId: number
  /** Sealed. */
  totpSecret: Buffer
  code: string
}

/**
 * Uses a code of an authenticator or a recovery code, in the caller's transaction.
 * @returns whether it was good
 * @throws CallError TOO_MANY_TRIES after too many wrong codes of an authenticator, from wherever they came; recovery codes
 *   are still taken then
 */
export type TakeSecondFactor = (sql: Queries, factor: Factor) => Promise<boolean>

/** Counts wrong codes in memory: who knows a password, or has a session, could try them from many addresses. */
export function createTakeSecondFactor(secrets: Secrets): TakeSecondFactor {
  const tries = createRateLimiter({ capacity: 30, refillMs: 10 * 60_000 })
  return async (sql, { userId, totpSecret, code }) => {
    if (!isTotpCode(code)) return takeRecoveryCode(sql, userId, hashRecoveryCode(code), machineNow())
    const key = String(userId)
    if (!tries.take(key)) throw tooManyTries(tries.waitSeconds(key))
    let isWrong = false
    try {
      const step = stepOf(secrets, userId, totpSecret, code)
      isWrong = step === null || !(await takeTotpStep(sql, userId, step))
      return !isWrong
    } finally {
      if (!isWrong) tries.giveBack(key)
    }
  }
}

/** New recovery codes, as their user is shown them once. */
export function newRecoveryCodes(): string[] {
  const letters = () => Array.from({ length: recoveryLength / 2 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: recoveryCodes }, () => `${letters()}-${letters()}`)
}

/** 49 random bits need no slow hash; case, spaces and hyphens do not count. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest()
}

function purposeOf(userId: number): string {
  return `totp ${userId}`
}
