import { endpoints } from '#contract/calls/endpoints.ts'
import type { Reply } from '#contract/calls/endpoint.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { useHeardAgain } from '../../../store/herd/useHeardAgain.ts'
import { type Freshness, useDataAge } from '../../../store/useDataAge.ts'

export type Watched = Reply<typeof endpoints.projectMonitor.shown>

/** A change that no event tells of, a new day among them, is there after so long, ms. */
const everyMs = 30_000
/** Numbers that were not counted again for so long are of the past, ms. */
const countedLimitMs = 150_000
/** As on the wall of farms: where no reading came for this part of a project's window, the picture is not of now. */
const limitShare = 1 / 4

/** The running projects as they are now, and how old what is known of them is. */
export function useWatched(): { watched: Watched | null; isFailed: boolean; freshness: Freshness; isFrozen: boolean } {
  const { data, isError } = useCall(endpoints.projectMonitor.shown, {}, { everyMs, shows: inPlace })
  useHeardAgain([...new Set(data?.projects.flatMap(({ farmIds }) => farmIds))])
  const counted: Freshness = { at: data === undefined ? null : Date.parse(data.at), limitMs: countedLimitMs }
  const heard = data === undefined ? counted : heardFreshness(data)
  const isUncounted = useDataAge(counted).isStale
  const isUnheard = useDataAge(heard).isStale
  return { watched: data ?? null, isFailed: isError && data === undefined, freshness: isUncounted ? counted : heard, isFrozen: isUncounted || isUnheard }
}

/** The age of the newest reading behind the numbers; where nothing was ever heard, of the numbers. */
export function heardFreshness({ at, projects }: Pick<Watched, 'at' | 'projects'>): Freshness {
  const heard = projects.flatMap(({ lastHeardAt }) => (lastHeardAt === null ? [] : [Date.parse(lastHeardAt)]))
  const windowMinutes = Math.max(1, ...projects.map((project) => project.windowMinutes))
  if (heard.length === 0) return { at: Date.parse(at), limitMs: countedLimitMs }
  return { at: Math.max(...heard), limitMs: windowMinutes * 60_000 * limitShare }
}
