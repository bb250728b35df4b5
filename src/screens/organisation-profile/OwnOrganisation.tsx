import { useIntl } from 'react-intl'
import { ownOrganisationForm } from '../../entities/organisationForms.ts'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { useSession } from '../../api/session.ts'

export function OwnOrganisation() {
  const intl = useIntl()
  const session = useSession((state) => state.session)
  if (!session?.organisationId) return null
  const { organisationId, organisationKind, organisationName } = session
  return (
    <>
      <PageHeading
        title={organisationName}
        note={organisationKind && intl.formatMessage({ id: `organisationKind.${organisationKind}` })}
      />
      <section className="org-profile-card">
        <h2 className="only-read">{intl.formatMessage({ id: 'orgProfile.profile' })}</h2>
        <RecordPanel form={ownOrganisationForm} id={organisationId} readOnly="view" />
      </section>
    </>
  )
}
