import type { MouseEvent, ReactNode } from 'react'
import type { AnyColumn, Row } from './describe.ts'

interface Props {
  id: string
  index: number
  ariaIndex: number
  top: number
  row: Row
  columns: readonly AnyColumn[]
  cell: (column: AnyColumn, row: Row) => ReactNode
  menu: ((row: Row) => ReactNode) | undefined
  isActive: boolean
  takesTab: boolean
  isOpen: boolean
  isSelected: boolean
  onSelect: ((isSelected: boolean) => void) | undefined
  onOpen: (() => void) | undefined
  onFocus: () => void
  selectLabel: string
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
  const { row, columns, cell, menu, isOpen, isSelected, onSelect, onOpen } = props
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
      {columns.map((column, index) => (
        <div key={column.field} role="gridcell" className={`grid-cell${column.isNumber ? ' grid-number' : ''}${index === 0 ? ' grid-first' : ''}${column.tone ? ' grid-tone' : ''}`}>
          {cell(column, row)}
        </div>
      ))}
      {menu && (
        <div role="gridcell" className="grid-cell grid-menu">
          {menu(row)}
        </div>
      )}
    </div>
  )
}
