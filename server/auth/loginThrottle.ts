import { machineSpan } from '../clock.ts'
import { CallError } from '../callError.ts'
import { createRateLimiter, networkOf } from '../rateLimiter.ts'

/** Wrong tries that cost no wait, for one name from one network. */
const freeTries = 5
const firstWaitMs = 10_000
const longestWaitMs = 15 * 60_000
/** After so long without a try, wrong ones are forgotten. */
const forgetMs = 60 * 60_000
const maxKeys = 20_000

/** One try at a name's secret, ended by one of these, once. */
export interface Attempt {
  /**
   * It was wrong.
   * @param isOfName whether it counts for the name over all networks, which it does unless told
   */
  failed(isOfName?: boolean): void
  /** It was right: the wrong ones before it are forgotten. */
  succeeded(): void
  /** It ended without showing whether the secret was right. */
  dropped(): void
}

export interface LoginThrottle {
  /**
   * Begins a try. After five wrong ones for a name from one network, the next has to wait, ever longer. Each network has a
   * bound of its own over all names, and each name one over all networks but those that are known to be its holder's.
   * @throws CallError TOO_MANY_TRIES, with the seconds to wait
   */
  begin(name: string, address: string, isKnownNetwork?: boolean): Attempt
  /** Whether a name has had so many wrong tries that only networks known to be its holder's may go on trying it at once. */
  isCrowded(name: string): boolean
}

interface Trail {
  wrong: number
  running: number
  openAt: number
  triedAt: number
}

/** Counts wrong tries in memory; all times are machine time. */
export function createLoginThrottle(): LoginThrottle {
  const byNetwork = createRateLimiter({ capacity: 60, refillMs: 5_000 })
  const byName = createRateLimiter({ capacity: 40, refillMs: 30_000 })
  const nameOf = (name: string) => name.trim().toLowerCase()
  const trails = new Map<string, Trail>()

  const trailOf = (key: string, now: number): Trail => {
    const known = trails.get(key)
    const trail = known && (known.running > 0 || now - known.triedAt < forgetMs) ? known : { wrong: 0, running: 0, openAt: 0, triedAt: now }
    // Set again, so that the map keeps the order of the last use.
    trails.delete(key)
    trails.set(key, trail)
    const [oldest] = trails.keys()
    if (trails.size > maxKeys && oldest !== undefined) trails.delete(oldest)
    return trail
  }

  return {
    isCrowded(name) {
      const key = nameOf(name)
      if (!byName.take(key)) return true
      byName.giveBack(key)
      return false
    },
    begin(name, address, isKnownNetwork = false) {
      const network = networkOf(address)
      const key = nameOf(name)
      if (!byNetwork.take(network)) throw tooManyTries(byNetwork.waitSeconds(network))
      if (!isKnownNetwork && !byName.take(key)) {
        byNetwork.giveBack(network)
        throw tooManyTries(byName.waitSeconds(key))
      }
      const giveBack = () => {
        byNetwork.giveBack(network)
        if (!isKnownNetwork) byName.giveBack(key)
      }
      const now = machineSpan()
      const trail = trailOf(`${key} ${network}`, now)
      // Tries that still run count as wrong: many at once are not many free ones.
      const isFree = trail.wrong + trail.running < freeTries
      if (!isFree && (trail.running > 0 || now < trail.openAt)) {
        giveBack()
        throw tooManyTries(Math.ceil(Math.max(1000, trail.openAt - now) / 1000))
      }
      trail.running++
      trail.triedAt = now
      const end = () => void trail.running--
      return {
        failed(isOfName = true) {
          end()
          if (!isOfName && !isKnownNetwork) byName.giveBack(key)
          trail.wrong++
          const waits = trail.wrong - freeTries
          if (waits >= 0) trail.openAt = machineSpan() + Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(waits, 20))
        },
        succeeded() {
          end()
          trail.wrong = 0
          giveBack()
        },
        dropped() {
          end()
          giveBack()
        },
      }
    },
  }
}

/** The refusal of a try that came too early. */
export function tooManyTries(retryAfterSeconds: number): CallError {
  return new CallError('TOO_MANY_TRIES', { retryAfterSeconds })
}
