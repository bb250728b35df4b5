import { queryOptions, useQuery } from '@tanstack/react-query'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { nounOf, queryClient } from '../api/queries.ts'
import { request } from '../api/request.ts'

const retryMs = 5000

const sceneQuery = queryOptions<Scene>({
  queryKey: [nounOf(endpoints.monitor.scene), 'scene'],
  queryFn: ({ signal }) => request(endpoints.monitor.scene, {}, signal),
  // The monitor shows the missing scene itself.
  meta: { shows: () => true },
  refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
})

/** Returns the scene of the live data: farms, pens, gateways and projects. A failed reload keeps the previous scene. */
export function useScene(): { scene: Scene | null; isFailed: boolean } {
  const { data, isError } = useQuery(sceneQuery, queryClient)
  return { scene: data ?? null, isFailed: isError && data === undefined }
}
