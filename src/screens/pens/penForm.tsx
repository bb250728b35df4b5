import { endpoints } from '#contract/calls/endpoints.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { useCall } from '../../api/queries.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { polygon } from '../../entities/polygon/polygonField.tsx'
import { PolygonWarningList } from '../../entities/polygon/PolygonWarningList.tsx'
import { useSoundPolygon } from '../../entities/polygon/useSoundPolygon.ts'
import { describeForm } from '../../form/describe.ts'
import { number, text } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import type { Outline } from '../../map/editing/PolygonMap.tsx'

interface Draft {
  id?: number | null | undefined
  farmId?: number | null | undefined
  polygon?: Polygon | null | undefined
}

/** The farm, and its other pens; all farms while none is chosen. */
function usePenOutlines({ id, farmId }: Draft): Outline[] {
  const { data } = useCall(endpoints.monitor.scene, {})
  const farms = (data?.farms ?? []).filter((farm) => farmId == null || farm.id === farmId)
  const pens = (data?.pens ?? []).filter((pen) => pen.farmId === farmId && pen.id !== id)
  return [
    ...farms.map((farm): Outline => ({ id: `farm${farm.id}`, name: farm.name, polygon: farm.boundary, kind: 'farm' })),
    ...pens.map((pen): Outline => ({ id: `pen${pen.id}`, name: pen.name, polygon: pen.polygon, kind: 'pen' })),
  ]
}

function Warnings({ values: { id, farmId, polygon } }: { values: Draft }) {
  const sound = useSoundPolygon(polygon)
  const isKnown = farmId != null && sound !== null
  const input = { ...(id != null && { id }), farmId: farmId ?? 1, polygon: sound ?? { type: 'Polygon' as const, coordinates: [] } }
  const { data } = useCall(endpoints.pens.check, input, { isEnabled: isKnown, keepsPrevious: true })
  return <PolygonWarningList found={isKnown ? data : undefined} />
}

export const penForm = describeForm(endpoints.pens.addOrEdit, {
  noun: 'pens',
  newTitleId: 'pen.new',
  titleOf: ({ name }) => name,
  load: endpoints.pens.detail,
  sections: [
    {
      fields: {
        farmId: reference('pen.farm', farmReference, { lockedWhen: ({ id }) => id != null }),
        name: text('pen.name'),
        capacity: number('pen.capacity', { unitId: 'unit.heads', places: 0 }),
        purpose: text('pen.purpose', { placeholderId: 'pen.purposeExample' }),
      },
    },
    { titleId: 'pen.place', fields: { polygon: polygon('pen.polygon', usePenOutlines) }, Extra: Warnings },
  ],
})
