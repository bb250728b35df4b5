import type { ReactNode } from 'react'
import type { Sort } from '../address/address.ts'
import type { AnyColumn, Row } from '../describe.ts'
import type { ShownColumn } from './fitting.ts'

export interface GridProps {
  label: string
  columns: readonly ShownColumn[]
  rows: readonly Row[]
  idOf: (row: Row) => number
  nameOf: (row: Row) => string
  /** Before these rows there are so many on other pages. */
  firstIndex: number
  total: number
  sort: Sort | null
  sortable: readonly string[]
  onSort: (sort: Sort | null) => void
  /** A column was made so wide, px; null: as wide as it usually is. */
  onResize: (field: string, width: number | null) => void
  selected: ReadonlySet<number>
  /** Absent where there is nothing to do with many. */
  onSelect?: (ids: readonly number[], isSelected: boolean) => void
  /** The row whose details are open. */
  openId: number | null
  onOpen?: (id: number) => void
  /** The keyboard has gone to another row. */
  onMove: (id: number) => void
  onEscape: () => void
  renderMenu?: (row: Row) => ReactNode
  cell: (column: AnyColumn, row: Row) => ReactNode
  rowHeight: number
  /** One above the other instead of side by side, where there is no room for columns. */
  asCards: boolean
  /** The rows are not those that are asked for: they are on their way. */
  isOld: boolean
  /** There are no rows yet. */
  isComing: boolean
  /** Names the rows: with others the list begins at its top. */
  rowsKey: string
  startTop: number
  startId: number | null
  onPlace: (scrollTop: number, activeId: number | null) => void
  /** Instead of rows, where there are none. */
  children?: ReactNode
}
