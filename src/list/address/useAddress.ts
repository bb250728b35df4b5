import { use } from 'react'
import { UNSAFE_DataRouterContext, useSearchParams } from 'react-router-dom'
import {
  paramsOutsideList,
  readAddress,
  writeAddress,
  type FilterValue,
  type ListAddress,
  type Sort,
} from './address.ts'
import type { RecordList } from '../describe.ts'

/** New value of a filter, or a function that computes it from the current one. */
export type FilterChange = FilterValue | null | ((now: FilterValue | null) => FilterValue | null)

export interface AddressBar {
  address: ListAddress
  /** Query without the page and the open row, as a saved view stores it. */
  view: string
  setFilter: (field: string, change: FilterChange) => void
  clearFilters: () => void
  setSort: (sort: Sort | null) => void
  setPage: (page: number, size: number | null) => void
  /** Opens a row's details next to the list. Switching between rows adds no history entry, so "back" closes the details. */
  open: (id: number | null) => void
  applyView: (query: string) => void
}

/** Keeps the list's state in the URL, so that reloading, sharing and "back" restore it. */
export function useAddress(list: RecordList): AddressBar {
  const [query, setQuery] = useSearchParams()
  const address = readAddress(list, query)
  const router = use(UNSAFE_DataRouterContext)?.router
  // Reads the router's current location: rendering lags behind it, and two changes at once must not undo each other.
  const queryNow = () => (router ? new URLSearchParams(router.state.location.search) : query)
  const go = (next: Partial<ListAddress>, replace = false) => {
    const now = queryNow()
    setQuery(withOtherParams(list, now, writeAddress(list, { ...readAddress(list, now), ...next })), { replace })
  }
  const without = (fields: Partial<ListAddress>) => String(writeAddress(list, { ...address, ...fields }))

  return {
    address,
    view: without({ page: 1, open: null }),
    setFilter(field, change) {
      const before = readAddress(list, queryNow()).filters
      const value = typeof change === 'function' ? change(before.get(field) ?? null) : change
      const filters = new Map(before)
      if (value === null) filters.delete(field)
      else filters.set(field, value)
      // A text grows letter by letter: "back" returns to the state before it.
      const grows = value?.kind === 'text' && before.has(field)
      go({ filters, page: 1 }, grows)
    },
    clearFilters: () => go({ filters: new Map(), page: 1 }),
    setSort: (sort) => go({ sort, page: 1 }),
    setPage: (page, size) => go({ page, size }),
    open(id) {
      if (id !== address.open) go({ open: id }, address.open !== null && id !== null)
    },
    applyView: (view) =>
      setQuery(
        withOtherParams(
          list,
          queryNow(),
          writeAddress(list, { ...readAddress(list, new URLSearchParams(view)), page: 1, open: null }),
        ),
      ),
  }
}

/** Keeps the parameters of the surrounding page. */
function withOtherParams(list: RecordList, now: URLSearchParams, next: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...next, ...paramsOutsideList(list, now)])
}
