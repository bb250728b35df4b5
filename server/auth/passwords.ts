import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes, OWASP's first choice. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes that may be computed at once: each takes 19 MiB and a thread that files and DNS need, too. */
const maxRunning = 3

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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

/** How many checks wait for their turn: beyond some number, a login is better refused than queued. */
export function passwordChecksWaiting(): number {
  return waiting.length
}

/** The hash of a password, to be kept. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Whether a password fits a hash; a hash that is none fits nothing. */
export function checkPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(async () => {
    try {
      return await verify(passwordHash, password)
    } catch {
      return false
    }
  })
}
