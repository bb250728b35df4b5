import { endpoints } from '#contract/calls/endpoints.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { useCall } from '../../api/queries.ts'
import { farmReference } from '../../entities/farmReference.ts'
import { polygon } from '../../entities/polygon/polygonField.tsx'
import { PolygonWarningList } from '../../entities/polygon/PolygonWarningList.tsx'
import { usePenOutlines } from '../../entities/polygon/usePenOutlines.ts'
import { useSoundPolygon } from '../../entities/polygon/useSoundPolygon.ts'
import { describeForm } from '../../form/describe.ts'
import { number, text } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'

interface Draft {
  id?: number | null | undefined
  farmId?: number | null | undefined
  polygon?: Polygon | null | undefined
}

function Warnings({ values: { id, farmId, polygon } }: { values: Draft }) {
  const sound = useSoundPolygon(polygon)
  const isKnown = farmId != null && sound !== null
  const input = {
    ...(id != null && { id }),
    farmId: farmId ?? 1,
    polygon: sound ?? { type: 'Polygon' as const, coordinates: [] },
  }
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
        zone: text('pen.zone', { hintId: 'pen.zoneHint' }),
      },
    },
    { titleId: 'pen.place', fields: { polygon: polygon('pen.polygon', usePenOutlines) }, Extra: Warnings },
  ],
})
