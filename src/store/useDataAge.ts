import { useClock } from './clock.ts'
import { isCurrent, useConnection } from './connection.ts'
import { failedDependency, useStatus } from './status.ts'

export interface Freshness {
  /** When the newest reading or count behind the data was made, herd time, epoch ms; null: no data yet. */
  at: number | null
  /** Age above which data is stale, ms. */
  limitMs: number
}

/** Age below which data counts as fresh after an interruption, ms. */
const freshMs = 10_000

/** Returns whether the connection is gone, so that nothing on the screen is known to be true any longer. */
export function useIsAway(): boolean {
  // Until the first heartbeat a new screen is connecting; later, a connection without its first frame brings nothing yet.
  const hadStatus = useStatus(({ status }) => status !== null)
  return useConnection(({ connection }) => !isCurrent(connection) && (connection.kind !== 'connecting' || hadStatus))
}

/** Returns whether newer data cannot arrive because the server, its database or its broker is unavailable. */
export function useIsCut(): boolean {
  const isAway = useIsAway()
  return useStatus(({ status }) => failedDependency(status) !== null) || isAway
}

export interface DataAge {
  /** Age of the data, ms of herd time; null: no data yet. */
  ageMs: number | null
  isStale: boolean
  /** Whether an interruption has ended, but no newer data has arrived since. */
  isCatchingUp: boolean
}

/**
 * Returns the age of data, and whether it is stale.
 * Data is stale at once while the server, its database or its broker is unavailable, since no newer readings can arrive.
 */
export function useDataAge({ at, limitMs }: Freshness): DataAge {
  const herdAt = useClock((state) => state.herdAt)
  const speed = useClock((state) => Math.max(1, state.anchor?.speed ?? 1))
  const isCut = useIsCut()
  const recoveredAt = useConnection((state) => state.recoveredAt)
  const goneSince = useStatus(({ status }) => failedDependency(status)?.since ?? null)
  const newest = at === null || goneSince === null ? at : Math.min(at, goneSince)
  const ageMs = newest === null || herdAt === null ? null : Math.max(0, herdAt - newest)
  const isOld = ageMs !== null && ageMs > limitMs * speed
  const isBefore = newest !== null && recoveredAt !== null && newest < recoveredAt
  return {
    ageMs,
    isStale: isCut || isOld,
    isCatchingUp: !isCut && isBefore && ageMs !== null && ageMs > freshMs * speed,
  }
}
