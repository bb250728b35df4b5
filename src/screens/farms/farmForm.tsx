import { endpoints } from '#contract/calls/endpoints.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { PlanImage } from '#contract/herd/planImages.ts'
import { polygonSchema, type Polygon } from '#contract/values/geo.ts'
import { useCall } from '../../api/queries.ts'
import { RulesInForce } from '../../entities/alert-rules/RulesInForce.tsx'
import { borrowerReference } from '../../entities/borrowerReference.ts'
import { planImage } from '../../entities/place/planImageField.tsx'
import { polygon } from '../../entities/polygon/polygonField.tsx'
import { PolygonWarningList } from '../../entities/polygon/PolygonWarningList.tsx'
import { useSoundPolygon } from '../../entities/polygon/useSoundPolygon.ts'
import { timeZone } from '../../entities/timeZoneField.tsx'
import { countyField } from '../../entities/place/countyField.tsx'
import { describeForm } from '../../form/describe.ts'
import { number, text, textarea } from '../../form/fields.tsx'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { reference } from '../../form/reference.tsx'
import { type Outline, planOutline } from '../../map/editing/Surroundings.tsx'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'
import { FormattedMessage } from 'react-intl'
import { FarmGuide } from './FarmGuide.tsx'

interface Draft {
  id?: number | null | undefined
  name?: string | null | undefined
  boundary?: Polygon | null | undefined
  planImage?: PlanImage | null | undefined
}

/** Returns the outlines of other farms, of this farm's pens, and of its plan's picture. */
function useFarmOutlines({ id, planImage: plan }: Draft): Outline[] {
  const { data } = useCall(endpoints.monitor.scene, {})
  const farms = (data?.farms ?? []).filter((farm) => farm.id !== id)
  const pens = (data?.pens ?? []).filter((pen) => pen.farmId === id)
  return [
    ...planOutline('own', plan),
    ...farms.map((farm): Outline => ({ id: `farm${farm.id}`, name: farm.name, polygon: farm.boundary, kind: 'farm' })),
    ...pens.map((pen): Outline => ({ id: `pen${pen.id}`, name: pen.name, polygon: pen.polygon, kind: 'pen' })),
  ]
}

/** Returns the outlines for placing the plan's picture: the farm as drawn in the form, and its pens. */
function usePlanOutlines({ id, name, boundary }: Draft): Outline[] {
  const pens = useFarmOutlines({ id }).filter(({ kind }) => kind === 'pen')
  const sound = polygonSchema.safeParse(boundary)
  return [
    ...(sound.success ? [{ id: 'farm', name: name ?? '', polygon: sound.data, kind: 'farm' as const }] : []),
    ...pens,
  ]
}

function Warnings({ values: { id, boundary } }: { values: Draft }) {
  const sound = useSoundPolygon(boundary)
  const isKnown = id != null && sound !== null
  const { data } = useCall(
    endpoints.farms.check,
    { id: id ?? 1, boundary: sound ?? { type: 'Polygon', coordinates: [] } },
    { isEnabled: isKnown, keepsPrevious: true },
  )
  return <PolygonWarningList found={isKnown ? data : undefined} />
}

function RulesSection({ farmId }: { farmId: number }) {
  return (
    <>
      <h3>
        <FormattedMessage id="rule.inForce" />
      </h3>
      <RulesInForce farmId={farmId} />
    </>
  )
}

function FarmFacts({ record: { id } }: { record: Farm }) {
  return (
    <FactSection
      titleId="farm.more"
      extra={
        <>
          <FarmGuide farmId={id} />
          <RulesSection farmId={id} />
        </>
      }
    >
      <Fact labelId="farm.pens">
        <ScreenLink to={`/dashboard/animal-monitor/farm/farmSlot?farmId=${id}`}>
          <FormattedMessage id="farm.itsPens" />
        </ScreenLink>
      </Fact>
      <Fact labelId="monitor.name">
        <ScreenLink to={`/dashboard/animal-monitor/monitor?farm=${id}`}>
          <FormattedMessage id="farm.onMonitor" />
        </ScreenLink>
      </Fact>
    </FactSection>
  )
}

export const farmForm = describeForm(endpoints.farms.addOrEdit, {
  noun: 'farms',
  newTitleId: 'farm.new',
  titleOf: ({ name }) => name,
  load: endpoints.farms.detail,
  initialValues: { timeZone: 'Asia/Shanghai', windowMinutes: 60 },
  sections: [
    {
      fields: {
        name: text('farm.name', { isWide: true }),
        borrowerOrgId: reference('farm.borrower', borrowerReference, { hintId: 'farm.borrowerHint' }),
        countyCode: countyField('farm.county', { placeholderId: 'farm.countyHint' }),
        address: textarea('farm.address', { rows: 1 }),
        timeZone: timeZone('farm.timeZone'),
        windowMinutes: number('farm.window', { unitId: 'unit.minutes', places: 0, hintId: 'farm.windowHint' }),
      },
    },
    { titleId: 'farm.place', fields: { boundary: polygon('farm.boundary', useFarmOutlines) }, Extra: Warnings },
    { titleId: 'farm.plan', fields: { planImage: planImage('farm.planImage', usePlanOutlines) } },
  ],
  Facts: FarmFacts,
})
