import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { Fact } from '../../../form/RecordDetails.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'

/** The loan that an animal stands for, and the policies that insure it. */
export function Cover({ id }: { id: number }) {
  const intl = useIntl()
  const formats = useFormats()
  const card = useCall(endpoints.animals.card, { id }, { shows: inPlace })
  const policies = useCall(endpoints.insurancePolicies.list, { animalId: id, pageSize: 20, sort: { field: 'endsOn', order: 'desc' } }, { shows: inPlace })
  const permit = card.data?.permit
  return (
    <section className="panel" aria-labelledby="cover">
      <h2 id="cover">{intl.formatMessage({ id: 'animal.cover' })}</h2>
      <dl className="record-facts">
        <Fact labelId="card.pledge">{card.data && (card.data.projectCode ?? intl.formatMessage({ id: 'card.notPledged' }))}</Fact>
        {permit && (
          <Fact labelId="card.permit">
            {joinParts(intl, intl.formatMessage({ id: 'card.permitTime' }, { from: formats.instant(permit.startsAt), to: formats.instant(permit.endsAt) }), permit.certificateNo, permit.purpose)}
          </Fact>
        )}
        <Fact labelId="insurance.title">
          {policies.data?.list.length === 0 && intl.formatMessage({ id: 'animal.notInsured' })}
          {policies.data && policies.data.list.length > 0 && (
            <ul>
              {policies.data.list.map(({ id: policyId, insurer, number, startsOn, endsOn }) => (
                <li key={policyId}>
                  <ScreenLink to={`/dashboard/animal-monitor/insurance?open=${policyId}`}>{joinParts(intl, insurer, number)}</ScreenLink>{' '}
                  {intl.formatMessage({ id: 'join.range' }, { from: formats.date(startsOn), to: formats.date(endsOn) })}
                </li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
    </section>
  )
}
