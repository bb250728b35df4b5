import { useClock } from './clock.ts'
import { isCurrent, useConnection } from './connection.ts'
import { gonePart, useStatus } from './status.ts'

export interface Freshness {
  /** When the newest reading or count behind the data was made: herd time, epoch ms; null: nothing has come yet. */
  at: number | null
  /** Data older than this is not the present any more. */
  limitMs: number
}

/** Whether nothing newer can come: without the server, its database or its broker. What is on the screen is the past then. */
export function useIsCut(): boolean {
  const isAway = useConnection(({ connection }) => !isCurrent(connection) && connection.kind !== 'connecting')
  return useStatus(({ status }) => gonePart(status) !== null) || isAway
}

/**
 * How old data is, ms of herd time, and whether it is too old. Without the server nothing newer comes, and while its
 * database or its broker is gone nothing that does come is newer than that: the data is stale then at once.
 */
export function useDataAge({ at, limitMs }: Freshness): { ageMs: number | null; isStale: boolean } {
  const herdAt = useClock((state) => state.herdAt)
  const speed = useClock((state) => state.anchor?.speed ?? 1)
  const isCut = useIsCut()
  const goneSince = useStatus(({ status }) => gonePart(status)?.since ?? null)
  const newest = at === null || goneSince === null ? at : Math.min(at, goneSince)
  const ageMs = newest === null || herdAt === null ? null : Math.max(0, herdAt - newest)
  const isOld = ageMs !== null && ageMs > limitMs * Math.max(1, speed)
  return { ageMs, isStale: isCut || isOld }
}
