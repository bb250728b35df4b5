import { useMemo } from 'react'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { useFormats } from '../../locale/formats.ts'
import type { MapTrack } from '../../map/mapState.ts'
import { aroundMs, momentTrack } from './momentTrack.ts'

/** Reload interval until the half hour after the instant has passed, ms. */
const reloadMs = 60_000

/**
 * Returns the track of an alert's animal around the start of its condition; null for other subjects, and while loading.
 * @param herdAt herd time, epoch ms
 */
export function useMomentTrack(alert: Alert | null, scene: Scene, herdAt: number): MapTrack | null {
  const { isoDay } = useFormats()
  const moment = alert === null ? 0 : Date.parse(alert.sinceAt)
  const zone = scene.farms.find(({ id }) => id === alert?.farmId)?.timeZone
  const [first, last] = [isoDay(moment - aroundMs, zone), isoDay(moment + aroundMs, zone)]
  const { data } = useCall(
    endpoints.replay.track,
    { animalId: alert?.animalId ?? 0, day: first, days: first === last ? 1 : 2 },
    {
      isEnabled: alert !== null && alert.animalId !== null,
      shows: inPlace,
      ...(herdAt <= moment + aroundMs && { intervalMs: reloadMs }),
    },
  )
  const farmId = alert?.farmId ?? 0
  const animalId = alert?.animalId ?? null
  return useMemo(
    () => (data === undefined || animalId === null ? null : momentTrack(data, farmId, moment)),
    [data, animalId, farmId, moment],
  )
}
