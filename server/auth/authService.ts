import type { Logger } from 'pino'
import type { LimitedAction } from '#contract/people/securityEvents.ts'
import type { Sql } from '../db/connect.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Passwords } from './passwords.ts'
import type { SecurityLog } from './securityLog.ts'
import type { Sessions } from './sessions.ts'
import { type LoginThrottle, createLoginThrottle, tooManyTries } from './loginThrottle.ts'
import { createSecondFactorCheck, type SecondFactorCheck } from './secondFactor.ts'
import { createSignIn, type SignIn } from './signIn.ts'
import { createRateLimiter, networkOf } from '../rateLimiter.ts'

/** Rate limits per network, organisation or user: burst size, and ms per further action. */
const limits = {
  sms: { capacity: 20, refillMs: 3 * 60_000 },
  registration: { capacity: 20, refillMs: 3 * 60_000 },
  mail: { capacity: 10, refillMs: 2 * 60_000 },
  link: { capacity: 30, refillMs: 30_000 },
  // A bank's people come from one network, most of them in the same minutes.
  issuer: { capacity: 300, refillMs: 1_000 },
  display: { capacity: 20, refillMs: 60_000 },
  image: { capacity: 20, refillMs: 60_000 },
  document: { capacity: 20, refillMs: 60_000 },
  pledgeCheck: { capacity: 20, refillMs: 3 * 60_000 },
  seal: { capacity: 20, refillMs: 10_000 },
  feedback: { capacity: 5, refillMs: 10 * 60_000 },
  // Limit of anonymous feedback in total, counting each message and picture: a flood from many networks leaves 200 rows at first, then 288 a day.
  feedbackOfStrangers: { capacity: 200, refillMs: 5 * 60_000 },
} satisfies Record<LimitedAction, { capacity: number; refillMs: number }>

/** The calls of people who are not signed in, with their rate limits. */
export interface AuthService {
  signIn: SignIn
  /** Checks a second factor. Sign-in and re-authentication share one count of wrong codes. */
  checkSecondFactor: SecondFactorCheck
  /** Limits signed-in users' tries at their own password. */
  proofs: LoginThrottle
  /** Counts an action, with its cost, against the limit of its network or of `key`. @throws CallError TOO_MANY_TRIES */
  count(what: LimitedAction, address: string, key?: string, cost?: number): void
  /** Runs work after the answer, so that the answer's timing reveals nothing about it. */
  later(work: () => Promise<void>): void
  /** Resolves when all such work has ended and the security log has been written. */
  settled(): Promise<void>
}

interface AuthParts {
  sql: Sql
  secrets: Secrets
  log: Logger
  sessions: Sessions
  passwords: Passwords
  securityLog: SecurityLog
  /** Whether actions are limited (default: true). While the demo is made, people do the work of weeks in a minute. */
  isLimited?: boolean
}

export function createAuthService(parts: AuthParts): AuthService {
  const tries = new Map(Object.entries(limits).map(([what, limit]) => [what, createRateLimiter(limit)]))
  const running = new Set<Promise<void>>()
  const checkSecondFactor = createSecondFactorCheck(parts.secrets)
  return {
    signIn: createSignIn({ ...parts, checkSecondFactor }),
    checkSecondFactor,
    proofs: createLoginThrottle(),
    count(what, address, key = networkOf(address), cost = 1) {
      const counted = tries.get(what)
      if (parts.isLimited === false || !counted || counted.take(key, cost)) return
      parts.securityLog.note({ kind: 'THROTTLED', address, what })
      throw tooManyTries(counted.waitSeconds(key, cost))
    },
    later(work) {
      const one = work()
        .catch((error: unknown) => parts.log.warn({ error }, 'work after an answer failed'))
        .finally(() => running.delete(one))
      running.add(one)
    },
    async settled() {
      await Promise.all(running)
      await parts.securityLog.settled()
    },
  }
}
