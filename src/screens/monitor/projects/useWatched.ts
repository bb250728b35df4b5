import { endpoints } from '#contract/calls/endpoints.ts'
import type { Reply } from '#contract/calls/endpoint.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { useHeardAgain } from '../../../store/herd/useHeardAgain.ts'
import { type Freshness, useDataAge } from '../../../store/useDataAge.ts'

export type Watched = Reply<typeof endpoints.projectMonitor.shown>

/** Reload interval, ms, for changes without an event, such as a new day. */
const reloadIntervalMs = 30_000
/** Age from which counts are stale, ms. */
const countedLimitMs = 150_000
/** Share of a project's window without readings after which its data is stale, as on the farm wall. */
const limitShare = 1 / 4

/** Returns the running projects and the age of their data. */
export function useWatched(): { watched: Watched | null; isFailed: boolean; freshness: Freshness; isFrozen: boolean } {
  const { data, isError } = useCall(
    endpoints.projectMonitor.shown,
    {},
    { intervalMs: reloadIntervalMs, shows: inPlace },
  )
  useHeardAgain([...new Set(data?.projects.flatMap(({ farmIds }) => farmIds))])
  const counted: Freshness = { at: data === undefined ? null : Date.parse(data.at), limitMs: countedLimitMs }
  const heard = data === undefined ? counted : heardFreshness(data)
  const isUncounted = useDataAge(counted).isStale
  const isUnheard = useDataAge(heard).isStale
  return {
    watched: data ?? null,
    isFailed: isError && data === undefined,
    freshness: isUncounted ? counted : heard,
    isFrozen: isUncounted || isUnheard,
  }
}

/** Returns the newest reading behind the numbers, or the time of the count without readings. */
export function heardFreshness({ at, projects }: Pick<Watched, 'at' | 'projects'>): Freshness {
  const heard = projects.flatMap(({ lastHeardAt }) => (lastHeardAt === null ? [] : [Date.parse(lastHeardAt)]))
  const windowMinutes = Math.max(1, ...projects.map((project) => project.windowMinutes))
  if (heard.length === 0) return { at: Date.parse(at), limitMs: countedLimitMs }
  return { at: Math.max(...heard), limitMs: windowMinutes * 60_000 * limitShare }
}
