import { endpoints } from '#contract/calls/endpoints.ts'
import type { SavedView } from '#contract/office/savedViews.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/queries.ts'

/** Loads the user's saved views of a list when first needed. */
export function useSavedViews(noun: string, isWanted: boolean) {
  const { data, isError } = useCall(endpoints.savedViews.list, { list: noun }, { isEnabled: isWanted })
  return {
    views: data?.list.toSorted((a, b) => a.name.localeCompare(b.name)) ?? null,
    failed: isError,
    /** @returns whether it was saved; otherwise the failure has been reported to the user */
    save: (view: Omit<SavedView, 'id' | 'list'> & { id?: number }): Promise<boolean> =>
      succeeded(call(endpoints.savedViews.addOrEdit, { ...view, list: noun })),
    remove: (id: number): Promise<boolean> => succeeded(call(endpoints.savedViews.remove, { id })),
  }
}

function succeeded(asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    () => false,
  )
}
