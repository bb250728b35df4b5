import { useEffect, useMemo } from 'react'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'

export type AlertPledge = Reply<typeof endpoints.alerts.pledges>['pledges'][number]
/** Pledges by animal id. */
export type AlertPledges = ReadonlyMap<number, AlertPledge>

const reloadMs = 60_000

/** Returns the pledges of animals with an open alert. Loads them again when an alert about another animal arrives. */
export function useAlertPledges(open: readonly Alert[]): AlertPledges {
  const { data, refetch } = useCall(endpoints.alerts.pledges, {}, { shows: inPlace, intervalMs: reloadMs })
  const newestId = useMemo(
    () => open.reduce((newest, { id, animalId }) => (animalId === null ? newest : Math.max(newest, id)), 0),
    [open],
  )
  useEffect(() => {
    if (newestId > 0) void refetch()
  }, [newestId, refetch])
  return useMemo(() => new Map(data?.pledges.map((pledge) => [pledge.animalId, pledge])), [data])
}
