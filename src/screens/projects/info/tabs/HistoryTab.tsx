import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { projectStatuses } from '#contract/projects/projects.ts'
import type { AnyField, AnyForm } from '../../../../form/describe.ts'
import { select } from '../../../../form/fields.tsx'
import { HistoryEntries } from '../../../../list/RecordHistory.tsx'
import { projectForm } from '../../form/projectForm.ts'
import type { ProjectPart } from '../../past/moments.ts'

const status = select('project.status', projectStatuses, { wordOf: (one) => `projectStatus.${one}` }) as AnyField
/** Adds the status, which is not part of the form because approvals change it. */
const historyForm: AnyForm = { ...projectForm, sections: [{ fields: [['status', status]] }, ...projectForm.sections] }

/** Changes of a project with author, time and fields. */
export function HistoryTab({ project: { id }, moment }: ProjectPart) {
  const intl = useIntl()
  return (
    <section className="panel project-part" aria-label={intl.formatMessage({ id: 'history.title' })}>
      <HistoryEntries call={endpoints.projects.history} form={historyForm} id={id} {...(moment && { also: moment })} />
    </section>
  )
}
