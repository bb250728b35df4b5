import { Suspense, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import type { OtherView } from '../../list/describeRecords.tsx'
import { FailedRows } from '../../list/rows/RowStates.tsx'
import { type Outline, planOutline } from '../../map/editing/Surroundings.tsx'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { PageHeading } from '../../navigation/PageHeading.tsx'

const OverviewMap = lazyChunk(async () => (await import('../../map/editing/OverviewMap.tsx')).OverviewMap)

/** All farms with pens and plans on a map; clicking a name opens the farm in the list. */
function FarmsOnMap({ tabs }: { tabs: ReactNode }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(endpoints.monitor.scene, {}, { shows: inPlace })
  const farms = (data?.farms ?? []).map((farm): Outline => ({
    id: String(farm.id),
    name: farm.name,
    polygon: farm.boundary,
    kind: 'farm',
  }))
  const outlines = [
    ...(data?.farms ?? []).flatMap((farm) => planOutline(`plan${farm.id}`, farm.planImage)),
    ...(data?.pens ?? []).map((pen): Outline => ({
      id: `pen${pen.id}`,
      name: pen.name,
      polygon: pen.polygon,
      kind: 'pen',
    })),
  ]
  return (
    <>
      <PageHeading note={data && intl.formatMessage({ id: 'farm.count' }, { count: farms.length })} />
      {tabs}
      {error && !data && <FailedRows error={error} onRetry={() => void refetch()} />}
      {data && farms.length === 0 && <p>{intl.formatMessage({ id: 'farm.empty' })}</p>}
      {farms.length > 0 && (
        <Suspense fallback={<SkeletonLines />}>
          <OverviewMap
            farms={farms}
            outlines={outlines}
            onOpen={({ id }) => void navigate(`/dashboard/animal-monitor/farm/list?open=${id}`)}
          />
        </Suspense>
      )}
    </>
  )
}

export const farmsOnMap: OtherView = { key: 'map', titleId: 'farm.map', View: FarmsOnMap }
