import { useEffect, useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import type { ListEndpoint } from '#contract/lists.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/CallError.ts'
import type { RecordList } from '../describe.ts'
import type { LoadedRows } from './places.ts'
import { useChangesOf } from '../../store/changes.ts'

export interface Rows {
  /** What was loaded last; while other rows are on their way, still those. Null: nothing came yet. */
  loaded: LoadedRows | null
  /** Whether `loaded` is what is asked for. */
  isCurrent: boolean
  isLoading: boolean
  /** Why what is asked for did not come. */
  error: CallError | null
  /** Names what is asked for. */
  key: string
  reload: () => void
}

interface Answer {
  key: string
  loaded: LoadedRows
}

/**
 * The rows of a page of a list. Asked for anew when the query changes, after a save, and on demand; an answer that is
 * overtaken by the next question is dropped.
 * @param kept what was here when the person left; shown at once, and asked for anew
 */
export function useRows(list: RecordList, query: Record<string, unknown>, kept: Answer | null): Rows {
  const key = JSON.stringify(query)
  const changes = useChangesOf(list.noun)
  const [asked, setAsked] = useState(0)
  const [answer, setAnswer] = useState<Answer | null>(kept)
  const [failure, setFailure] = useState<{ question: string; error: CallError } | null>(null)
  const [settled, setSettled] = useState('')
  const question = `${key} ${changes} ${asked}`

  useEffect(() => {
    const end = new AbortController()
    call<ListEndpoint>(list.endpoint, JSON.parse(key) as Input<ListEndpoint>, { quiet: true, signal: end.signal }).then(
      ({ list: rows, total }) => {
        if (end.signal.aborted) return
        setAnswer({ key, loaded: { rows, total, atMs: performance.now() } })
        setFailure(null)
        setSettled(question)
      },
      (error: unknown) => {
        if (end.signal.aborted) return
        setFailure({ question, error: error instanceof CallError ? error : new CallError(0, 'NO_ANSWER', '', {}) })
        setSettled(question)
      },
    )
    return () => end.abort()
  }, [list, key, question])

  return {
    loaded: answer?.loaded ?? null,
    isCurrent: answer?.key === key,
    isLoading: settled !== question,
    error: failure?.question === question ? failure.error : null,
    key,
    reload: () => setAsked((count) => count + 1),
  }
}
