import { endpoints } from '#contract/calls/endpoints.ts'
import { useCall } from '../../../api/queries.ts'
import { TicketFigures } from '../../../entities/approvals/TicketFigures.tsx'
import type { Pair } from './pairsField.tsx'

interface Props {
  values: { id?: unknown; pairs?: Pair[] | null | undefined }
}

/** Headcount and coverage before and after the remaining pairs. */
export function SubstitutionFigures({ values: { id, pairs } }: Props) {
  const animalIds = (pairs ?? []).map(({ animalId }) => animalId)
  const { data } = useCall(
    endpoints.releases.propose,
    { id: Number(id), animalIds },
    { isEnabled: animalIds.length > 0, keepsPrevious: true },
  )
  if (animalIds.length === 0 || !data || data.figures.length === 0) return null
  return (
    <div role="status">
      <TicketFigures figures={data.figures} />
    </div>
  )
}
