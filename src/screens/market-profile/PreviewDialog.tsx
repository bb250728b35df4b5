import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { PagePreview } from '../../entities/content/PagePreview.tsx'
import type { Drafts } from './drafts.ts'

/** Preview of the organisation's page as visitors would see it with the unsaved changes. */
export function PreviewDialog({ drafts, onClose }: { drafts: Drafts; onClose: () => void }) {
  const title = useIntl().formatMessage({ id: 'marketing.previewOf' })
  const { data, error, refetch } = useCall(endpoints.marketingPages.preview, drafts, {
    shows: inPlace,
    isForgotten: true,
  })
  return <PagePreview title={title} html={data?.html} error={error} onRetry={() => void refetch()} onClose={onClose} />
}
