import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../api/queries.ts'
import { type Outline, planOutline } from '../../map/editing/Surroundings.tsx'

interface Draft {
  /** The pen being drawn. */
  id?: number | null | undefined
  farmId?: number | null | undefined
}

/** Returns the outlines of a farm and its other pens; of all farms while none is chosen. */
export function usePenOutlines({ id, farmId }: Draft): Outline[] {
  const { data } = useCall(endpoints.monitor.scene, {})
  const farms = (data?.farms ?? []).filter((farm) => farmId == null || farm.id === farmId)
  const pens = (data?.pens ?? []).filter((pen) => pen.farmId === farmId && pen.id !== id)
  return [
    ...farms.flatMap((farm) => planOutline(`plan${farm.id}`, farm.planImage)),
    ...farms.map((farm): Outline => ({ id: `farm${farm.id}`, name: farm.name, polygon: farm.boundary, kind: 'farm' })),
    ...pens.map((pen): Outline => ({ id: `pen${pen.id}`, name: pen.name, polygon: pen.polygon, kind: 'pen' })),
  ]
}
