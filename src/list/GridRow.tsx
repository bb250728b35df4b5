import type { MouseEvent, ReactNode } from 'react'
import { valueAt } from '#contract/lists.ts'
import type { AnyColumn, Row } from './describe.ts'

interface Props {
  id: string
  index: number
  ariaIndex: number
  top: number
  row: Row
  columns: readonly AnyColumn[]
  cell: (column: AnyColumn, row: Row) => ReactNode
  titleOf: (column: AnyColumn) => string
  menu: ((row: Row) => ReactNode) | undefined
  isActive: boolean
  takesTab: boolean
  isOpen: boolean
  isSelected: boolean
  onSelect: ((isSelected: boolean) => void) | undefined
  onOpen: (() => void) | undefined
  onFocus: () => void
  selectLabel: string
  asCard: boolean
}

/** A click on a row opens it; one on something in it that can be pressed does not. */
function isOnControl({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element)) return false
  // What a menu of the row draws elsewhere is no part of the row, though its clicks come along.
  if (!currentTarget.contains(target)) return true
  const control = target.closest('a, button, input, label, [role=button]')
  return control !== null && currentTarget.contains(control)
}

export function GridRow(props: Props) {
  const { row, columns, asCard, cell, menu, isOpen, isSelected, onSelect, onOpen } = props
  return (
    <div
      id={props.id}
      role="row"
      className={`grid-row${isOpen ? ' grid-open' : ''}${isSelected ? ' grid-selected' : ''}${onOpen ? ' grid-opens' : ''}`}
      aria-rowindex={props.ariaIndex}
      aria-selected={onSelect ? isSelected : undefined}
      aria-current={isOpen || undefined}
      data-active={props.isActive || undefined}
      data-odd={props.index % 2 === 1 || undefined}
      tabIndex={props.takesTab ? 0 : -1}
      style={{ insetBlockStart: props.top }}
      onFocus={(event) => event.target === event.currentTarget && props.onFocus()}
      onClick={(event) => {
        if (isOnControl(event) || window.getSelection()?.type === 'Range') return
        props.onFocus()
        onOpen?.()
      }}
    >
      {onSelect && (
        <div role="gridcell" className="grid-cell grid-check">
          <label>
            <input type="checkbox" tabIndex={-1} aria-label={props.selectLabel} checked={isSelected} onChange={(event) => onSelect(event.target.checked)} />
          </label>
        </div>
      )}
      {asCard ? <CardCells {...props} /> : columns.map((column) => <Cell key={column.field} {...{ column, row, cell }} />)}
      {menu && (
        <div role="gridcell" className="grid-cell grid-menu">
          {menu(row)}
        </div>
      )}
    </div>
  )
}

function Cell({ column, row, cell }: Pick<Props, 'row' | 'cell'> & { column: AnyColumn }) {
  return (
    <div role="gridcell" className={`grid-cell${column.isNumber ? ' grid-number' : ''}`}>
      {cell(column, row)}
    </div>
  )
}

/** The first column as the card's title, tags beside it, and below what else there is, named where it is no text. */
function CardCells({ columns, row, cell, titleOf }: Props) {
  const [first, ...others] = columns
  const tags = others.filter(({ tone }) => tone)
  const rest = others.filter((column) => !column.tone && !isNothing(valueAt(row, column.field)))
  return (
    <>
      {first && <Cell column={first} row={row} cell={cell} />}
      {tags.map((column) => (
        <Cell key={column.field} {...{ column, row, cell }} />
      ))}
      <div role="none" className="card-rest">
        {rest.map((column) => (
          <div key={column.field} role="gridcell">
            {!column.isText && <span className="card-label">{titleOf(column)} </span>}
            {cell(column, row)}
          </div>
        ))}
      </div>
    </>
  )
}

const isNothing = (value: unknown) => value === null || value === undefined || value === ''
