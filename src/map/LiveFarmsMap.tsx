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

/** Of so many farms the animals are asked for. */
const mostWatched = 12

interface Props {
  scene: Scene
  /** Those that are drawn. */
  farmIds: readonly number[]
  alerts: readonly Alert[]
  /** Size of a pixel of the drawings. */
  scale: number
  /** Where to look; a new object is a new flight. Over all of them unless told. */
  focus?: Focus | null
  /** While the map is on its way. */
  coming: ReactNode
  /** Absent: a farm leads nowhere. */
  onSelectFarm?: (farmId: number) => void
  onSelectAnimal?: (animalId: number) => void
}

/** The live map of some farms with their herds: those in view are watched. */
export function LiveFarmsMap({ scene, farmIds, alerts, scale, focus = null, coming, onSelectFarm, onSelectAnimal }: Props) {
  const baseMap = useBaseMap()
  const headcounts = useHeadcounts(({ byFarm }) => byFarm)
  const gatewayStates = useGateways(({ states }) => states)
  // Ages on the map go in steps of ten seconds.
  const herdAt = useClock((state) => (state.herdAt === null ? 0 : Math.floor(state.herdAt / 10_000) * 10_000))
  const key = [...new Set(farmIds)].toSorted((a, b) => a - b).join()
  const own = useMemo(() => {
    const ids = new Set(key.split(',').map(Number))
    const ofFarms = <T extends { farmId: number | null }>(some: readonly T[]) => some.filter(({ farmId }) => farmId !== null && ids.has(farmId))
    return { ...scene, farms: scene.farms.filter(({ id }) => ids.has(id)), pens: ofFarms(scene.pens), gateways: ofFarms(scene.gateways) }
  }, [scene, key])
  const [inView, setInView] = useState<readonly number[]>([])
  const watched = inView.slice(0, mostWatched).join()

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
        {...(onSelectAnimal && { onSelectAnimal: (animalId: number | null) => animalId !== null && onSelectAnimal(animalId) })}
        {...(onSelectFarm && { onSelectFarm })}
        onView={({ farmIds: seen }) => setInView(seen)}
        focus={focus}
        scale={scale}
        baseMap={baseMap}
      />
    </Suspense>
  )
}
