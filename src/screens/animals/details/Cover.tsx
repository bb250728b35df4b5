import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AnimalCard } from '#contract/herd/animals.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { Fact } from '../../../form/RecordDetails.tsx'
import { useFormats } from '../../../locale/formats.ts'
import { joinNodes, joinParts } from '../../../locale/joins.ts'
import { projectInfoPath } from '../../../navigation/paths.ts'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'

/** Loan that an animal secures, and policies that insure it. */
export function Cover({ id }: { id: number }) {
  const intl = useIntl()
  const formats = useFormats()
  const card = useCall(endpoints.animals.card, { id }, { shows: inPlace })
  const policies = useCall(
    endpoints.insurancePolicies.list,
    { animalId: id, pageSize: 20, sort: { field: 'endsOn', order: 'desc' } },
    { shows: inPlace },
  )
  const permit = card.data?.permit
  return (
    <section className="panel" aria-labelledby="cover">
      <h2 id="cover">{intl.formatMessage({ id: 'animal.cover' })}</h2>
      <dl className="record-facts">
        <Fact labelId="card.pledge">{card.data && <Pledge card={card.data} />}</Fact>
        {permit && (
          <Fact labelId="card.permit">
            {joinParts(
              intl,
              intl.formatMessage(
                { id: 'card.permitTime' },
                { from: formats.instant(permit.startsAt), to: formats.instant(permit.endsAt) },
              ),
              permit.certificateNo,
              permit.purpose,
            )}
          </Fact>
        )}
        <Fact labelId="insurance.title">
          {policies.data?.list.length === 0 && intl.formatMessage({ id: 'animal.notInsured' })}
          {policies.data && policies.data.list.length > 0 && (
            <ul>
              {policies.data.list.map(({ id: policyId, insurer, number, startsOn, endsOn }) => (
                <li key={policyId}>
                  <ScreenLink to={`/dashboard/animal-monitor/insurance?open=${policyId}`}>
                    {joinParts(intl, insurer, number)}
                  </ScreenLink>{' '}
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

/** Project that has the animal in pledge, if the user may see it; otherwise only that it is pledged. */
function Pledge({ card: { projectId, projectCode, pledgedAt, isPledged } }: { card: AnimalCard }) {
  const intl = useIntl()
  const { instant } = useFormats()
  if (projectId === null) return intl.formatMessage({ id: isPledged ? 'card.pledgedElsewhere' : 'card.notPledged' })
  return joinNodes(
    intl,
    <ScreenLink key="project" to={`${projectInfoPath}/${projectId}?tab=collateral&part=pledges`}>
      {projectCode}
    </ScreenLink>,
    pledgedAt === null
      ? intl.formatMessage({ id: 'pledgeState.CLAIMED' })
      : intl.formatMessage({ id: 'card.pledgedSince' }, { at: instant(pledgedAt) }),
  )
}
