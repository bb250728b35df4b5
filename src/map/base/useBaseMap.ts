import type { BaseMap } from '#contract/herd/baseMap.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../api/queries.ts'

/** Returns the configured base map; null while it loads, or when none is configured. */
export function useBaseMap(): BaseMap | null {
  // A map without it shows the outlines, so failures are not reported.
  return useCall(endpoints.baseMap.shown, {}, { shows: () => true }).data?.baseMap ?? null
}
