import type { Endpoint } from '#contract/calls/endpoint.ts'
import type { ListEndpoint } from '#contract/calls/lists.ts'
import { inPlace } from '../../api/failures.ts'
import { LoadFailed } from '../../api/LoadFailed.tsx'
import { useCall } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import type { RecordForm } from '../../form/describe.ts'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import { RecordHistory } from '../../list/RecordHistory.tsx'

interface Props {
  list: ListEndpoint
  history: Endpoint
  form: RecordForm<object, { id: number }>
}

/** The only record of a noun: displayed, edited, with its history. */
export function SingleRecord({ list, history, form }: Props) {
  const { data, error, refetch } = useCall<ListEndpoint>(list, {}, { shows: inPlace })
  const [record] = data?.list ?? []
  if (record === undefined)
    return error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonLines />
  const id = Number(Reflect.get(record, 'id'))
  return (
    <>
      <RecordPanel form={form} id={id} readOnly="view" />
      <RecordHistory call={history} form={form} id={id} />
    </>
  )
}
