import { useIntl } from 'react-intl'
import type { Organisation } from '#contract/people/organisations.ts'
import { Picture } from '../form/files/Picture.tsx'
import { Fact, FactSection } from '../form/RecordDetails.tsx'
import { useFormats } from '../locale/formats.ts'
import { ownOrganisationPath, usersPath } from '../navigation/paths.ts'
import { ScreenLink } from '../navigation/ScreenLink.tsx'

/** Status of an organisation on the platform. */
export function OrganisationFacts({ record }: { record: Organisation }) {
  return (
    <FactSection titleId="organisation.standing">
      <Standing record={record} usersTo={`${usersPath}?organisationId=${record.id}`} />
    </FactSection>
  )
}

/** Status of an organisation for its own administrator, including the values that only the platform may change. */
export function OwnOrganisationFacts({ record }: { record: Organisation }) {
  const intl = useIntl()
  const { role, creditCode, licenceImageId } = record
  return (
    <FactSection titleId="organisation.standing">
      <Fact labelId="organisation.kind">{intl.formatMessage({ id: `organisationKind.${role}` })}</Fact>
      <Fact labelId="organisation.creditCode">{creditCode && <bdi>{creditCode}</bdi>}</Fact>
      <Standing record={record} usersTo={`${ownOrganisationPath}?tab=users`} />
      <Fact labelId="organisation.licence">{licenceImageId && <Picture id={licenceImageId} />}</Fact>
    </FactSection>
  )
}

function Standing({ record: { status, registeredDate, users }, usersTo }: { record: Organisation; usersTo: string }) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <>
      <Fact labelId="organisation.status">{intl.formatMessage({ id: `organisationStatus.${status}` })}</Fact>
      <Fact labelId="organisation.registeredDate">
        <time dateTime={registeredDate}>{formats.instant(registeredDate)}</time>
      </Fact>
      <Fact labelId="organisation.users">
        <ScreenLink to={usersTo}>{formats.count(users)}</ScreenLink>
      </Fact>
    </>
  )
}
