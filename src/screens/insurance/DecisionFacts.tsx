import { useIntl } from 'react-intl'
import type { Claim } from '#contract/herd/coverage/claims.ts'
import { Fact, FactSection } from '../../form/RecordDetails.tsx'

/** Status of a claim, and the insurer's decision. */
export function DecisionFacts({ record: { status, decidedOn, paidAmount, note } }: { record: Claim }) {
  const intl = useIntl()
  return (
    <FactSection titleId="claim.decision">
      <Fact labelId="claim.status">{intl.formatMessage({ id: `claimStatus.${status}` })}</Fact>
      {decidedOn !== null && (
        <Fact labelId="claim.decidedOn">
          {intl.formatDate(`${decidedOn}T00:00:00Z`, { timeZone: 'UTC', dateStyle: 'medium' })}
        </Fact>
      )}
      {paidAmount !== null && <Fact labelId="claim.paidAmount">¥ {paidAmount}</Fact>}
      {note !== null && <Fact labelId="claim.note">{note}</Fact>}
    </FactSection>
  )
}
