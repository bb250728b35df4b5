import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import type { HeadcountHistory } from './history.ts'

const reloadMs = 10 * 60_000

/** Returns the headcounts of the last 24 hours, reloaded every ten minutes; null until loaded. */
export function useHistory(): HeadcountHistory | null {
  return useCall(endpoints.headcounts.history, {}, { intervalMs: reloadMs }).data ?? null
}
