import { useIntl } from 'react-intl'
import type { InsurancePolicy } from '#contract/herd/insurancePolicies.ts'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'
import { ScreenLink } from '../../navigation/ScreenLink.tsx'

/** Current state of a policy, with links to its animals and claims. */
export function PolicyFacts({ record: { id, state, daysLeft, heads, openClaims } }: { record: InsurancePolicy }) {
  const intl = useIntl()
  return (
    <FactSection titleId="policy.standing">
      <Fact labelId="policy.state">{intl.formatMessage({ id: `policyState.${state}` })}</Fact>
      <Fact labelId="policy.daysLeft">{intl.formatMessage({ id: 'policy.days' }, { days: daysLeft })}</Fact>
      <Fact labelId="policy.heads">
        {heads === 0 ? (
          intl.formatMessage({ id: 'policy.noHeads' })
        ) : (
          <ScreenLink to={`/dashboard/animal-monitor/animal/list?policyId=${id}`}>
            {intl.formatMessage({ id: 'policy.toHeads' }, { heads })}
          </ScreenLink>
        )}
      </Fact>
      <Fact labelId="policy.openClaims">{intl.formatNumber(openClaims)}</Fact>
    </FactSection>
  )
}
