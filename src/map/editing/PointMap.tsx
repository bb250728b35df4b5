import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { Marker } from 'react-map-gl/maplibre'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { useConversion } from '../base/useConversion.ts'
import { boundsOf, outerRing } from '../geometry.ts'
import { EditingMap } from './EditingMap.tsx'
import { ensureVisible } from './sight.ts'
import type { Outline } from './Surroundings.tsx'

/** A named object near the point. */
export interface PlacedPoint {
  id: number
  name: string
  at: LongitudeLatitude
}

interface Props {
  point: LongitudeLatitude | null
  outlines: readonly Outline[]
  others: readonly PlacedPoint[]
  onChange: (point: LongitudeLatitude) => void
}

/** Decimal places, about a decimetre. */
const places = 6
const round = (degrees: number) => Number(degrees.toFixed(places))

/** Map for placing one point: by a click, then by dragging. */
export function PointMap({ point, outlines, others, onChange }: Props) {
  const intl = useIntl()
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const { toMap, toGround } = useConversion()
  const place = ([longitude, latitude]: LongitudeLatitude) => onChange([round(longitude), round(latitude)])
  const drawn = point && toMap(point)

  // Moves the view to a typed point outside it, with its surroundings.
  const [longitude, latitude] = drawn ?? [null, null]
  const corners = outlines.flatMap(({ polygon }) => outerRing(polygon).map(toMap))
  const around = corners.length > 0 ? boundsOf(corners).join() : ''
  useEffect(() => {
    if (!map || longitude === null || latitude === null) return
    const at: LongitudeLatitude = [longitude, latitude]
    const [west = longitude, south = latitude, east = longitude, north = latitude] =
      around === '' ? [] : around.split(',').map(Number)
    if (!map.getBounds().contains(at)) ensureVisible(map, boundsOf([at, [west, south], [east, north]]))
  }, [map, longitude, latitude, around])

  return (
    <div className="polygon-map" data-tool="point">
      <div className="polygon-map-tools">
        <p>{intl.formatMessage({ id: 'point.how' })}</p>
      </div>
      <EditingMap about={[]} outlines={outlines} onMap={setMap} onClick={place}>
        {others.map(({ id, name, at }) => {
          const [east, north] = toMap(at)
          return (
            <Marker key={id} longitude={east} latitude={north} className="point-map-other">
              <span title={name} />
            </Marker>
          )
        })}
        {drawn && (
          <Marker
            longitude={drawn[0]}
            latitude={drawn[1]}
            draggable
            onDragEnd={({ lngLat }: { lngLat: { lng: number; lat: number } }) =>
              place(toGround([lngLat.lng, lngLat.lat]))
            }
            className="point-map-point"
          >
            <span />
          </Marker>
        )}
      </EditingMap>
    </div>
  )
}
