import type { IntlShape } from 'react-intl'
import type { RecordList } from '../describe.ts'
import type { Layout } from '../useLayout.ts'
import { fitColumns, type ShownColumn, defaultWidth } from './fitting.ts'
import { roomForTitle, roomForWords } from './wordRoom.ts'

/** Maximum share of the room for pinned columns, so that scrollable columns remain. */
const maxPinnedShare = 0.6

/** Returns the columns of a list by the user's layout. @param room px; null: unlimited */
export function shownColumns(intl: IntlShape, list: RecordList, layout: Layout, room: number | null): ShownColumn[] {
  // Makes room for the longest translation of a code: two roles that differ in their last words must not look alike.
  const sizedColumns = layout.shown.map((column): ShownColumn => {
    const { field, words, tone, titleId, width = defaultWidth } = column
    const all =
      words && !column.cell ? list.optionsOf(column).map((code) => intl.formatMessage({ id: words(code) })) : []
    const minWidth = Math.max(
      width,
      roomForTitle(intl.formatMessage({ id: titleId })),
      roomForWords(all, tone !== undefined),
    )
    return { ...column, width: minWidth, isResized: false, isPinned: layout.pinned.includes(field) }
  })
  // Columns chosen by the user all stay. Widening a column hides no other.
  const columns = room === null || !layout.hasDefaultColumns ? sizedColumns : fitColumns(sizedColumns, room)
  let pinned = 0
  return columns.map((column) => {
    const width = layout.widths[column.field]
    const sized = width === undefined ? column : { ...column, width, isResized: true }
    pinned += sized.width
    return { ...sized, isPinned: sized.isPinned && (room === null || pinned <= room * maxPinnedShare) }
  })
}
