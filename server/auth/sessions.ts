import { createHash, randomBytes } from 'node:crypto'
import type { EndReason } from '#contract/live/live.ts'
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
  /** The network address that the call came from. */
  address: string
}

/** The caller of a public call: may see nothing. */
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
/** A session that is not kept signed in ends so long after the last act of a person. */
const idleMs = 45 * 60_000
export const autoLoginMs = 30 * 24 * hourMs
/** A wall has no idle end: it goes on until somebody ends it, or pairs it again after so long. */
const displayMs = 366 * 24 * hourMs
const cacheMs = 10_000
/** How long a session that was seen stands in for the database while that is away. */
const awayCacheMs = 5 * 60_000
const touchMs = 60_000
const maxCached = 20_000
const maxAgentLength = 300

interface NewSession {
  userId: number
  /** As it was when the sign-in was checked; null for a user who has none. */
  passwordHash: string | null
  /** The sign-in was checked when the user had no second factor; it is void if they have one by now. */
  withoutSecondFactor?: boolean
  /** The sign-in has shown that it is they, by more than a code that whoever holds their telephone reads. */
  isProven?: boolean
  /** The wall whose session it is to be. */
  displayId?: number
  autoLogin: boolean
  /** Where from, and by what browser. */
  address?: string
  agent?: string | undefined
}

export interface Sessions {
  /**
   * Begins a session, in a transaction of the caller's if one is given.
   * @returns its token; null when the user may no longer sign in as they were found
   */
  start(session: NewSession, sql?: Queries): Promise<string | null>
  /**
   * Finds the holder of a token's session; null when there is none, or it has ended.
   * @param isAct whether a person did something by it, which keeps the session from ending idle
   */
  authenticate(token: string, isAct?: boolean): Promise<SessionHolder | null>
  /** Finds the holder of an open session by the hash of its token, for addresses that were handed out in it; nobody acts by that. */
  holderOf(tokenHash: string): Promise<SessionHolder | null>
  /** Ends the session and its sockets. */
  signOut(holder: Pick<SessionHolder, 'tokenHash'>): Promise<void>
  /** Ends one of a user's sessions and its sockets. @returns whether there was one of that id */
  endOne(userId: number, sessionId: number, reason: EndReason): Promise<boolean>
  /**
   * Ends every session of users, but one if it is named, and their sockets; of those who are disabled their walls, too: to be called once what causes it is
   * committed. @returns how many
   */
  endUserSessions(userIds: number | readonly number[], reason: EndReason, exceptTokenHash?: string): Promise<number>
  /** For sessions that a transaction has deleted: once it is committed, they and their sockets end. */
  ended(sessions: readonly EndedSession[], reason: EndReason): void
  /** Ends the sessions that expired or whose user or organisation was disabled, and their sockets; to be called each minute. */
  sweep(): Promise<void>
}

interface SessionsParts {
  sql: Sql
  events: Events
  securityLog: SecurityLog
  /** Epoch ms. */
  machineTime?: () => number
}

/**
 * Keeps sessions in the database, with a short cache that follows `sessionEnded` and `accountsChanged`: a change of role,
 * name or organisation acts on the next call. All times are machine time; `machineTime` may leave out a step of the clock
 * that is not believed yet, so that it signs nobody out.
 */
export function createSessions({ sql, events, securityLog, machineTime = machineNow }: SessionsParts): Sessions {
  const cache = new Map<string, StoredSession & { cachedAt: number }>()
  const over = new Map<string, number>()
  /** Grows when users were forgotten: a look-up that began before is not remembered. */
  let generation = 0

  const forget = (tokenHash: string) => {
    cache.delete(tokenHash)
    // A look-up that began before the end must not bring the session back.
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
    // Nobody acts at a wall: it is in use as long as it asks.
    const isUse = ({ caller }: StoredSession) => isAct || caller.displayId !== null
    const now = machineTime()
    const cached = cache.get(tokenHash)
    if (cached && now - cached.cachedAt < cacheMs && now < cached.expiresAt) {
      if (isUse(cached)) cached.usedAt = touch(tokenHash, cached.usedAt, now)
      return holderOf(cached, now)
    }
    try {
      const begunIn = generation
      const found = await findSession(sql, tokenHash, now)
      cache.delete(tokenHash)
      if (!found || over.has(tokenHash)) return null
      if (isUse(found)) found.usedAt = touch(tokenHash, found.usedAt, now)
      if (begunIn === generation) cache.set(tokenHash, { ...found, cachedAt: now })
      const [oldest] = cache.keys()
      if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
      return holderOf(found, now)
    } catch (error) {
      if (cached && isDatabaseAway(error) && now - cached.cachedAt < awayCacheMs && now < cached.expiresAt) {
        return holderOf(cached, now)
      }
      throw error
    }
  }

  return {
    ended,

    async start({ userId, passwordHash, withoutSecondFactor = false, isProven = false, displayId, autoLogin, address, agent }, queries = sql) {
      const token = randomBytes(32).toString('base64url')
      const now = machineTime()
      const lifeMs = displayId !== undefined ? displayMs : autoLogin ? autoLoginMs : sessionMs
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
        address: address ?? null,
        agent: agent?.slice(0, maxAgentLength) ?? null,
      })
      return began ? token : null
    },

    authenticate: async (token, isAct = true) => (token.length < 16 || token.length > 200 ? null : find(hashToken(token), isAct)),

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
      for (const { disabled, ...session } of await endSessions(sql, machineTime())) ended([session], disabled ? 'DISABLED' : 'EXPIRED')
    },
  }
}

/** The holder of a session, as of `now`. */
function holderOf({ caller, usedAt, idleMs: endsAfterMs }: StoredSession, now: number): SessionHolder {
  return { ...caller, idleEndsInMs: endsAfterMs < autoLoginMs ? Math.round(usedAt + endsAfterMs - now) : null }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
