import { type IntlShape, useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ProjectDocument } from '#contract/projects/projectDocuments.ts'
import { inPlace } from '../../../../api/failures.ts'
import { PartComing } from '../../../../api/LoadFailed.tsx'
import { useCall } from '../../../../api/queries.ts'
import { DocumentLink } from '../../../../form/files/DocumentLink.tsx'
import { useFormats } from '../../../../locale/formats.ts'
import type { ProjectPart } from '../../past/moments.ts'
import { AddDocument } from './AddDocument.tsx'

/** Returns the name of the record that a document is attached to. */
function subjectOf(
  intl: IntlShape,
  { entryKind, ticketKind, about, ofId }: Pick<ProjectDocument, 'entryKind' | 'ticketKind' | 'about' | 'ofId'>,
): string {
  if (about !== null) return about
  const id =
    entryKind !== null
      ? (`entryKind.${entryKind}` as const)
      : ticketKind === null
        ? 'coverage.balanceTitle'
        : (`ticket.kind.${ticketKind}` as const)
  return `${intl.formatMessage({ id })} #${ofId}`
}

/** Documents of a project, its ledger, its tickets and its loan balances, newest first. */
export function DocumentsTab({ project: { id }, moment }: ProjectPart) {
  const intl = useIntl()
  const { instant } = useFormats()
  const loading = useCall(endpoints.projectDocuments.shown, { id, ...moment }, { shows: inPlace, keepsPrevious: true })
  const { data } = loading
  if (!data) return <PartComing of={[loading]} />
  const adding = moment === null && <AddDocument projectId={id} />
  if (data.documents.length === 0) {
    return (
      <>
        {adding}
        <p className="project-none">{intl.formatMessage({ id: 'project.noDocuments' })}</p>
      </>
    )
  }
  return (
    <section className="panel project-part" aria-label={intl.formatMessage({ id: 'project.tab.documents' })}>
      {adding}
      <table className="project-table">
        <thead>
          <tr>
            {(['animal.document', 'project.documentOf', 'ledger.recordedBy', 'ledger.recordedAt'] as const).map(
              (titleId) => (
                <th key={titleId} scope="col">
                  {intl.formatMessage({ id: titleId })}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {data.documents.map(({ documentId, name, attachedBy, attachedAt, ...of }) => (
            <tr key={`${of.entryKind ?? of.ticketKind ?? (of.about === null ? 'balance' : 'own')}${of.ofId}`}>
              <td>
                <DocumentLink id={documentId} name={name} />
              </td>
              <td>
                <bdi>{subjectOf(intl, of)}</bdi>
              </td>
              <td>
                <bdi>{attachedBy ?? intl.formatMessage({ id: 'form.nothing' })}</bdi>
              </td>
              <td>{instant(attachedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
