import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import type { Outline } from '../../map/editing/Surroundings.tsx'
import { type PlaceProps, PointPlace } from '../place/PointPlace.tsx'

/** Position of a camera on a map with its farm's pens and other cameras; nothing until a farm is chosen. */
export function CameraPlace(props: PlaceProps) {
  const { id, farmId } = props.values
  const { data } = useCall(
    endpoints.cameraFarms.outline,
    { id: farmId ?? 0 },
    { isEnabled: farmId != null, shows: inPlace },
  )
  if (farmId == null || data === undefined) return null
  const outlines: Outline[] = [
    { id: `farm${farmId}`, name: data.name, polygon: data.boundary, kind: 'farm' },
    ...data.pens.map((pen): Outline => ({ id: `pen${pen.id}`, name: pen.name, polygon: pen.polygon, kind: 'pen' })),
  ]
  const others = data.cameras.filter((camera) => camera.id !== id)
  return (
    <PointPlace
      {...props}
      outlines={outlines}
      others={others.map(({ id: otherId, name, longitude, latitude }) => ({
        id: otherId,
        name,
        at: [longitude, latitude],
      }))}
    />
  )
}
