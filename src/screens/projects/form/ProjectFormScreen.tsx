import '../project.css'
import { useIntl } from 'react-intl'
import { useNavigate, useParams } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { RecordPanel } from '../../../form/RecordPanel.tsx'
import { PageHeading } from '../../../navigation/PageHeading.tsx'
import { projectInfoPath } from '../../../navigation/paths.ts'
import { projectForm } from './projectForm.ts'

/** Adds or edits a draft project; a submitted one is read-only. */
export function ProjectFormScreen() {
  const intl = useIntl()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const projectId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
  const { data } = useCall(
    endpoints.projects.detail,
    { id: projectId ?? 0 },
    { isEnabled: projectId !== null, shows: inPlace },
  )
  const isFixed = data !== undefined && data.status !== 'DRAFT'
  return (
    <>
      <PageHeading
        title={projectId === null ? intl.formatMessage({ id: 'project.new' }) : data && projectForm.titleOf(data)}
        note={isFixed && intl.formatMessage({ id: 'project.fixed' })}
      />
      <section className="panel project-form" aria-label={intl.formatMessage({ id: 'project.formTitle' })}>
        <RecordPanel
          key={projectId}
          form={projectForm}
          id={projectId}
          {...(isFixed && { readOnly: 'only' as const })}
          onSaved={(saved) => void navigate(`${projectInfoPath}/${saved.id}`)}
        />
      </section>
    </>
  )
}
