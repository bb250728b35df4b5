import type { FilterValue } from '../address/address.ts'
import type { FilterChange } from '../address/useAddress.ts'
import type { AnyFilter } from '../describe.ts'

/** Props shared by all filter editors. */
export interface EditorProps {
  filter: AnyFilter
  value: FilterValue | null
  onChange: (change: FilterChange) => void
  onClose: () => void
}
