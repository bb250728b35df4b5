import { createHash, randomBytes } from 'node:crypto'
import type { EndReason } from '#contract/live/live.ts'
import type { Role } from '#contract/people/roles.ts'
import { machineNow } from '../clock.ts'
import type { Queries, Sql } from '../db/connect.ts'
import type { Events } from '../events.ts'
import { isDatabaseAway } from '../db/away.ts'
import { deleteDisplays } from '../db/auth/displays.ts'
import type { SecurityLog } from './securityLog.ts'
import {
  deleteOwnSession,
  deleteSession,
  deleteSessionsOf,
  type EndedSession,
  endSessions,
  findSession,
  insertSession,
  type SessionHolder,
  type StoredSession,
  touchSession,
} from '../db/auth/sessions.ts'

/** The user or wall that makes a call. */
export interface Caller extends SessionHolder {
  /** Network address of the call. */
  address: string
}

/** The caller of a public call, without access to anything. */
export const nobody: Caller = {
  userId: 0,
  userName: '',
  displayName: '',
  role: 'OTHERS',
  organisationId: null,
  organisationKind: null,
  twoFactorDue: false,
  displayId: null,
  displayShows: null,
  tokenHash: '',
  idleEndsInMs: null,
  address: '',
}

const hourMs = 3_600_000
const sessionMs = 12 * hourMs
/** Idle time after which a session ends, unless the user chose to stay signed in, ms. */
const idleMs = 45 * 60_000
export const autoLoginMs = 30 * 24 * hourMs
/** Maximum lifetime of a wall's session, ms. It has no idle end. */
const wallSessionMs = 366 * 24 * hourMs
const cacheMs = 10_000
/** How long a cached session remains valid while the database is unavailable, ms. */
const outageCacheMs = 5 * 60_000
const touchMs = 60_000
const maxCached = 20_000
const maxAgentLength = 300

interface NewSession {
  userId: number
  /** The password hash that the sign-in was checked against; null for a user without a password. */
  passwordHash: string | null
  /** The user had no second factor when the sign-in was checked; it fails if they have one now. */
  withoutSecondFactor?: boolean
  /** The sign-in counts as a proof of identity: it needed more than a code sent to the telephone. */
  isProven?: boolean
  /** The wall that gets the session. */
  displayId?: number
  /** The identity provider that signed the user in, and whether it checked a second factor. */
  providerId?: number
  hasIssuerFactor?: boolean
  autoLogin: boolean
  /** Network address and browser of the sign-in. */
  address?: string
  agent?: string | undefined
}

export interface Sessions {
  /**
   * Starts a session, optionally in the caller's transaction.
   * @returns its token; null when the user may no longer sign in with the checked credentials
   */
  start(session: NewSession, sql?: Queries): Promise<string | null>
  /**
   * Finds the holder of a token's session; null when it does not exist or has ended.
   * @param isAct whether the call is user activity, which postpones the idle end
   */
  authenticate(token: string, isAct?: boolean): Promise<SessionHolder | null>
  /** Finds the holder of a session by the hash of its token, for addresses issued in it. This is not user activity. */
  holderOf(tokenHash: string): Promise<SessionHolder | null>
  /** Ends the session and its sockets. */
  signOut(holder: Pick<SessionHolder, 'tokenHash'>): Promise<void>
  /** Ends one of a user's sessions and its sockets. @returns whether it existed */
  endOne(userId: number, sessionId: number, reason: EndReason): Promise<boolean>
  /**
   * Ends all sessions of users, optionally except one, and their sockets; for DISABLED also their walls.
   * Call it after the commit of its cause. @returns how many it ended
   */
  endUserSessions(userIds: number | readonly number[], reason: EndReason, exceptTokenHash?: string): Promise<number>
  /** Ends sessions that a transaction has deleted, and their sockets. Call it after the commit. */
  ended(sessions: readonly EndedSession[], reason: EndReason): void
  /** Ends sessions that expired or whose user or organisation was disabled, and their sockets; call it every minute. */
  sweep(): Promise<void>
}

interface SessionsParts {
  sql: Sql
  events: Events
  securityLog: SecurityLog
  /** Roles that need a second factor even if their organisation requires none; default: none. */
  secondFactorRoles?: readonly Role[]
  /** Epoch ms. */
  machineTime?: () => number
}

/**
 * Creates the store of sessions: in the database, with a short cache that follows `sessionEnded` and `accountsChanged`.
 * A change of role, name or organisation takes effect on the next call. All times are machine time; `machineTime` may
 * ignore an unconfirmed clock step, so that it signs nobody out.
 */
export function createSessions({
  sql,
  events,
  securityLog,
  secondFactorRoles = [],
  machineTime = machineNow,
}: SessionsParts): Sessions {
  const cache = new Map<string, StoredSession & { cachedAt: number }>()
  const over = new Map<string, number>()
  /** Increases when users are dropped from the cache: a lookup that started earlier is not cached. */
  let generation = 0

  const forget = (tokenHash: string) => {
    cache.delete(tokenHash)
    // A lookup that started before the end must not restore the session.
    for (const [hash, at] of over) if (machineTime() - at > touchMs) over.delete(hash)
    over.set(tokenHash, machineTime())
  }

  const ended: Sessions['ended'] = (list, reason) => {
    for (const { tokenHash, ...whose } of list) {
      events.emit('sessionEnded', { tokenHash, reason })
      securityLog.note({ kind: 'SESSION_ENDED', ...whose, what: reason })
    }
  }

  events.on('sessionEnded', ({ tokenHash }) => forget(tokenHash))
  events.on('accountsChanged', ({ userIds }) => {
    generation++
    const changed = new Set(userIds)
    for (const [tokenHash, { caller }] of cache) if (changed.has(caller.userId)) cache.delete(tokenHash)
  })

  const touch = (tokenHash: string, usedAt: number, now: number): number => {
    if (now - usedAt < touchMs) return usedAt
    touchSession(sql, tokenHash, now).catch(() => {})
    return now
  }

  const find = async (tokenHash: string, isAct: boolean): Promise<SessionHolder | null> => {
    // A wall has no user activity: it is in use while it makes calls.
    const isUse = ({ caller }: StoredSession) => isAct || caller.displayId !== null
    const now = machineTime()
    const cached = cache.get(tokenHash)
    if (cached && now - cached.cachedAt < cacheMs && now < cached.expiresAt) {
      if (isUse(cached)) cached.usedAt = touch(tokenHash, cached.usedAt, now)
      return holderOf(cached, now)
    }
    try {
      const begunIn = generation
      const found = await findSession(sql, tokenHash, now, secondFactorRoles)
      cache.delete(tokenHash)
      if (!found || over.has(tokenHash)) return null
      if (isUse(found)) found.usedAt = touch(tokenHash, found.usedAt, now)
      if (begunIn === generation) cache.set(tokenHash, { ...found, cachedAt: now })
      const [oldest] = cache.keys()
      if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
      return holderOf(found, now)
    } catch (error) {
      if (cached && isDatabaseAway(error) && now - cached.cachedAt < outageCacheMs && now < cached.expiresAt) {
        return holderOf(cached, now)
      }
      throw error
    }
  }

  return {
    ended,

    async start(
      {
        userId,
        passwordHash,
        withoutSecondFactor = false,
        isProven = false,
        displayId,
        providerId,
        hasIssuerFactor,
        autoLogin,
        address,
        agent,
      },
      queries = sql,
    ) {
      const token = randomBytes(32).toString('base64url')
      const now = machineTime()
      const lifeMs = displayId !== undefined ? wallSessionMs : autoLogin ? autoLoginMs : sessionMs
      const began = await insertSession(queries, {
        tokenHash: hashToken(token),
        userId,
        passwordHash,
        withoutSecondFactor,
        now,
        idleMs: autoLogin || displayId !== undefined ? lifeMs : idleMs,
        expiresAt: now + lifeMs,
        isProven,
        displayId: displayId ?? null,
        providerId: providerId ?? null,
        hasIssuerFactor: hasIssuerFactor ?? false,
        address: address ?? null,
        agent: agent?.slice(0, maxAgentLength) ?? null,
      })
      return began ? token : null
    },

    authenticate: async (token, isAct = true) =>
      token.length < 16 || token.length > 200 ? null : find(hashToken(token), isAct),

    holderOf: (tokenHash) => find(tokenHash, false),

    async signOut(holder) {
      forget(holder.tokenHash)
      ended(await deleteSession(sql, holder.tokenHash), 'SIGNED_OUT')
    },

    async endOne(userId, sessionId, reason) {
      const found = await deleteOwnSession(sql, userId, sessionId)
      ended(found, reason)
      return found.length > 0
    },

    async endUserSessions(userIds, reason, exceptTokenHash) {
      const ids = typeof userIds === 'number' ? [userIds] : userIds
      const found = await deleteSessionsOf(sql, ids, exceptTokenHash)
      if (reason === 'DISABLED') found.push(...(await deleteDisplays(sql, { pairedBy: ids })))
      ended(found, reason)
      return found.length
    },

    async sweep() {
      for (const { disabled, ...session } of await endSessions(sql, machineTime()))
        ended([session], disabled ? 'DISABLED' : 'EXPIRED')
    },
  }
}

/** Returns the holder of a session, as of `now`. */
function holderOf({ caller, usedAt, idleMs: endsAfterMs }: StoredSession, now: number): SessionHolder {
  return { ...caller, idleEndsInMs: endsAfterMs < autoLoginMs ? Math.round(usedAt + endsAfterMs - now) : null }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
