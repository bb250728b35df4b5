import { endpoints } from '#contract/calls/endpoints.ts'
import type { Finding } from '#contract/office/finder.ts'
import { useCall } from '../../api/queries.ts'
import { useDebounced } from '../../api/useDebounced.ts'

const typingPauseMs = 200

/** Searches records of all kinds by a text once typing pauses; the previous results stay during a search. */
export function useFindings(text: string): { list: readonly Finding[]; failed: boolean; busy: boolean } {
  const typed = text.trim()
  const sought = useDebounced(typed, typingPauseMs)
  const { data, isError, isFetching } = useCall(
    endpoints.finder.find,
    { text: sought },
    { isEnabled: sought !== '', keepsPrevious: true },
  )
  if (typed === '') return { list: [], failed: false, busy: false }
  return { list: isError ? [] : (data?.list ?? []), failed: isError, busy: isFetching || sought !== typed }
}
