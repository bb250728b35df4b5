import './order.css'
import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { HolderOutlined } from '@ant-design/icons'
import { Drawer, Skeleton, Tag } from 'antd'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { invalidate } from '../../api/queries.ts'
import { useEndSide } from '../../locale/locale.ts'
import { useDragWords } from './useDragWords.ts'

/** What is put into an order. */
export interface Ordered {
  id: number
  name: string
  /** A word on it that is not its name: that it is retired. */
  note?: string | undefined
}

interface Props {
  noun: string
  /** In the order that they have; undefined while they are loaded. */
  entries: readonly Ordered[] | undefined
  save: (ids: number[]) => Promise<unknown>
  isOpen: boolean
  onClose: () => void
}

const upAndDown = ({ transform }: { transform: { x: number; y: number; scaleX: number; scaleY: number } }) => ({ ...transform, x: 0 })

/** Puts the entries of a list into their order, by dragging or by the keyboard; each move is saved when it ends. */
export function OrderDrawer({ noun, entries, save: send, isOpen, onClose }: Props) {
  const intl = useIntl()
  const placement = useEndSide()
  // What was moved and is not yet told by the server.
  const [moved, setMoved] = useState<readonly number[] | null>(null)
  const told = JSON.stringify(entries)
  const [basis, setBasis] = useState(told)
  if (told !== basis) {
    setBasis(told)
    setMoved(null)
  }
  const order = moved ?? (entries ?? []).map(({ id }) => id)
  const saves = useRef(Promise.resolve())
  const save = (ids: number[]) => {
    setMoved(ids)
    // One after the other, in the order in which they were made.
    saves.current = saves.current.then(() => send(ids)).then(
      () => {},
      () => {
        setMoved(null)
        invalidate(noun)
      },
    )
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

function Entry({ entry: { id, name, note } }: { entry: Ordered }) {
  const intl = useIntl()
  const roleDescription = intl.formatMessage({ id: 'lookup.movable' })
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id, attributes: { roleDescription } })
  const style = { transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }
  return (
    <li ref={setNodeRef} style={style} {...(isDragging && { 'data-dragging': '' })}>
      <button type="button" ref={setActivatorNodeRef} {...attributes} {...listeners} aria-label={intl.formatMessage({ id: 'lookup.move' }, { name })}>
        <HolderOutlined aria-hidden />
      </button>
      <bdi>{name}</bdi>
      {note !== undefined && <Tag>{note}</Tag>}
    </li>
  )
}
