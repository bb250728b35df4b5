import './order.css'
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { HolderOutlined } from '@ant-design/icons'
import { Drawer, Skeleton, Tag } from 'antd'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Lookup, LookupKind } from '#contract/herd/lookups.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { useLookups } from '../../entities/lookups/lookupField.tsx'
import { useEndSide, useLocale } from '../../locale/locale.ts'
import { useDragWords } from './useDragWords.ts'

interface Props {
  kind: LookupKind
  isOpen: boolean
  onClose: () => void
}

const upAndDown = ({ transform }: { transform: { x: number; y: number; scaleX: number; scaleY: number } }) => ({ ...transform, x: 0 })

/** Puts the entries of a list into their order, by dragging or by the keyboard; each move is saved when it ends. */
export function OrderDrawer({ kind, isOpen, onClose }: Props) {
  const intl = useIntl()
  const placement = useEndSide()
  const entries = useLookups(kind)
  // What was moved and is not yet told by the server.
  const [moved, setMoved] = useState<readonly number[] | null>(null)
  const [basis, setBasis] = useState(entries)
  if (entries !== basis) {
    setBasis(entries)
    setMoved(null)
  }
  const order = moved ?? (entries ?? []).map(({ id }) => id)
  const saves = useRef(Promise.resolve())
  const save = (ids: number[]) => {
    setMoved(ids)
    // One after the other, in the order in which they were made.
    saves.current = saves.current.then(() => call(endpoints.lookups.order, { kind, ids })).then(() => {}, () => invalidate('lookups'))
  }

  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }))
  const words = useDragWords(order, entries ?? [])
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) save(arrayMove([...order], order.indexOf(Number(active.id)), order.indexOf(Number(over.id))))
  }
  return (
    <Drawer open={isOpen} onClose={onClose} placement={placement} size="min(480px, 100vw)" title={intl.formatMessage({ id: 'lookup.order' })}>
      <p>{intl.formatMessage({ id: 'lookup.orderText' })}</p>
      {entries === undefined && <Skeleton active title={false} />}
      <DndContext sensors={sensors} collisionDetection={closestCenter} modifiers={[upAndDown]} onDragEnd={drop} accessibility={words}>
        <SortableContext items={[...order]} strategy={verticalListSortingStrategy}>
          <ol className="order-list">
            {order.flatMap((id) => entries?.find((entry) => entry.id === id) ?? []).map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </Drawer>
  )
}

function Entry({ entry: { id, names, isRetired } }: { entry: Lookup }) {
  const intl = useIntl()
  const name = names[useLocale((state) => state.language)]
  const roleDescription = intl.formatMessage({ id: 'lookup.movable' })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id, attributes: { roleDescription } })
  const style = { transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }
  return (
    <li ref={setNodeRef} style={style} {...(isDragging && { 'data-dragging': '' })}>
      <button type="button" ref={setActivatorNodeRef} {...attributes} {...listeners} aria-label={intl.formatMessage({ id: 'lookup.move' }, { name })}>
        <HolderOutlined aria-hidden />
      </button>
      <bdi>{name}</bdi>
      {isRetired && <Tag>{intl.formatMessage({ id: 'lookup.retired' })}</Tag>}
    </li>
  )
}
