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

const OverviewMap = lazyChunk(async () => (await import('../../../../map/editing/OverviewMap.tsx')).OverviewMap)

/** The farms of a project with their pens; the name of one leads to its animals on the monitor. */
export function MapTab({ project }: { project: Project }) {
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
  if (farms.length === 0) return <p>{intl.formatMessage({ id: 'project.noFarms' })}</p>
  return (
    <Suspense fallback={<Skeleton active title={false} />}>
      <OverviewMap farms={farms} outlines={outlines} onOpen={({ id }) => void navigate(`/dashboard/animal-monitor/monitor?farm=${id}`)} />
    </Suspense>
  )
}
