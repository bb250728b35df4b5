import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { lazyChunk } from '../navigation/lazyChunk.ts'
import { useClock } from '../store/clock.ts'
import { useGateways } from '../store/gateways.ts'
import { useHeadcounts } from '../store/headcounts.ts'
import { herdSource } from '../store/herd/herds.ts'
import { watchFarms } from '../store/live.ts'
import { useBaseMap } from './base/useBaseMap.ts'
import type { Focus } from './camera/focus.ts'

const FarmMap = lazyChunk(async () => (await import('./FarmMap.tsx')).FarmMap)

/** Maximum number of farms whose animals are loaded. */
const maxWatched = 12

interface Props {
  scene: Scene
  /** The farms to draw. */
  farmIds: readonly number[]
  alerts: readonly Alert[]
  /** Scale of design pixels. */
  scale: number
  /** Target of the view; a new object starts a new flight. By default all farms. */
  focus?: Focus | null
  /** Shown while the map loads. */
  placeholder: ReactNode
  /** Absent: farms are not clickable. */
  onSelectFarm?: (farmId: number) => void
  onSelectAnimal?: (animalId: number) => void
}

/** Live map of several farms with their herds; watches the farms in view. */
export function LiveFarmsMap({
  scene,
  farmIds,
  alerts,
  scale,
  focus = null,
  placeholder: coming,
  onSelectFarm,
  onSelectAnimal,
}: Props) {
  const baseMap = useBaseMap()
  const headcounts = useHeadcounts(({ byFarm }) => byFarm)
  const gatewayStates = useGateways(({ states }) => states)
  // Ages on the map change in steps of ten seconds.
  const herdAt = useClock((state) => (state.herdAt === null ? 0 : Math.floor(state.herdAt / 10_000) * 10_000))
  const key = [...new Set(farmIds)].toSorted((a, b) => a - b).join()
  const own = useMemo(() => {
    const ids = new Set(key.split(',').map(Number))
    const ofFarms = <T extends { farmId: number | null }>(some: readonly T[]) =>
      some.filter(({ farmId }) => farmId !== null && ids.has(farmId))
    return {
      ...scene,
      farms: scene.farms.filter(({ id }) => ids.has(id)),
      pens: ofFarms(scene.pens),
      gateways: ofFarms(scene.gateways),
    }
  }, [scene, key])
  const [inView, setInView] = useState<readonly number[]>([])
  const watched = inView.slice(0, maxWatched).join()

  useEffect(() => {
    watchFarms(watched === '' ? [] : watched.split(',').map(Number))
  }, [watched])
  useEffect(() => () => watchFarms([]), [])

  return (
    <Suspense fallback={coming}>
      <FarmMap
        scene={own}
        herds={herdSource}
        headcounts={headcounts}
        gatewayStates={gatewayStates}
        alerts={alerts}
        herdAt={herdAt}
        selectedAnimalId={null}
        {...(onSelectAnimal && {
          onSelectAnimal: (animalId: number | null) => animalId !== null && onSelectAnimal(animalId),
        })}
        {...(onSelectFarm && { onSelectFarm })}
        onView={({ farmIds: seen }) => setInView(seen)}
        focus={focus}
        scale={scale}
        baseMap={baseMap}
      />
    </Suspense>
  )
}
