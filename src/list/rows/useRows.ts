import { useState } from 'react'
import type { ListEndpoint } from '#contract/calls/lists.ts'
import type { CallError } from '../../api/CallError.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import type { RecordList, Row } from '../describe.ts'

export interface Rows {
  /** Last loaded rows, kept while others load or fail to load. Null: nothing loaded yet. */
  loaded: { rows: Row[]; total: number } | null
  /** Whether `loaded` matches the current request. */
  isCurrent: boolean
  isLoading: boolean
  /** Why the current request failed. */
  error: CallError | null
  /** Identifies the current request. */
  key: string
  reload: () => void
}

/**
 * Loads the rows of a list page by its query.
 * @param filters identifies the filters: after a failure, rows loaded with other filters are not shown
 */
export function useRows(list: RecordList, query: Record<string, unknown>, filters: string): Rows {
  const key = JSON.stringify(query)
  const { data, error, isFetching, refetch } = useCall<ListEndpoint>(list.endpoint, query, {
    shows: inPlace,
    ...(list.intervalMs !== undefined && { intervalMs: list.intervalMs }),
  })
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
