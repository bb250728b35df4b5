import { Suspense, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { useUnit } from '../../../charts/useUnit.ts'
import { useBaseMap } from '../../../map/base/useBaseMap.ts'
import { lazyChunk } from '../../../navigation/lazyChunk.ts'
import { projectInfoPath } from '../../../navigation/paths.ts'
import { useClock } from '../../../store/clock.ts'
import { useGateways } from '../../../store/gateways.ts'
import { useHeadcounts } from '../../../store/headcounts.ts'
import { herdSource } from '../../../store/herd/herds.ts'
import { watchFarms } from '../../../store/live.ts'
import { useReloadForBaseMap } from '../useReloadForBaseMap.ts'
import type { RiskRow } from './riskRows.ts'

const FarmMap = lazyChunk(async () => (await import('../../../map/FarmMap.tsx')).FarmMap)

/** Of so many farms the animals are asked for. */
const mostWatched = 12

interface Props {
  scene: Scene
  /** By risk. */
  rows: readonly RiskRow[]
  alerts: readonly Alert[]
  isFrozen: boolean
}

/** The farms of the projects with their herds; a farm leads to its project, that at the greatest risk. */
export function ProjectMap({ scene, rows, alerts, isFrozen }: Props) {
  const navigate = useNavigate()
  const unit = useUnit()
  const baseMap = useBaseMap()
  useReloadForBaseMap(baseMap)
  const headcounts = useHeadcounts(({ byFarm }) => byFarm)
  const gateways = useGateways(({ byId }) => byId)
  // Ages on the map go in steps of ten seconds.
  const herdAt = useClock((state) => (state.herdAt === null ? 0 : Math.floor(state.herdAt / 10_000) * 10_000))
  const key = [...new Set(rows.flatMap(({ project }) => project.farmIds))].toSorted((a, b) => a - b).join()
  const own = useMemo(() => {
    const farmIds = new Set(key.split(',').map(Number))
    const ofFarms = <T extends { farmId: number | null }>(some: readonly T[]) => some.filter(({ farmId }) => farmId !== null && farmIds.has(farmId))
    return { ...scene, farms: scene.farms.filter(({ id }) => farmIds.has(id)), pens: ofFarms(scene.pens), gateways: ofFarms(scene.gateways) }
  }, [scene, key])
  const [inView, setInView] = useState<readonly number[]>([])
  const watched = inView.slice(0, mostWatched).join()

  useEffect(() => {
    watchFarms(watched === '' ? [] : watched.split(',').map(Number))
  }, [watched])
  useEffect(() => () => watchFarms([]), [])

  function open(farmId: number) {
    const row = rows.find(({ project }) => project.farmIds.includes(farmId))
    if (row) void navigate(`${projectInfoPath}/${row.project.id}`)
  }

  return (
    <section className="wall-map" data-frozen={isFrozen || undefined}>
      <Suspense fallback={<div className="wall-map-coming" aria-busy="true" />}>
        <FarmMap
          scene={own}
          herds={herdSource}
          headcounts={headcounts}
          gatewayStates={new Map([...gateways.values()].map(({ gatewayId, state }) => [gatewayId, state]))}
          alerts={alerts}
          herdAt={herdAt}
          selectedAnimalId={null}
          onSelectFarm={open}
          onView={({ farmIds }) => setInView(farmIds)}
          scale={unit}
          baseMap={baseMap}
        />
      </Suspense>
    </section>
  )
}
