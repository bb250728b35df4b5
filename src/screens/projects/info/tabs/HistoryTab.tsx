import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Project } from '#contract/projects/projects.ts'
import { HistoryEntries } from '../../../../list/RecordHistory.tsx'
import { projectForm } from '../../form/projectForm.ts'

/** Who changed a project when, and how. */
export function HistoryTab({ project: { id } }: { project: Project }) {
  const intl = useIntl()
  return (
    <section className="panel project-part" aria-label={intl.formatMessage({ id: 'history.title' })}>
      <HistoryEntries call={endpoints.projects.history} form={projectForm} id={id} />
    </section>
  )
}
