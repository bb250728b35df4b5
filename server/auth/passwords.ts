import { hash, verify } from '@node-rs/argon2'
import type { OwnTexts } from '#contract/values/commonPasswords.ts'
import { CallError } from '../callError.ts'
import { createIsCommonPassword, type IsCommonPassword } from './commonPasswords.ts'

/** argon2id with 19 MiB and two passes, OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Maximum concurrent hashes: each occupies 19 MiB and a thread that file access and DNS also need. */
const maxRunning = 3

export interface Passwords {
  /** Returns the hash to store for a password. */
  hash(password: string): Promise<string>
  /** Returns whether a password matches a hash; never for an invalid hash. */
  matches(passwordHash: string, password: string): Promise<boolean>
  /** Number of waiting hashes. Above a limit, sign-ins are refused rather than queued. */
  readonly waiting: number
  isCommon: IsCommonPassword
  /** @throws CallError BAD_SHAPE with the field, for a common password */
  requireUncommon(password: string, own: OwnTexts): Promise<void>
}

/** Creates the hashing and checking of passwords, with limited concurrency. */
export function createPasswords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []
  const isCommon = createIsCommonPassword()

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    matches: (passwordHash, password) => inTurn(() => verify(passwordHash, password).catch(() => false)),
    get waiting() {
      return waiting.length
    },
    isCommon,
    async requireUncommon(password, own) {
      if (await isCommon(password, own)) throw new CallError('BAD_SHAPE', { fields: { password: 'common' } })
    },
  }
}
