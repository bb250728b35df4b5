import { Skeleton } from 'antd'
import { type IntlShape, useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { ProjectDocument } from '#contract/projects/projectDocuments.ts'
import { inPlace } from '../../../../api/failures.ts'
import { useCall } from '../../../../api/queries.ts'
import { DocumentLink } from '../../../../form/files/DocumentLink.tsx'
import { FailedRows } from '../../../../list/rows/RowStates.tsx'
import { useFormats } from '../../../../locale/formats.ts'
import type { ProjectPart } from '../../past/moments.ts'

/** What a document is attached to, in words. */
function subjectOf(intl: IntlShape, { entryKind, ticketKind }: Pick<ProjectDocument, 'entryKind' | 'ticketKind'>): string {
  if (entryKind !== null) return intl.formatMessage({ id: `entryKind.${entryKind}` })
  return intl.formatMessage({ id: ticketKind === null ? 'coverage.balanceTitle' : `ticket.kind.${ticketKind}` })
}

/** What is attached to the ledger of a project, its tickets and the balances of its loan, the newest first. */
export function DocumentsTab({ project: { id }, moment }: ProjectPart) {
  const intl = useIntl()
  const { instant } = useFormats()
  const { data, error, refetch } = useCall(endpoints.projectDocuments.shown, { id, ...moment }, { shows: inPlace, keepsPrevious: true })
  if (error && !data) return <FailedRows error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} />
  if (data.documents.length === 0) return <p className="project-none">{intl.formatMessage({ id: 'project.noDocuments' })}</p>
  return (
    <section className="panel project-part" aria-label={intl.formatMessage({ id: 'project.tab.documents' })}>
      <table className="project-table">
        <thead>
          <tr>
            {(['animal.document', 'project.documentOf', 'ledger.recordedBy', 'ledger.recordedAt'] as const).map((titleId) => (
              <th key={titleId} scope="col">{intl.formatMessage({ id: titleId })}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.documents.map(({ documentId, name, ofId, attachedBy, attachedAt, ...of }) => (
            <tr key={`${of.entryKind ?? of.ticketKind ?? ''}${ofId}`}>
              <td><DocumentLink id={documentId} name={name} /></td>
              <td>{subjectOf(intl, of)} #{ofId}</td>
              <td><bdi>{attachedBy ?? intl.formatMessage({ id: 'form.nothing' })}</bdi></td>
              <td>{instant(attachedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
