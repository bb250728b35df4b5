import type { FilterValue } from '../address/address.ts'
import type { FilterChange } from '../address/useAddress.ts'
import type { AnyFilter } from '../describe.ts'

/** What every editor of a filter is given. */
export interface EditorProps {
  filter: AnyFilter
  value: FilterValue | null
  onChange: (change: FilterChange) => void
  onClose: () => void
}
