import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import type { HeadcountHistory } from './history.ts'

const reloadMs = 10 * 60_000

/** The headcounts of the last 24 hours, loaded again every ten minutes; null until they have come. */
export function useHistory(): HeadcountHistory | null {
  return useCall(endpoints.headcounts.history, {}, { everyMs: reloadMs }).data ?? null
}
