import type { ListEndpoint } from '#contract/calls/lists.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import type { RecordList, Row } from '../describe.ts'

/** Returns the row whose details are open. Loads it by id when a link leads to a row of another page. Null: missing, or still loading. */
export function useOpenRow(
  list: RecordList,
  openId: number | null,
  rows: readonly Row[],
  isCurrent: boolean,
): Row | null {
  const rowOnPage = rows.find((row) => list.idOf(row) === openId)
  const isElsewhere =
    openId !== null && rowOnPage === undefined && isCurrent && list.shape.input.shape['ids'] !== undefined
  const input = { ...list.fixed, ids: [openId ?? 0], current: 1, pageSize: 1 }
  const { data } = useCall<ListEndpoint>(list.endpoint, input, { isEnabled: isElsewhere, shows: inPlace })
  return rowOnPage ?? (isElsewhere ? (data?.list[0] ?? null) : null)
}
