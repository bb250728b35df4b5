import type { IntlShape } from 'react-intl'
import type { RecordList } from '../describe.ts'
import type { Layout } from '../useLayout.ts'
import { fitColumns, type ShownColumn, usualWidth } from './fitting.ts'
import { roomForTitle, roomForWords } from './wordRoom.ts'

/** Pinned columns take no more of the room than this: something must be left that moves. */
const mostPinned = 0.6

/** The columns of a list as somebody likes them. @param room px; null: as much as they take */
export function shownColumns(intl: IntlShape, list: RecordList, layout: Layout, room: number | null): ShownColumn[] {
  // Two roles that differ in their last words must not look the same.
  const wanted = layout.shown.map((column): ShownColumn => {
    const { field, words, tone, titleId, width = usualWidth } = column
    const all = words && !column.cell ? list.optionsOf(column).map((code) => intl.formatMessage({ id: words(code) })) : []
    const least = Math.max(width, roomForTitle(intl.formatMessage({ id: titleId })), roomForWords(all, tone !== undefined))
    return { ...column, width: least, isResized: false, isPinned: layout.pinned.includes(field) }
  })
  // Columns that somebody has chosen are all there. One that is made wider drives no other away.
  const columns = room === null || !layout.hasUsualColumns ? wanted : fitColumns(wanted, room)
  let pinned = 0
  return columns.map((column) => {
    const width = layout.widths[column.field]
    const sized = width === undefined ? column : { ...column, width, isResized: true }
    pinned += sized.width
    return { ...sized, isPinned: sized.isPinned && (room === null || pinned <= room * mostPinned) }
  })
}
