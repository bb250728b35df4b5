import { memo, type MouseEvent, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { valueAt } from '#contract/calls/lists.ts'
import type { AnyColumn, Row } from '../describe.ts'
import type { ShownColumn } from './fitting.ts'
import { cellTrack } from './tracks.ts'

/** Props shared by all rows of a grid; the object stays the same until a value changes. */
export interface RowSetting {
  columns: readonly ShownColumn[]
  cell: (column: AnyColumn, row: Row) => ReactNode
  nameOf: (row: Row) => string
  menu: ((row: Row) => ReactNode) | undefined
  /** Selects or deselects a row; with `toHere` all rows from the previously picked one. */
  onPick: ((id: number, isSelected: boolean, toHere: boolean) => void) | undefined
  onOpen: ((id: number) => void) | undefined
  onFocus: (id: number) => void
  asCard: boolean
}

interface Props {
  setting: RowSetting
  row: Row
  id: number
  ariaIndex: number
  top: number
  isActive: boolean
  takesTab: boolean
  isOpen: boolean
  isSelected: boolean
}

/** Returns whether a click hit a control inside the row; other clicks open the row. */
function isOnControl({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element)) return false
  // A click in a menu drawn elsewhere bubbles to the row, but does not count as a click on it.
  if (!currentTarget.contains(target)) return true
  const control = target.closest('a, button, input, label, [role=button]')
  return control !== null && currentTarget.contains(control)
}

/** Row of the grid. Redrawn only when its own props change, so that scrolling draws only new rows. */
export const GridRow = memo(function GridRow({
  setting,
  row,
  id,
  ariaIndex,
  top,
  isActive,
  takesTab,
  isOpen,
  isSelected,
}: Props) {
  const intl = useIntl()
  const { columns, cell, nameOf, menu, onPick, onOpen, onFocus, asCard } = setting
  return (
    <div
      role="row"
      className={`grid-row${isOpen ? ' grid-open' : ''}${isSelected ? ' grid-selected' : ''}${onOpen ? ' grid-opens' : ''}`}
      aria-rowindex={ariaIndex}
      aria-selected={onPick ? isSelected : undefined}
      aria-current={isOpen || undefined}
      data-active={isActive || undefined}
      tabIndex={takesTab ? 0 : -1}
      style={{ insetBlockStart: top }}
      onFocus={(event) => event.target === event.currentTarget && onFocus(id)}
      onClick={(event) => {
        if (isOnControl(event) || window.getSelection()?.type === 'Range') return
        onFocus(id)
        onOpen?.(id)
      }}
    >
      {onPick && (
        <div role="gridcell" className="grid-cell grid-check row">
          <label>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={intl.formatMessage({ id: 'list.selectRow' }, { name: nameOf(row) })}
              checked={isSelected}
              onChange={({ target, nativeEvent }) =>
                onPick(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </div>
      )}
      {asCard ? (
        <CardCells row={row} columns={columns} cell={cell} />
      ) : (
        columns.map((column, index) => (
          <Cell
            key={column.field}
            column={column}
            row={row}
            cell={cell}
            track={cellTrack(column, index, !columns[index + 1]?.isPinned)}
          />
        ))
      )}
      {menu && (
        <div role="gridcell" className="grid-cell grid-menu row">
          {menu(row)}
        </div>
      )}
    </div>
  )
})

type CellsProps = Pick<RowSetting, 'cell' | 'columns'> & { row: Row }

interface CellProps extends Omit<CellsProps, 'columns'> {
  column: AnyColumn
  track?: ReturnType<typeof cellTrack>
}

function Cell({ column, row, cell, track }: CellProps) {
  return (
    <div
      role="gridcell"
      className={`grid-cell row${column.isNumber ? ' grid-number' : ''}${track?.className ?? ''}`}
      style={track?.style}
    >
      {cell(column, row)}
    </div>
  )
}

/**
 * Heading of the card (the marked column or the first), with its tag, and the other values below.
 * Values that are not texts get a label, as yes or no says nothing alone. Several tags move below, so that they take no room from the name.
 */
function CardCells({ columns, row, cell }: CellsProps) {
  const intl = useIntl()
  const cardColumns = columns.filter(({ onCard }) => onCard !== 'never')
  const first = cardColumns.find(({ onCard }) => onCard === 'head') ?? cardColumns[0]
  const isTag = (column: AnyColumn) =>
    column !== first && (column.onCard === 'tag' || (column.tone !== undefined && !column.isFlag))
  const others = cardColumns
    .filter((column) => column !== first && !isNothing(valueAt(row, column.field)))
    .map((column) => ({ column, drawn: cell(column, row) }))
    .filter(({ drawn }) => drawn !== false && !isNothing(drawn))
  const tags = others.filter(({ column }) => isTag(column))
  const areBelow = cardColumns.filter(isTag).length > 1
  return (
    <>
      {first && <Cell column={first} row={row} cell={cell} />}
      {!areBelow && tags.map(({ column }) => <Cell key={column.field} column={column} row={row} cell={cell} />)}
      <div role="none" className="card-rest">
        {areBelow &&
          tags.map(({ column, drawn }) => (
            <div key={column.field} role="gridcell">
              {drawn}
            </div>
          ))}
        {others
          .filter(({ column }) => !isTag(column))
          .map(({ column, drawn }) => (
            <div key={column.field} role="gridcell">
              {!column.isText && (
                // The space stands outside both, so that it stays between them when one is written in the other direction.
                <>
                  <span className="card-label">{intl.formatMessage({ id: column.titleId })}</span>{' '}
                </>
              )}
              {drawn}
            </div>
          ))}
      </div>
    </>
  )
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
