import { useEffect, useState } from 'react'
import { endpoints } from '#contract/endpoints.ts'
import type { SavedView } from '#contract/savedViews.ts'
import { call } from '../../api/call.ts'

/** One's own saved views of a list; asked for when they are first wanted, and when their menu opens. */
export function useSavedViews(noun: string, isWanted: boolean) {
  const [views, setViews] = useState<SavedView[] | null>(null)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!isWanted) return
    const end = new AbortController()
    call(endpoints.savedViews.list, { list: noun }, { quiet: true, signal: end.signal }).then(
      ({ list }) => {
        setViews(list)
        setFailed(false)
      },
      () => setFailed(!end.signal.aborted),
    )
    return () => end.abort()
  }, [noun, isWanted])

  return {
    views,
    failed,
    /** @returns whether it was saved; if not, the person has been told */
    async save(view: Omit<SavedView, 'id' | 'list'> & { id?: number }): Promise<boolean> {
      try {
        const saved = await call(endpoints.savedViews.addOrEdit, { ...view, list: noun })
        setViews((now) => [...(now ?? []).filter(({ id }) => id !== saved.id), saved].toSorted((a, b) => a.name.localeCompare(b.name)))
        return true
      } catch {
        return false
      }
    },
    async remove(id: number): Promise<void> {
      try {
        await call(endpoints.savedViews.remove, { id })
        setViews((now) => now?.filter((view) => view.id !== id) ?? null)
      } catch {
        // The person has been told; the view is still there.
      }
    },
  }
}
