import { useClock } from './clock.ts'
import { isCurrent, useConnection } from './connection.ts'
import { failedDependency, useStatus } from './status.ts'

export interface Freshness {
  /** When the newest reading or count behind the data was made, herd time, epoch ms; null: no data yet. */
  at: number | null
  /** Age above which data is stale, ms. */
  limitMs: number
}

/** Returns whether newer data cannot arrive because the server, its database or its broker is unavailable. */
export function useIsCut(): boolean {
  const isAway = useConnection(({ connection }) => !isCurrent(connection) && connection.kind !== 'connecting')
  return useStatus(({ status }) => failedDependency(status) !== null) || isAway
}

/**
 * Returns the age of data, ms of herd time, and whether it is stale.
 * Data is stale at once while the server, its database or its broker is unavailable, since no newer readings can arrive.
 */
export function useDataAge({ at, limitMs }: Freshness): { ageMs: number | null; isStale: boolean } {
  const herdAt = useClock((state) => state.herdAt)
  const speed = useClock((state) => state.anchor?.speed ?? 1)
  const isCut = useIsCut()
  const goneSince = useStatus(({ status }) => failedDependency(status)?.since ?? null)
  const newest = at === null || goneSince === null ? at : Math.min(at, goneSince)
  const ageMs = newest === null || herdAt === null ? null : Math.max(0, herdAt - newest)
  const isOld = ageMs !== null && ageMs > limitMs * Math.max(1, speed)
  return { ageMs, isStale: isCut || isOld }
}
