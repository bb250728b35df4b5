import { useState } from 'react'
import type { ListEndpoint } from '#contract/calls/lists.ts'
import type { CallError } from '../../api/CallError.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import type { RecordList, Row } from '../describe.ts'

export interface Rows {
  /** The last loaded rows; while others are on their way, or could not be loaded, still those. Null: nothing came yet. */
  loaded: { rows: Row[]; total: number } | null
  /** Whether `loaded` is what is asked for. */
  isCurrent: boolean
  isLoading: boolean
  /** Why what is asked for did not come. */
  error: CallError | null
  /** Names what is asked for. */
  key: string
  reload: () => void
}

/**
 * The rows of a page of a list, by its query.
 * @param filters names the filters: where others are set, the rows of before say nothing of what could not be loaded
 */
export function useRows(list: RecordList, query: Record<string, unknown>, filters: string): Rows {
  const key = JSON.stringify(query)
  const { data, error, isFetching, refetch } = useCall<ListEndpoint>(list.endpoint, query, { shows: inPlace, ...(list.everyMs !== undefined && { everyMs: list.everyMs }) })
  const [last, setLast] = useState({ data, filters })
  if (data !== undefined && data !== last.data) setLast({ data, filters })
  const isOfOthers = error !== null && last.filters !== filters
  const shown = data ?? (isOfOthers ? undefined : last.data)
  return {
    loaded: shown ? { rows: shown.list, total: shown.total } : null,
    isCurrent: data !== undefined,
    isLoading: isFetching,
    error,
    key,
    reload: () => void refetch(),
  }
}
