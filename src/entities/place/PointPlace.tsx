import '../polygon/polygon.css'
import { Alert } from 'antd'
import { Suspense } from 'react'
import { useIntl } from 'react-intl'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { containsPoint } from '#contract/values/polygons.ts'
import type { PlacedPoint } from '../../map/editing/PointMap.tsx'
import type { Outline } from '../../map/editing/Surroundings.tsx'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const PointMap = lazyChunk(async () => (await import('../../map/editing/PointMap.tsx')).PointMap)

/** Values of a form for something that stands at a place of a farm. */
export interface Place {
  id?: number | null | undefined
  farmId?: number | null | undefined
  farmSlotId?: number | null | undefined
  longitude?: number | null | undefined
  latitude?: number | null | undefined
}

export interface PlaceProps {
  values: Place
  set: (change: { longitude: number; latitude: number }) => void
  readOnly: boolean
}

interface Props extends PlaceProps {
  /** Outlines of the farm and its pens, with the ids `farm1` and `pen2`. */
  outlines: readonly Outline[]
  /** Others of the same kind on the farm. */
  others: readonly PlacedPoint[]
}

/** Place on a map of a farm with its pens; warns when it is outside its farm or pen. */
export function PointPlace({ values, set, readOnly, outlines, others }: Props) {
  const intl = useIntl()
  const { farmId, farmSlotId, longitude, latitude } = values
  const point: LongitudeLatitude | null = longitude == null || latitude == null ? null : [longitude, latitude]
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
            others={others}
            onChange={([east, north]) => set({ longitude: east, latitude: north })}
          />
        </Suspense>
      )}
    </>
  )
}
