import { useNavigate } from 'react-router-dom'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { useWall } from '../../../api/session.ts'
import { useUnit } from '../../../charts/useUnit.ts'
import { useBaseMap } from '../../../map/base/useBaseMap.ts'
import { LiveFarmsMap } from '../../../map/LiveFarmsMap.tsx'
import { projectInfoPath } from '../../../navigation/paths.ts'
import { useReloadForBaseMap } from '../useReloadForBaseMap.ts'
import type { RiskRow } from './riskRows.ts'

interface Props {
  scene: Scene
  /** Sorted by risk. */
  rows: readonly RiskRow[]
  alerts: readonly Alert[]
  isFrozen: boolean
}

/** Farms of the projects with their herds. A farm links to its project at the greatest risk, except on a paired wall. */
export function ProjectMap({ scene, rows, alerts, isFrozen }: Props) {
  const navigate = useNavigate()
  const unit = useUnit()
  const isPersons = useWall() === null
  useReloadForBaseMap(useBaseMap())

  function open(farmId: number) {
    const row = rows.find(({ project }) => project.farmIds.includes(farmId))
    if (row) void navigate(`${projectInfoPath}/${row.project.id}`)
  }

  return (
    <section className="wall-map" data-frozen={isFrozen || undefined}>
      <LiveFarmsMap
        scene={scene}
        farmIds={rows.flatMap(({ project }) => project.farmIds)}
        alerts={alerts}
        scale={unit}
        placeholder={<div className="wall-map-coming" aria-busy="true" />}
        {...(isPersons && { onSelectFarm: open })}
      />
    </section>
  )
}
