import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Marker } from 'react-map-gl/maplibre'
import { type Corners, type PlanImage, ringOf } from '#contract/herd/planImages.ts'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { convertCorners } from '../base/datum.ts'
import { useConversion } from '../base/useConversion.ts'
import { EditingMap } from './EditingMap.tsx'
import { type Outline, planOutline } from './Surroundings.tsx'

interface Props {
  plan: PlanImage
  outlines: readonly Outline[]
  isDisabled: boolean
  onChange: (corners: Corners) => void
}

interface Dragged {
  lngLat: { lng: number; lat: number }
}

const precision = 7
const round = (degrees: number) => Number(degrees.toFixed(precision))

/** Map for placing a picture: each corner can be dragged, or the whole picture by its middle. */
export function PlanMap({ plan, outlines, isDisabled, onChange }: Props) {
  const intl = useIntl()
  const { toMap, toGround } = useConversion()
  const [moving, setMoving] = useState<Corners | null>(null)
  const corners = moving ?? convertCorners(plan.corners, toMap)
  const middle: LongitudeLatitude = [
    mean(corners.map(([longitude]) => longitude)),
    mean(corners.map(([, latitude]) => latitude)),
  ]

  function moved(handle: number | 'middle', { lngLat: { lng, lat } }: Dragged): Corners {
    const [east, north] = [lng - middle[0], lat - middle[1]]
    const cornerAt = (place: 0 | 1 | 2 | 3): LongitudeLatitude => {
      const [longitude, latitude] = corners[place]
      if (handle === 'middle') return [round(longitude + east), round(latitude + north)]
      return place === handle ? [round(lng), round(lat)] : [longitude, latitude]
    }
    return [cornerAt(0), cornerAt(1), cornerAt(2), cornerAt(3)]
  }
  const handle = (which: number | 'middle', [longitude, latitude]: LongitudeLatitude) => (
    <Marker
      key={which}
      longitude={longitude}
      latitude={latitude}
      draggable={!isDisabled}
      onDrag={(event: Dragged) => setMoving(moved(which, event))}
      onDragEnd={(event: Dragged) => {
        setMoving(null)
        onChange(convertCorners(moved(which, event), toGround))
      }}
      className={which === 'middle' ? 'plan-map-middle' : 'plan-map-corner'}
    >
      <span />
    </Marker>
  )
  return (
    <div className="polygon-map" data-tool="plan">
      <div className="polygon-map-tools">
        <p>{intl.formatMessage({ id: 'plan.how' })}</p>
      </div>
      <EditingMap
        about={ringOf(plan.corners)}
        outlines={[...planOutline('own', { ...plan, corners: convertCorners(corners, toGround) }), ...outlines]}
      >
        {corners.map((corner, place) => handle(place, corner))}
        {handle('middle', middle)}
      </EditingMap>
    </div>
  )
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
