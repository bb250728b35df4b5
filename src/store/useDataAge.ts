import { useClock } from './clock.ts'
import { isCurrent, useConnection } from './connection.ts'
import { useStatus } from './status.ts'

export interface Freshness {
  /** When the newest reading or count behind the data was made: herd time, epoch ms; null: nothing has come yet. */
  at: number | null
  /** Data older than this is not the present any more. */
  limitMs: number
}

/**
 * How old data is, ms of herd time, and whether it is too old. Without the server nothing newer comes, and while its
 * database or its broker is gone nothing that does come is newer than that: the data is stale then at once.
 */
export function useDataAge({ at, limitMs }: Freshness): { ageMs: number | null; isStale: boolean } {
  const herdAt = useClock((state) => state.herdAt)
  const speed = useClock((state) => state.anchor?.speed ?? 1)
  const isCut = useConnection(({ connection }) => !isCurrent(connection) && connection.kind !== 'connecting')
  const downSince = useStatus(({ status }) => {
    const down = status ? [status.database, status.broker].filter(({ up }) => !up) : []
    return down.length === 0 ? null : Math.min(...down.map(({ since }) => since))
  })
  const newest = at === null || downSince === null ? at : Math.min(at, downSince)
  const ageMs = newest === null || herdAt === null ? null : Math.max(0, herdAt - newest)
  const isOld = ageMs !== null && ageMs > limitMs * Math.max(1, speed)
  return { ageMs, isStale: isCut || downSince !== null || isOld }
}
