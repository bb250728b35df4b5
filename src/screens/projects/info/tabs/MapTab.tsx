import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { inPlace } from '../../../../api/failures.ts'
import { useCall } from '../../../../api/queries.ts'
import { FailedRows } from '../../../../list/rows/RowStates.tsx'
import { type Outline, planOutline } from '../../../../map/editing/Surroundings.tsx'
import { lazyChunk } from '../../../../navigation/lazyChunk.ts'
import type { ProjectPart } from '../../past/moments.ts'
import { PastMap } from '../../past/PastMap.tsx'

const OverviewMap = lazyChunk(async () => (await import('../../../../map/editing/OverviewMap.tsx')).OverviewMap)

/** The farms of a project with their pens and, of the past, where its heads were. */
export function MapTab({ project, moment }: ProjectPart) {
  return moment === null ? <PresentMap project={project} /> : <PastMap id={project.id} moment={moment} />
}

/** The name of a farm leads to its animals on the monitor. */
function PresentMap({ project }: { project: Project }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(endpoints.monitor.scene, {}, { shows: inPlace })
  const own = new Set(project.farms.map(({ id }) => id))
  const scene = data?.farms.filter(({ id }) => own.has(id)) ?? []
  const farms = scene.map((farm): Outline => ({ id: String(farm.id), name: farm.name, polygon: farm.boundary, kind: 'farm' }))
  const outlines = [
    ...scene.flatMap((farm) => planOutline(`plan${farm.id}`, farm.planImage)),
    ...(data?.pens ?? []).filter(({ farmId }) => own.has(farmId)).map((pen): Outline => ({ id: `pen${pen.id}`, name: pen.name, polygon: pen.polygon, kind: 'pen' })),
  ]
  if (error && !data) return <FailedRows error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} />
  if (farms.length === 0) return <p className="project-none">{intl.formatMessage({ id: 'project.noFarms' })}</p>
  return (
    <Suspense fallback={<Skeleton active title={false} />}>
      <OverviewMap farms={farms} outlines={outlines} onOpen={({ id }) => void navigate(`/dashboard/animal-monitor/monitor?farm=${id}`)} />
    </Suspense>
  )
}
