import { Suspense, useEffect, useMemo, useState } from 'react'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { focusOf } from '../../entities/alerts/alertFocus.ts'
import { useBaseMap } from '../../map/base/useBaseMap.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { useClock } from '../../store/clock.ts'
import { useGateways } from '../../store/gateways.ts'
import { useHeadcounts } from '../../store/headcounts.ts'
import { herdSource } from '../../store/herd/herds.ts'
import { watchFarms } from '../../store/live.ts'
import { useIsCut } from '../../store/useDataAge.ts'
import { useMomentTrack } from './useMomentTrack.ts'

const FarmMap = lazyChunk(async () => (await import('../../map/FarmMap.tsx')).FarmMap)

/** Maximum number of watched farms, including the alert's own. */
const maxWatched = 12

interface Props {
  scene: Scene
  /** Open alerts in the list. */
  alerts: readonly Alert[]
  /** Alert that the map shows; null: all farms. */
  at: Alert | null
  onSelectAnimal: (animalId: number | null) => void
}

/** Live map next to the list, at the open alert or over all farms. */
export function AlertMap({ scene, alerts, at, onSelectAnimal }: Props) {
  const headcounts = useHeadcounts(({ byFarm }) => byFarm)
  const gatewayStates = useGateways(({ states }) => states)
  const baseMap = useBaseMap()
  const isCut = useIsCut()
  // Ages on the map change in steps of ten seconds, so its time does too.
  const herdAt = useClock((state) => (state.herdAt === null ? 0 : Math.floor(state.herdAt / 10_000) * 10_000))
  const track = useMomentTrack(at, scene, herdAt)
  const [inView, setInView] = useState<readonly number[]>([])
  const watched = [...new Set(at === null ? inView : [at.farmId, ...inView])]
    .slice(0, maxWatched)
    .toSorted((a, b) => a - b)
    .join()
  const id = at?.id ?? null
  // A different alert starts a flight; an update of the same alert does not.
  // oxlint-disable-next-line react/exhaustive-deps
  const focus = useMemo(() => (at === null ? ({ kind: 'all' } as const) : focusOf(at)), [id])

  useEffect(() => watchFarms(watched === '' ? [] : watched.split(',').map(Number)), [watched])
  useEffect(() => () => watchFarms([]), [])

  return (
    <section className="alert-map" data-past={isCut || undefined}>
      <Suspense fallback={<div className="alert-map-coming" aria-busy="true" />}>
        <FarmMap
          scene={scene}
          herds={herdSource}
          headcounts={headcounts}
          gatewayStates={gatewayStates}
          alerts={alerts}
          herdAt={herdAt}
          selectedAnimalId={at?.animalId ?? null}
          shownAlertId={at?.id ?? null}
          onSelectAnimal={onSelectAnimal}
          track={track}
          focus={focus}
          currentFarmId={at?.farmId ?? null}
          onView={({ farmIds }) => setInView(farmIds)}
          scale={0.8}
          baseMap={baseMap}
        />
      </Suspense>
    </section>
  )
}
