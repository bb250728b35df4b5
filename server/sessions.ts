import { createHash, randomBytes } from 'node:crypto'
import type { Login, loginInputSchema } from '#contract/auth.ts'
import type { OrganisationKind, Role } from '#contract/roles.ts'
import type { z } from 'zod'
import { machineNow } from './clock.ts'
import type { Context } from './context.ts'
import { isDatabaseAway } from './db/away.ts'
import { CallError } from './http/callError.ts'
import { createTries, networkOf } from './loginLimits.ts'
import { checkPassword, hashPassword, passwordChecksWaiting } from './passwords.ts'
import { deleteSession, endSessions, findLogin, findSession, insertSession, touchSession } from './resources/sessions.ts'

/** Who makes a call, or holds a socket. */
export interface Caller {
  userId: number
  userName: string
  displayName: string
  role: Role
  organisationId: number | null
  organisationKind: OrganisationKind | null
  /** Hex of the SHA-256 of the session's token: names the session without giving it away. */
  tokenHash: string
}

/** The caller of a public call: may see nothing. */
export const nobody: Caller = {
  userId: 0,
  userName: '',
  displayName: '',
  role: 'OTHERS',
  organisationId: null,
  organisationKind: null,
  tokenHash: '',
}

const hourMs = 3_600_000
const sessionMs = 12 * hourMs
const autoLoginMs = 30 * 24 * hourMs
const cacheMs = 10_000
/** How long a session that was seen stands in for the database while that is away. */
const awayCacheMs = 5 * 60_000
const touchMs = 60_000
const maxCached = 20_000
const maxChecksWaiting = 500

export interface Sessions {
  /**
   * Signs in by user name and password. A mobile number is always refused: there is no SMS provider yet.
   * @throws CallError BAD_CREDENTIALS, alike and after like time whether the user is unknown, disabled or the password
   *   wrong; TOO_MANY_TRIES
   */
  signIn(login: z.output<typeof loginInputSchema>, address: string): Promise<Login>
  /** Whose session a token is of; null when it is of none, or of one that ended. */
  authenticate(token: string): Promise<Caller | null>
  /** Ends the session and its sockets. */
  signOut(caller: Caller): Promise<void>
  /** Ends the sessions that expired or whose user or organisation was disabled, and their sockets; to be called each minute. */
  sweep(): Promise<void>
}

/** Keeps sessions in the database, with a short memory of them. All times are machine time. */
export function createSessions({ sql, sessionEnded }: Pick<Context, 'sql' | 'sessionEnded'>): Sessions {
  // Only failures count: by address, and by user name and address together, so that nobody can lock others out.
  const byAddress = createTries({ capacity: 60, refillMs: 5_000 })
  const byNameAndAddress = createTries({ capacity: 10, refillMs: 30_000 })
  const dummyHash = hashPassword(randomBytes(24).toString('base64url'))
  const cache = new Map<string, { caller: Caller; usedAt: number; expiresAt: number; cachedAt: number }>()
  const ended = new Map<string, number>()

  const forget = (tokenHash: string) => {
    cache.delete(tokenHash)
    // A look-up that began before the end must not bring the session back.
    for (const [hash, at] of ended) if (machineNow() - at > touchMs) ended.delete(hash)
    ended.set(tokenHash, machineNow())
  }

  const touch = (tokenHash: string, usedAt: number, now: number): number => {
    if (now - usedAt < touchMs) return usedAt
    touchSession(sql, tokenHash, now).catch(() => {})
    return now
  }

  return {
    async signIn(login, address) {
      const network = networkOf(address)
      const name = (login.type === 'account' ? login.userName : login.telephone).trim()
      const pair = `${name.toLowerCase()} ${network}`
      if (!byAddress.take(network)) throw tooManyTries(byAddress.waitSeconds(network))
      if (!byNameAndAddress.take(pair)) {
        byAddress.giveBack(network)
        throw tooManyTries(byNameAndAddress.waitSeconds(pair))
      }
      const giveBack = () => {
        byAddress.giveBack(network)
        byNameAndAddress.giveBack(pair)
      }
      if (passwordChecksWaiting() > maxChecksWaiting) {
        giveBack()
        throw new CallError('BUSY', { retryAfterSeconds: 5 })
      }
      try {
        const user = login.type === 'account' ? await findLogin(sql, name) : undefined
        const secret = login.type === 'account' ? login.password : login.captcha
        const right = await checkPassword(user?.passwordHash ?? (await dummyHash), secret)
        if (!user || !right || !user.active) throw new CallError('BAD_CREDENTIALS')
        const token = randomBytes(32).toString('base64url')
        const now = machineNow()
        const lifeMs = login.autoLogin === true ? autoLoginMs : sessionMs
        await insertSession(sql, { tokenHash: hashToken(token), userId: user.userId, now, idleMs: lifeMs, expiresAt: now + lifeMs })
        giveBack()
        return {
          role: user.role,
          token,
          userOrgId: user.organisationId,
          organizationRole: user.organisationKind,
          organizationName: user.organisationName,
        }
      } catch (error) {
        if (!(error instanceof CallError)) giveBack()
        throw error
      }
    },

    async authenticate(token) {
      if (token.length < 16 || token.length > 200) return null
      const tokenHash = hashToken(token)
      const now = machineNow()
      const cached = cache.get(tokenHash)
      if (cached && now - cached.cachedAt < cacheMs && now < cached.expiresAt) {
        cached.usedAt = touch(tokenHash, cached.usedAt, now)
        return cached.caller
      }
      try {
        const found = await findSession(sql, tokenHash, now)
        cache.delete(tokenHash)
        if (!found || ended.has(tokenHash)) return null
        cache.set(tokenHash, {
          caller: found.caller,
          usedAt: touch(tokenHash, found.usedAt, now),
          expiresAt: found.expiresAt,
          cachedAt: now,
        })
        const [oldest] = cache.keys()
        if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
        return found.caller
      } catch (error) {
        if (cached && isDatabaseAway(error) && now - cached.cachedAt < awayCacheMs && now < cached.expiresAt) {
          return cached.caller
        }
        throw error
      }
    },

    async signOut({ tokenHash }) {
      forget(tokenHash)
      await deleteSession(sql, tokenHash)
      sessionEnded(tokenHash, 'SIGNED_OUT')
    },

    async sweep() {
      for (const { tokenHash, disabled } of await endSessions(sql, machineNow())) {
        forget(tokenHash)
        sessionEnded(tokenHash, disabled ? 'DISABLED' : 'EXPIRED')
      }
    },
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function tooManyTries(retryAfterSeconds: number): CallError {
  return new CallError('TOO_MANY_TRIES', { retryAfterSeconds })
}
