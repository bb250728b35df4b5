import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core'
import { useRef } from 'react'
import { useIntl } from 'react-intl'

/** Returns screen reader texts for moving an entry: its name, its position and the total. */
export function useDragWords(
  order: readonly number[],
  entries: readonly { id: number; name: string }[],
): { announcements: Announcements; screenReaderInstructions: ScreenReaderInstructions } {
  const intl = useIntl()
  const wordsOf = (id: UniqueIdentifier, at: UniqueIdentifier | undefined) => ({
    name: entries.find((entry) => entry.id === Number(id))?.name ?? '',
    place: order.indexOf(Number(at ?? id)) + 1,
    count: order.length,
  })
  const hasMoved = useRef(false)
  return {
    announcements: {
      onDragStart({ active }) {
        hasMoved.current = false
        return intl.formatMessage({ id: 'lookup.pickedUp' }, wordsOf(active.id, active.id))
      },
      onDragOver({ active, over }) {
        // A picked-up entry is over its own position first; announcing that would interrupt the text before.
        hasMoved.current ||= over?.id !== active.id
        return hasMoved.current ? intl.formatMessage({ id: 'lookup.movedTo' }, wordsOf(active.id, over?.id)) : undefined
      },
      onDragEnd: ({ active, over }) => intl.formatMessage({ id: 'lookup.dropped' }, wordsOf(active.id, over?.id)),
      onDragCancel: ({ active }) => intl.formatMessage({ id: 'lookup.putBack' }, wordsOf(active.id, active.id)),
    },
    screenReaderInstructions: { draggable: intl.formatMessage({ id: 'lookup.howToMove' }) },
  }
}
