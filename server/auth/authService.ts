import type { Logger } from 'pino'
import type { Sql } from '../db/connect.ts'
import type { Secrets } from '../secrets.ts'
import type { Sessions } from './sessions.ts'
import { type LoginThrottle, createLoginThrottle, tooManyTries } from './loginThrottle.ts'
import { createTakeSecondFactor, type TakeSecondFactor } from './secondFactor.ts'
import { createSignIn, type SignIn } from './signIn.ts'
import { createRateLimiter, networkOf } from './rateLimiter.ts'

/** What may be done so often from one network: at once, and how long until once more. */
const bounds = {
  sms: { capacity: 20, refillMs: 3 * 60_000 },
  registration: { capacity: 20, refillMs: 3 * 60_000 },
  mail: { capacity: 10, refillMs: 2 * 60_000 },
  link: { capacity: 30, refillMs: 30_000 },
  image: { capacity: 20, refillMs: 60_000 },
} as const

/** The way in for those who are not signed in, and the memory that bounds it. */
export interface AuthService {
  signIn: SignIn
  /** The same for those who sign in and those who prove it later: wrong codes count together. */
  takeSecondFactor: TakeSecondFactor
  /** Limits tries at their own password by people who are signed in. */
  proofs: LoginThrottle
  /** Counts something that is bounded by the network it comes from. @throws CallError TOO_MANY_TRIES */
  count(what: keyof typeof bounds, address: string): void
  /** Does what the time of an answer must not tell of. */
  aside(work: () => Promise<void>): void
  /** All that was begun aside has ended. */
  settled(): Promise<void>
}

export function createAuthService(context: { sql: Sql; secrets: Secrets; log: Logger }, sessions: Sessions): AuthService {
  const tries = new Map(Object.entries(bounds).map(([what, bound]) => [what, createRateLimiter(bound)]))
  const running = new Set<Promise<void>>()
  const takeSecondFactor = createTakeSecondFactor(context.secrets)
  return {
    signIn: createSignIn(context, sessions, takeSecondFactor),
    takeSecondFactor,
    proofs: createLoginThrottle(),
    count(what, address) {
      const network = networkOf(address)
      const counted = tries.get(what)
      if (counted && !counted.take(network)) throw tooManyTries(counted.waitSeconds(network))
    },
    aside(work) {
      const one = work()
        .catch((error: unknown) => context.log.warn({ error }, 'what was begun beside a call failed'))
        .finally(() => running.delete(one))
      running.add(one)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
