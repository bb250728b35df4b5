import { Marker } from 'react-map-gl/maplibre'
import { useConversion } from '../base/useConversion.ts'
import { EditingMap } from './EditingMap.tsx'
import type { PlacedPoint } from './PointMap.tsx'
import type { Outline } from './Surroundings.tsx'

/** Map of named points with their surroundings, without editing. */
export function PlacesMap({ places, outlines }: { places: readonly PlacedPoint[]; outlines: readonly Outline[] }) {
  const { toMap } = useConversion()
  return (
    <div className="polygon-map">
      <EditingMap about={places.map(({ at }) => at)} outlines={outlines}>
        {places.map(({ id, name, at }) => {
          const [longitude, latitude] = toMap(at)
          return (
            <Marker key={id} longitude={longitude} latitude={latitude} anchor="center">
              <span className="places-map-place">{name}</span>
            </Marker>
          )
        })}
      </EditingMap>
    </div>
  )
}
