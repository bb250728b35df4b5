import { Alert } from 'antd'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import { useDebounced } from '../../../api/useDebounced.ts'
import { TicketFigures } from '../../../entities/approvals/TicketFigures.tsx'

const typingPauseMs = 300

interface Props {
  values: { id?: unknown; animalIds?: number[] | null | undefined; tags?: string[] | null | undefined }
}

/** Effect of releasing animals: their number, and headcount and coverage before and after. */
export function ReleaseCheck({ values: { id, animalIds, tags } }: Props) {
  const intl = useIntl()
  const settledInput = useDebounced(
    JSON.stringify({ id: Number(id), animalIds: animalIds ?? [], tags: tags ?? [] }),
    typingPauseMs,
  )
  const input = JSON.parse(settledInput) as { id: number; animalIds: number[]; tags: string[] }
  const isEnabled = input.animalIds.length + input.tags.length > 0
  const { data } = useCall(endpoints.releases.check, input, { isEnabled, keepsPrevious: true })
  if (!isEnabled || !data) return null
  return (
    <div role="status">
      <Alert
        className="form-notice"
        type="info"
        showIcon
        title={intl.formatMessage({ id: 'release.heads' }, { heads: data.heads })}
      />
      {data.figures.length > 0 && <TicketFigures figures={data.figures} />}
    </div>
  )
}
