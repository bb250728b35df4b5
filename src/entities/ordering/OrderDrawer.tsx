import './order.css'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Drawer } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { invalidate } from '../../api/queries.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { useEndSide } from '../../locale/locale.ts'
import type { OrderedList } from './ordered.ts'
import { OrderEntry } from './OrderEntry.tsx'
import { useDragWords } from './useDragWords.ts'
import { rowHeight, useWindow } from './useWindow.ts'

interface Props {
  noun: string
  /** Undefined while loading. */
  list: OrderedList | undefined
  save: (ids: number[]) => Promise<unknown>
  isOpen: boolean
  onClose: () => void
}

const upAndDown = ({ transform }: { transform: { x: number; y: number; scaleX: number; scaleY: number } }) => ({
  ...transform,
  x: 0,
})

/** Drawer for ordering entries by dragging, keyboard or position; each move is saved when it ends. */
export function OrderDrawer({ noun, list, save: send, isOpen, onClose }: Props) {
  const intl = useIntl()
  const placement = useEndSide()
  const entries = list?.entries ?? []
  // Order after moves that the server has not confirmed.
  const [moved, setMoved] = useState<readonly number[] | null>(null)
  const serializedList = JSON.stringify(list)
  const [basis, setBasis] = useState(serializedList)
  if (serializedList !== basis) {
    setBasis(serializedList)
    setMoved(null)
  }
  const order = moved ?? entries.map(({ id }) => id)
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]))
  const saves = useRef(Promise.resolve())
  const save = (ids: number[]) => {
    setMoved(ids)
    // Saves run one at a time, in the order of the moves.
    saves.current = saves.current
      .then(() => send(ids))
      .then(
        () => {},
        () => {
          setMoved(null)
          invalidate(noun)
        },
      )
  }

  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const words = useDragWords(order, entries)
  const { ref, first, last, onScroll, reveal } = useWindow(order.length)
  const [dragged, setDragged] = useState<number | null>(null)
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    if (over && active.id !== over.id)
      save(arrayMove([...order], order.indexOf(Number(active.id)), order.indexOf(Number(over.id))))
  }

  // The entry moved by typing its position, which is announced and gets the focus.
  const [placed, setPlaced] = useState<{ id: number; words: string } | null>(null)
  const put = (id: number, at: number) => {
    const from = order.indexOf(id)
    if (from === at) return
    save(arrayMove([...order], from, at))
    reveal(at)
    setPlaced({
      id,
      words: intl.formatMessage(
        { id: 'lookup.dropped' },
        { name: entryOf.get(id)?.name ?? '', place: at + 1, count: order.length },
      ),
    })
  }
  useEffect(() => {
    if (placed !== null) ref.current?.querySelector<HTMLElement>(`[data-id="${placed.id}"] .order-place`)?.focus()
  }, [placed, ref])

  // Keeps drawing a dragged entry even when it is scrolled out of view.
  const drawn = order.flatMap((id, at) => {
    const entry = entryOf.get(id)
    return entry !== undefined && ((at >= first && at < last) || id === dragged) ? [{ entry, at }] : []
  })
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement={placement}
      size="min(480px, 100vw)"
      title={intl.formatMessage({ id: 'lookup.order' })}
      classNames={{ body: 'order-body' }}
    >
      <p>{intl.formatMessage({ id: 'lookup.orderText' })}</p>
      {list !== undefined && list.total > entries.length && (
        <p role="note">
          {intl.formatMessage({ id: 'lookup.orderFirst' }, { shown: entries.length, total: list.total })}
        </p>
      )}
      <div role="status" className="only-read">
        {placed?.words}
      </div>
      {list === undefined && <SkeletonLines />}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[upAndDown]}
        onDragStart={({ active }) => setDragged(Number(active.id))}
        onDragCancel={() => setDragged(null)}
        onDragEnd={drop}
        accessibility={words}
      >
        <SortableContext items={[...order]} strategy={verticalListSortingStrategy}>
          <div ref={ref} className="order-scroll" onScroll={onScroll}>
            <ol className="order-list" style={{ blockSize: order.length * rowHeight }}>
              {drawn.map(({ entry, at }) => (
                <OrderEntry
                  key={entry.id}
                  entry={entry}
                  at={at}
                  count={order.length}
                  onPut={(to) => put(entry.id, to)}
                />
              ))}
            </ol>
          </div>
        </SortableContext>
      </DndContext>
    </Drawer>
  )
}
