import { useIntl } from 'react-intl'
import type { User } from '#contract/people/users.ts'
import { Fact, FactSection } from '../form/RecordDetails.tsx'
import { Tag } from '../list/grid/cells.tsx'
import { useFormats } from '../locale/formats.ts'
import { userTones } from './userTones.ts'

/** Status of a user's account: whether and how the user may sign in, and the last sign-in. */
export function UserFacts({
  record: { pendingEmail, pendingTelephone, status, twoFactor, lastSeenAt, passwordSetAt, createdAt },
}: {
  record: User
}) {
  const intl = useIntl()
  return (
    <FactSection titleId="user.standing">
      <Fact labelId="user.status">
        <Tag tone={userTones[status]}>{intl.formatMessage({ id: `userStatus.${status}` })}</Tag>
      </Fact>
      {pendingEmail !== null && (
        <Fact labelId="user.pendingEmail">
          <bdi>{pendingEmail}</bdi>
        </Fact>
      )}
      {pendingTelephone !== null && (
        <Fact labelId="user.pendingTelephone">
          <bdi>{pendingTelephone}</bdi>
        </Fact>
      )}
      <Fact labelId="user.twoFactor">{intl.formatMessage({ id: twoFactor ? 'list.yes' : 'list.no' })}</Fact>
      <Fact labelId="user.lastSeenAt">{lastSeenAt && <Instant at={lastSeenAt} />}</Fact>
      <Fact labelId="user.passwordSetAt">{passwordSetAt && <Instant at={passwordSetAt} />}</Fact>
      <Fact labelId="user.createdAt">
        <Instant at={createdAt} />
      </Fact>
    </FactSection>
  )
}

function Instant({ at }: { at: string }) {
  const formats = useFormats()
  return <time dateTime={at}>{formats.instant(at)}</time>
}
