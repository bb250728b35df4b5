import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../api/queries.ts'
import { usePenOutlines } from '../polygon/usePenOutlines.ts'
import { type PlaceProps, PointPlace } from './PointPlace.tsx'

/** Position of a gateway on a map with its farm's pens and other gateways; warns when it is outside its farm or pen. */
export function GatewayPlace(props: PlaceProps) {
  const { id, farmId } = props.values
  const outlines = usePenOutlines({ farmId })
  const { data } = useCall(endpoints.monitor.scene, {})
  const others = (data?.gateways ?? []).filter((gateway) => gateway.farmId === farmId && gateway.id !== id)
  return (
    <PointPlace
      {...props}
      outlines={outlines}
      others={others.map((other) => ({
        id: other.id,
        name: other.name ?? other.mac,
        at: [other.longitude, other.latitude],
      }))}
    />
  )
}
