import { hash, verify } from '@node-rs/argon2'
import { CallError } from '../callError.ts'
import { createIsCommonPassword, type IsCommonPassword } from './commonPasswords.ts'

/** argon2id with 19 MiB and two passes, OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes computed at once: each takes 19 MiB and a thread that file access and DNS need, too. */
const maxRunning = 3

export interface Passwords {
  /** The hash that is kept of a password. */
  hash(password: string): Promise<string>
  /** Whether a password fits a hash; an invalid hash fits nothing. */
  matches(passwordHash: string, password: string): Promise<boolean>
  /** How many hashes wait for their turn: beyond some number, refusing a sign-in is better than queueing it. */
  readonly waiting: number
  isCommon: IsCommonPassword
  /** @throws CallError BAD_SHAPE that names the field, for a common password */
  requireUncommon(password: string, userName: string): Promise<void>
}

/** Hashes and checks passwords, a few at a time. */
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
    async requireUncommon(password, userName) {
      if (await isCommon(password, userName)) throw new CallError('BAD_SHAPE', { fields: { password: 'common' } })
    },
  }
}
