import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { machineNow } from '../clock.ts'
import type { Queries } from '../db/connect.ts'
import { redeemRecoveryCode, claimTotpStep } from '../db/auth/secondFactors.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { tooManyTries } from './loginThrottle.ts'
import { createRateLimiter } from '../rateLimiter.ts'

const periodSeconds = 30
/** Maximum steps by which an authenticator's clock may differ, in either direction. */
const window = 1
const secretBytes = 20
const recoveryCodes = 10
/** Without 0, 1, i, l, o and u, so that no character is misread and no word is formed. */
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'
const recoveryLength = 10

function totpOf(secret: Secret, userName = ''): TOTP {
  return new TOTP({ issuer: 'Drover', label: userName, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret })
}

/** Creates a secret for an authenticator: to type (`text`), as the address in the QR code (`uri`), and to store (`sealed`). */
export function newTotp(secrets: Secrets, userId: number, userName: string) {
  const secret = new Secret({ size: secretBytes })
  return {
    text: secret.base32,
    uri: totpOf(secret, userName).toString(),
    sealed: secrets.seal(secret.bytes, purposeOf(userId)),
  }
}

/** Returns the step of an authenticator's code; null when it matches no step near now, or the secret cannot be decrypted. */
export function stepOf(secrets: Secrets, userId: number, sealed: Uint8Array, code: string): number | null {
  const bytes = secrets.open(sealed, purposeOf(userId))
  if (!bytes || !/^\d{6}$/.test(code)) return null
  const timestamp = machineNow()
  const delta = totpOf(new Secret({ buffer: new Uint8Array(bytes).buffer })).validate({
    token: code,
    timestamp,
    window,
  })
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta
}

/** Returns whether a code looks like an authenticator's code rather than a recovery code. */
function isTotpCode(code: string): boolean {
  return /^\d{6}$/.test(code)
}

interface Factor {
  userId: number
  /** Encrypted. */
  totpSecret: Buffer
  code: string
}

/**
 * Uses up an authenticator's code or a recovery code, in the caller's transaction.
 * @returns whether it was valid
 * @throws CallError TOO_MANY_TRIES after too many wrong authenticator codes from any network; recovery codes still work then
 */
export type SecondFactorCheck = (sql: Queries, factor: Factor) => Promise<boolean>

/** Counts wrong codes in memory, over all networks: an attacker with a password or session could use many addresses. */
export function createSecondFactorCheck(secrets: Secrets): SecondFactorCheck {
  const tries = createRateLimiter({ capacity: 30, refillMs: 10 * 60_000 })
  return async (sql, { userId, totpSecret, code }) => {
    if (!isTotpCode(code)) return redeemRecoveryCode(sql, userId, hashRecoveryCode(code), machineNow())
    const key = String(userId)
    if (!tries.take(key)) throw tooManyTries(tries.waitSeconds(key))
    let isWrong = false
    try {
      const step = stepOf(secrets, userId, totpSecret, code)
      isWrong = step === null || !(await claimTotpStep(sql, userId, step))
      return !isWrong
    } finally {
      if (!isWrong) tries.giveBack(key)
    }
  }
}

/** Creates recovery codes, to show to their user once. */
export function newRecoveryCodes(): string[] {
  const letters = () => Array.from({ length: recoveryLength / 2 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: recoveryCodes }, () => `${letters()}-${letters()}`)
}

/** Hashes a recovery code, ignoring case, spaces and hyphens. Its 49 random bits need no slow hash. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest()
}

function purposeOf(userId: number): string {
  return `totp ${userId}`
}
