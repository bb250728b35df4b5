import { useIntl } from 'react-intl'
import type { Organisation } from '#contract/people/organisations.ts'
import { Picture } from '../form/controls/Picture.tsx'
import { Fact, FactSection } from '../form/RecordDetails.tsx'
import { useFormats } from '../locale/formats.ts'

/** How an organisation stands on the platform. */
export function OrganisationFacts({ record }: { record: Organisation }) {
  return (
    <FactSection titleId="organisation.standing">
      <Standing record={record} />
    </FactSection>
  )
}

/** The same for its own administrator, with what only the platform may change. */
export function OwnOrganisationFacts({ record }: { record: Organisation }) {
  const intl = useIntl()
  const { role, creditCode, licenceImageId } = record
  return (
    <FactSection titleId="organisation.standing">
      <Fact labelId="organisation.kind">{intl.formatMessage({ id: `organisationKind.${role}` })}</Fact>
      <Fact labelId="organisation.creditCode">{creditCode && <bdi>{creditCode}</bdi>}</Fact>
      <Standing record={record} />
      <Fact labelId="organisation.licence">{licenceImageId && <Picture id={licenceImageId} />}</Fact>
    </FactSection>
  )
}

function Standing({ record: { status, registeredDate, users } }: { record: Organisation }) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <>
      <Fact labelId="organisation.status">{intl.formatMessage({ id: `organisationStatus.${status}` })}</Fact>
      <Fact labelId="organisation.registeredDate">
        <time dateTime={registeredDate}>{formats.instant(registeredDate)}</time>
      </Fact>
      <Fact labelId="organisation.users">{formats.count(users)}</Fact>
    </>
  )
}
