import type { BaseMap } from '#contract/herd/baseMap.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../api/queries.ts'

/** The base map that the server's settings name; null while it is not known, and where there is none. */
export function useBaseMap(): BaseMap | null {
  // A map without it shows its outlines: nobody is told of a fault.
  return useCall(endpoints.baseMap.shown, {}, { shows: () => true }).data?.baseMap ?? null
}
