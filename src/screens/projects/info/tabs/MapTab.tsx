import { Select } from 'antd'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { inPlace } from '../../../../api/failures.ts'
import { PartComing } from '../../../../api/LoadFailed.tsx'
import { useCall } from '../../../../api/queries.ts'
import { alertConcernsProject } from '../../../../entities/alerts/alertOfProject.ts'
import type { Focus } from '../../../../map/camera/focus.ts'
import { LiveFarmsMap } from '../../../../map/LiveFarmsMap.tsx'
import { useAlerts } from '../../../../store/alerts.ts'
import { useIsCut } from '../../../../store/useDataAge.ts'
import type { ProjectPart } from '../../past/moments.ts'
import { PastMap } from '../../past/PastMap.tsx'

/** Farms of a project with pens and heads, live or at a past instant. */
export function MapTab({ project, moment }: ProjectPart) {
  return moment === null ? <PresentMap project={project} /> : <PastMap id={project.id} moment={moment} />
}

/** A farm links to the monitor, an animal to its record. */
function PresentMap({ project }: { project: Project }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const loading = useCall(endpoints.monitor.scene, {}, { shows: inPlace })
  const { data } = loading
  const isCut = useIsCut()
  const [focus, setFocus] = useState<Focus | null>(null)
  const open = useAlerts((state) => state.open)
  const farmIds = project.farms.map(({ id }) => id)
  const alerts = open.filter((alert) => alertConcernsProject(alert, { id: project.id, farmIds }))
  if (!data) return <PartComing of={[loading]} lines={8} />
  if (!data.farms.some(({ id }) => farmIds.includes(id)))
    return <p className="project-none">{intl.formatMessage({ id: 'project.noFarms' })}</p>
  return (
    <>
      {project.farms.length > 1 && (
        <Select
          className="past-map-farm"
          allowClear
          aria-label={intl.formatMessage({ id: 'animal.farm' })}
          placeholder={intl.formatMessage({ id: 'project.allFarms' })}
          value={focus?.kind === 'farm' ? focus.farmId : null}
          options={project.farms.map((farm) => ({ value: farm.id, label: farm.name }))}
          // Farms lie far apart, so their heads are visible only close up.
          onChange={(farmId?: number) => setFocus(farmId === undefined ? { kind: 'all' } : { kind: 'farm', farmId })}
        />
      )}
      <p className="project-map-note">{intl.formatMessage({ id: 'project.mapNote' })}</p>
      <div className="project-map" data-past={isCut || undefined}>
        <LiveFarmsMap
          scene={data}
          farmIds={farmIds}
          alerts={alerts}
          focus={focus}
          scale={0.8}
          placeholder={<div className="project-map-coming" aria-busy="true" />}
          onSelectFarm={(farmId) => void navigate(`/dashboard/animal-monitor/monitor?farm=${farmId}`)}
          onSelectAnimal={(animalId) => void navigate(`/dashboard/animal-monitor/animal/details/${animalId}`)}
        />
      </div>
    </>
  )
}
