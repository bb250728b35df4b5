import { randomBytes } from 'node:crypto'
import type { Login, loginInputSchema } from '#contract/people/auth.ts'
import { readTelephone } from '#contract/values/telephones.ts'
import { adminRoleOf } from '#contract/people/roles.ts'
import type { z } from 'zod'
import { machineNow } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { CallError } from '../callError.ts'
import type { Passwords } from './passwords.ts'
import { findLogin, findLoginByTelephone, type LoginRow } from '../db/auth/logins.ts'
import { requiresIssuer } from '../db/auth/identityProviders.ts'
import { useCode } from '../db/auth/smsCodes.ts'
import type { Sessions } from './sessions.ts'
import { createLoginThrottle } from './loginThrottle.ts'
import type { SecondFactorCheck } from './secondFactor.ts'
import { securityEvent, type SecurityLog } from './securityLog.ts'
import { badCaptcha, type Asker, checkCode } from './smsCodes.ts'
import { hasSignedInFrom, insertSecurityEvents } from '../db/auth/securityEvents.ts'
import { networkOf } from '../rateLimiter.ts'

type LoginInput = z.output<typeof loginInputSchema>

/** Where a call comes from. */
export interface Origin {
  address: string
  /** User agent of the browser. */
  agent?: string | undefined
  /** Name that this server gave the browser. */
  browser?: string | undefined
}

/** The user identified by a secret, and the SMS code that the sign-in uses up. */
interface Identified {
  user: LoginRow
  codeId: number | null
}

const maxChecksWaiting = 500
/** Error codes of a wrong secret. */
const wrongCodes = new Set(['BAD_CREDENTIALS', 'BAD_CAPTCHA', 'BAD_TWO_FACTOR'])

/**
 * Signs in by user name and password or by telephone and SMS code, and by a second factor if the user has one.
 * @throws CallError BAD_CREDENTIALS or BAD_CAPTCHA, with the same timing for an unknown user, a disabled user and a wrong secret;
 * NOT_ACTIVATED, NOT_APPROVED, REGISTRATION_REJECTED, ISSUER_REQUIRED, TWO_FACTOR_REQUIRED only with the right secret; BAD_TWO_FACTOR, TOO_MANY_TRIES, BUSY
 */
export type SignIn = (login: LoginInput, origin: Origin) => Promise<Login>

interface SignInParts {
  sql: Sql
  secrets: Secrets
  sessions: Sessions
  passwords: Passwords
  checkSecondFactor: SecondFactorCheck
  securityLog: SecurityLog
}

export function createSignIn(parts: SignInParts): SignIn {
  const { sql, sessions, passwords, checkSecondFactor, securityLog } = parts
  const attempts = createLoginThrottle()
  const dummyHash = passwords.hash(randomBytes(24).toString('base64url'))

  const byPassword = async (userName: string, password: string): Promise<Identified> => {
    const user = await findLogin(sql, userName.trim())
    // Unknown users are hashed too, so that the duration reveals nothing.
    const isRight = await passwords.matches(user?.passwordHash ?? (await dummyHash), password)
    if (!user || user.passwordHash === null || !isRight) throw new CallError('BAD_CREDENTIALS')
    requireStanding(user, 'BAD_CREDENTIALS')
    return { user, codeId: null }
  }

  const byCode = async (text: string, captcha: string, asker: Asker): Promise<Identified> => {
    const telephone = readTelephone(text)
    const codeId = telephone === undefined ? null : await checkCode(parts, telephone, captcha.trim(), asker)
    const user = telephone === undefined ? undefined : await findLoginByTelephone(sql, telephone)
    if (codeId === null || !user) throw badCaptcha()
    requireStanding(user, 'BAD_CAPTCHA')
    return { user, codeId }
  }

  /** Returns whether the user of a name has signed in from an address's network before; reads it only when it matters. */
  const isKnownNetwork = async (login: LoginInput, name: string, { address }: Origin): Promise<boolean> => {
    if (!attempts.isCrowded(throttleKey(login, name))) return false
    const user = login.type === 'account' ? await findLogin(sql, name.trim()) : await findLoginByTelephone(sql, name)
    return user !== undefined && hasSignedInFrom(sql, user.userId, networkOf(address))
  }

  const begin = (
    { user, codeId }: Identified,
    { type, twoFactorCode, autoLogin }: LoginInput,
    { address, agent }: Origin,
  ): Promise<string> =>
    sql.begin(async (transaction) => {
      const { userId, passwordHash, totpSecret } = user
      if (!isAdmin(user) && (await requiresIssuer(transaction, user.organisationId)))
        throw new CallError('ISSUER_REQUIRED')
      if (totpSecret) {
        if (twoFactorCode === undefined) throw new CallError('TWO_FACTOR_REQUIRED')
        if (!(await checkSecondFactor(transaction, { userId, totpSecret, code: twoFactorCode })))
          throw new CallError('BAD_TWO_FACTOR')
      }
      if (codeId !== null && !(await useCode(transaction, codeId, machineNow()))) throw badCaptcha()
      const withoutSecondFactor = totpSecret === null
      // An SMS code alone is a proof only for users without any other secret.
      const isProven = codeId === null || passwordHash === null || totpSecret !== null
      const token = await sessions.start(
        { userId, passwordHash, withoutSecondFactor, isProven, autoLogin: autoLogin === true, address, agent },
        transaction,
      )
      // Disabled, or changed password or second factor, since the lookup.
      if (token === null) throw new CallError('BAD_CREDENTIALS')
      await insertSecurityEvents(transaction, [
        securityEvent({ kind: 'SIGN_IN', userId, userName: user.userName, address, agent, what: type }),
      ])
      return token
    })

  const beginAttempt = async (login: LoginInput, name: string, origin: Origin) => {
    const isKnown = await isKnownNetwork(login, name, origin)
    try {
      return attempts.begin(throttleKey(login, name), origin.address, isKnown)
    } catch (error) {
      securityLog.note({
        kind: 'THROTTLED',
        userName: name,
        address: origin.address,
        agent: origin.agent,
        what: login.type,
      })
      throw error
    }
  }

  return async (login, origin) => {
    const name = login.type === 'account' ? login.userName : (readTelephone(login.telephone) ?? login.telephone)
    const attempt = await beginAttempt(login, name, origin)
    try {
      if (passwords.waiting > maxChecksWaiting) throw new CallError('BUSY', { retryAfterSeconds: 5 })
      const identified =
        login.type === 'account'
          ? await byPassword(login.userName, login.password)
          : await byCode(login.telephone, login.captcha, origin)
      const token = await begin(identified, login, origin)
      attempt.succeeded()
      const { role, organisationId, organisationKind, organisationName } = identified.user
      return {
        role,
        token,
        userOrgId: organisationId,
        organizationRole: organisationKind,
        organizationName: organisationName,
      }
    } catch (error) {
      // Wrong authenticator codes are limited per user elsewhere, so that a recovery code still works.
      if (error instanceof CallError && wrongCodes.has(error.code)) attempt.failed(error.code !== 'BAD_TWO_FACTOR')
      else attempt.dropped()
      // A request for the second factor is a normal step of signing in.
      if (error instanceof CallError && error.code !== 'TWO_FACTOR_REQUIRED') {
        const kind = error.code === 'TOO_MANY_TRIES' ? 'THROTTLED' : 'SIGN_IN_FAILED'
        securityLog.note({ kind, userName: name, address: origin.address, agent: origin.agent, what: error.code })
      }
      throw error
    }
  }
}

/** Administrators sign in without their organisation's identity provider, too: they mend it when it fails. */
function isAdmin({ role, organisationKind }: LoginRow): boolean {
  return organisationKind !== null && adminRoleOf[organisationKind] === role
}

/** @throws CallError for a user who may not sign in; a disabled user or organisation looks like an unknown user */
export function requireStanding(
  { status, organisationStatus }: LoginRow,
  unknown: 'BAD_CREDENTIALS' | 'BAD_CAPTCHA',
): void {
  if (status === 'DISABLED' || organisationStatus === 'DISABLED')
    throw unknown === 'BAD_CAPTCHA' ? badCaptcha() : new CallError(unknown)
  if (status === 'PENDING_ACTIVATION' || organisationStatus === 'PENDING_ACTIVATION')
    throw new CallError('NOT_ACTIVATED')
  if (organisationStatus === 'PENDING_APPROVAL') throw new CallError('NOT_APPROVED')
  if (organisationStatus === 'REJECTED') throw new CallError('REGISTRATION_REJECTED')
}

function throttleKey({ type }: LoginInput, name: string): string {
  return `${type} ${name}`
}
