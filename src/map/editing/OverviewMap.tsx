import { Marker } from 'react-map-gl/maplibre'
import { convertPolygon } from '../base/datum.ts'
import { useConversion } from '../base/useConversion.ts'
import { outerRing, topOf } from '../geometry.ts'
import { EditingMap } from './EditingMap.tsx'
import type { Outline } from './Surroundings.tsx'

interface Props {
  /** Farms by name: each opens by it. */
  farms: readonly Outline[]
  /** What else is drawn. */
  outlines: readonly Outline[]
  onOpen: (farm: Outline) => void
}

/** Farms on a map, nothing of which is drawn or moved. */
export function OverviewMap({ farms, outlines, onOpen }: Props) {
  const { toMap } = useConversion()
  const nameless = farms.map((farm) => ({ ...farm, name: '' }))
  return (
    <div className="polygon-map overview-map">
      <EditingMap about={[]} outlines={[...nameless, ...outlines]} unavailableId="map.unavailable">
        {farms.map((farm) => {
          const [longitude, latitude] = topOf(outerRing(convertPolygon(farm.polygon, toMap)))
          return (
            <Marker key={farm.id} longitude={longitude} latitude={latitude} anchor="bottom">
              <button type="button" className="overview-map-name" onClick={() => onOpen(farm)}>
                {farm.name}
              </button>
            </Marker>
          )
        })}
      </EditingMap>
    </div>
  )
}
