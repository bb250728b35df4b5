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
  /** Number of rows on earlier pages. */
  firstIndex: number
  total: number
  sort: Sort | null
  sortable: readonly string[]
  onSort: (sort: Sort | null) => void
  /** Reports a new column width, px; null: the default width. */
  onResize: (field: string, width: number | null) => void
  selected: ReadonlySet<number>
  /** Absent when no action works on several rows. */
  onSelect?: (ids: readonly number[], isSelected: boolean) => void
  /** Row whose details are open. */
  openId: number | null
  onOpen?: (id: number) => void
  /** The keyboard moved to another row. */
  onMove: (id: number) => void
  onEscape: () => void
  renderMenu?: (row: Row) => ReactNode
  cell: (column: AnyColumn, row: Row) => ReactNode
  rowHeight: number
  /** Draws rows as cards where columns do not fit. */
  asCards: boolean
  /** The rows are outdated; the requested ones are loading. */
  isOutdated: boolean
  /** No rows have loaded yet. */
  isLoading: boolean
  /** Identifies the set of rows; another set starts at the top. */
  rowsKey: string
  startTop: number
  startId: number | null
  onPlace: (scrollTop: number, activeId: number | null) => void
  /** Shown instead of rows when the list is empty. */
  children?: ReactNode
}
