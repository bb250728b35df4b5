import type { User } from '#contract/people/users.ts'
import { Fact, FactSection } from '../form/RecordDetails.tsx'

/** What of a user is under way. */
export function UserFacts({ record: { pendingEmail } }: { record: User }) {
  if (pendingEmail === null) return null
  return (
    <FactSection titleId="user.standing">
      <Fact labelId="user.pendingEmail">
        <bdi>{pendingEmail}</bdi>
      </Fact>
    </FactSection>
  )
}
