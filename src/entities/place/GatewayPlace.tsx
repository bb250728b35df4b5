import '../polygon/polygon.css'
import { Alert } from 'antd'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { containsPoint } from '#contract/values/polygons.ts'
import { useCall } from '../../api/queries.ts'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { usePenOutlines } from '../polygon/usePenOutlines.ts'

const PointMap = lazyChunk(async () => (await import('../../map/editing/PointMap.tsx')).PointMap)

interface Place {
  id?: number | null | undefined
  farmId?: number | null | undefined
  farmSlotId?: number | null | undefined
  longitude?: number | null | undefined
  latitude?: number | null | undefined
}

interface Props {
  values: Place
  set: (change: { longitude: number; latitude: number }) => void
  readOnly: boolean
}

/** Position of a gateway on a map with its farm's pens and other gateways; warns when it is outside its farm or pen. */
export function GatewayPlace({ values, set, readOnly }: Props) {
  const intl = useIntl()
  const { id, farmId, farmSlotId, longitude, latitude } = values
  const outlines = usePenOutlines({ farmId })
  const { data } = useCall(endpoints.monitor.scene, {})
  const point: LongitudeLatitude | null = longitude == null || latitude == null ? null : [longitude, latitude]
  const others = (data?.gateways ?? []).filter((gateway) => gateway.farmId === farmId && gateway.id !== id)
  const isOutOf = (outlineId: string) => {
    const area = outlines.find((outline) => outline.id === outlineId)
    return point !== null && area !== undefined && !containsPoint(area.polygon, point)
  }
  const isOutOfFarm = isOutOf(`farm${farmId}`)
  return (
    <>
      <div role="status">
        {isOutOfFarm && (
          <Alert
            className="form-notice"
            type="warning"
            showIcon
            title={intl.formatMessage({ id: 'point.outOfFarm' })}
          />
        )}
        {!isOutOfFarm && isOutOf(`pen${farmSlotId}`) && (
          <Alert className="form-notice" type="info" showIcon title={intl.formatMessage({ id: 'point.outOfPen' })} />
        )}
      </div>
      {!readOnly && (
        <Suspense fallback={<div className="polygon-input-coming" aria-busy="true" />}>
          <PointMap
            point={point}
            outlines={outlines}
            others={others.map((other) => ({
              id: other.id,
              name: other.name ?? other.mac,
              at: [other.longitude, other.latitude],
            }))}
            onChange={([east, north]) => set({ longitude: east, latitude: north })}
          />
        </Suspense>
      )}
    </>
  )
}
