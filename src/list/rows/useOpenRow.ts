import type { ListEndpoint } from '#contract/calls/lists.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import type { RecordList, Row } from '../describe.ts'

/** The row whose details are open; one of another page, to which a link has led, is asked for by its id. Null: not there, or not yet. */
export function useOpenRow(list: RecordList, openId: number | null, rows: readonly Row[], isCurrent: boolean): Row | null {
  const here = rows.find((row) => list.idOf(row) === openId)
  const isElsewhere = openId !== null && here === undefined && isCurrent && list.shape.input.shape['ids'] !== undefined
  const input = { ...list.fixed, ids: [openId ?? 0], current: 1, pageSize: 1 }
  const { data } = useCall<ListEndpoint>(list.endpoint, input, { isEnabled: isElsewhere, shows: inPlace })
  return here ?? (isElsewhere ? (data?.list[0] ?? null) : null)
}
