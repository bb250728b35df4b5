import { queryOptions, useQuery } from '@tanstack/react-query'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { nounOf, queryClient } from '../api/queries.ts'
import { request } from '../api/request.ts'

const retryMs = 5000

const sceneQuery = queryOptions<Scene>({
  queryKey: [nounOf(endpoints.monitor.scene), 'scene'],
  queryFn: ({ signal }) => request(endpoints.monitor.scene, {}, signal),
  // The monitor says itself that it has no scene.
  meta: { shows: () => true },
  refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
})

/** The stage that the live data plays on: farms, pens, gateways, projects. One that can't be read again stays as it was. */
export function useScene(): { scene: Scene | null; isFailed: boolean } {
  const { data, isError } = useQuery(sceneQuery, queryClient)
  return { scene: data ?? null, isFailed: isError && data === undefined }
}
