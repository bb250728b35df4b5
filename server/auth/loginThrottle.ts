import { machineSpan } from '../clock.ts'
import { CallError } from '../callError.ts'
import { createRateLimiter, networkOf } from '../rateLimiter.ts'

/** Wrong tries without a wait, per name and network. */
const freeTries = 5
const firstWaitMs = 10_000
const maxWaitMs = 15 * 60_000
/** Time without a try after which wrong tries are forgotten, ms. */
const retentionMs = 60 * 60_000
const maxKeys = 20_000

/** A try at a name's secret. Call exactly one of these functions, once. */
export interface Attempt {
  /**
   * The secret was wrong.
   * @param isOfName whether it counts for the name over all networks; default: true
   */
  failed(isOfName?: boolean): void
  /** The secret was right: earlier wrong tries are forgotten. */
  succeeded(): void
  /** The try ended without a result. */
  dropped(): void
}

export interface LoginThrottle {
  /**
   * Starts a try. After five wrong tries for a name from one network, each next one must wait longer.
   * Each network also has a limit over all names, and each name a limit over all networks except those known to be its owner's.
   * @throws CallError TOO_MANY_TRIES, with the seconds to wait
   */
  begin(name: string, address: string, isKnownNetwork?: boolean): Attempt
  /** Returns whether a name has reached its limit over all networks, so that only networks known to be its owner's may try without waiting. */
  isCrowded(name: string): boolean
}

interface Trail {
  wrong: number
  running: number
  openAt: number
  triedAt: number
}

/** Counts wrong tries in memory, in machine time. */
export function createLoginThrottle(): LoginThrottle {
  const byNetwork = createRateLimiter({ capacity: 60, refillMs: 5_000 })
  const byName = createRateLimiter({ capacity: 40, refillMs: 30_000 })
  const nameOf = (name: string) => name.trim().toLowerCase()
  const trails = new Map<string, Trail>()

  const trailOf = (key: string, now: number): Trail => {
    const remembered = trails.get(key)
    const trail =
      remembered && (remembered.running > 0 || now - remembered.triedAt < retentionMs)
        ? remembered
        : { wrong: 0, running: 0, openAt: 0, triedAt: now }
    // Inserted again, so that the map is ordered by last use.
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
      // Unfinished tries count as wrong, so that concurrent tries cannot exceed the free ones.
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
          if (waits >= 0) trail.openAt = machineSpan() + Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(waits, 20))
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

/** Returns the refusal of a try that came too early. */
export function tooManyTries(retryAfterSeconds: number): CallError {
  return new CallError('TOO_MANY_TRIES', { retryAfterSeconds })
}
