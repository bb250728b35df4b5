import './grid.css'
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useIntl } from 'react-intl'
import { ComingRows } from '../rows/RowStates.tsx'
import { CardsHead } from './CardsHead.tsx'
import { pinPlaces, tracksOf } from './tracks.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow, type RowSetting } from './GridRow.tsx'
import { keyAction } from './gridKeys.ts'
import type { GridProps } from './gridProps.ts'
import { useGridView } from './useGridView.ts'

/** Widths of the selection boxes and the row menus, px. */
const checkWidth = 40
const menuWidth = 48

/**
 * Grid that draws only visible rows, so that a thousand rows scroll like fifty.
 * For screen readers it is a `grid`: one row has the focus and arrow keys move it.
 */
export function Grid(props: GridProps) {
  const { columns, rows, idOf, rowHeight, selected, onSelect, onOpen, asCards } = props
  const intl = useIntl()
  const [activeId, setActiveId] = useState(props.startId)
  // While a column is dragged, only its width is redrawn.
  const [dragged, setDragged] = useState<{ field: string; width: number } | null>(null)
  const view = useGridView({ rowHeight, count: rows.length, startTop: props.startTop, rowsKey: props.rowsKey })
  const { scroller } = view
  const wantsFocus = useRef(false)
  const active = rows.findIndex((row) => idOf(row) === activeId)

  const activate = (index: number) => {
    const row = rows[index]
    if (!row) return
    wantsFocus.current = true
    setActiveId(idOf(row))
    props.onPlace(view.show(index), idOf(row))
    props.onMove(idOf(row))
  }

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    scroller.current?.querySelector<HTMLElement>('[role=row][data-active]')?.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Controls inside a row handle their own keys.
    const inRow =
      event.target instanceof HTMLElement &&
      (event.target.getAttribute('role') === 'row' || event.target === event.currentTarget)
    const action = keyAction(event, { active, count: rows.length, page: view.rowsInSight })
    if (action === null || (!inRow && action.kind !== 'escape')) return
    const row = rows[active]
    switch (action.kind) {
      case 'move':
        if (action.extends && onSelect && row) {
          const [first, last] = [Math.min(active, action.to), Math.max(active, action.to)]
          onSelect(rows.slice(first, last + 1).map(idOf), true)
        }
        activate(action.to)
        break
      case 'open':
        if (row) onOpen?.(idOf(row))
        break
      case 'select':
        if (row) onSelect?.([idOf(row)], !selected.has(idOf(row)))
        break
      case 'selectAll':
        onSelect?.(rows.map(idOf), true)
        break
      case 'escape':
        props.onEscape()
        break
    }
    event.preventDefault()
  }

  // Start of a selection by Shift-click.
  const picked = useRef<number | null>(null)
  const pick = useRef<NonNullable<RowSetting['onPick']>>(() => {})
  useLayoutEffect(() => {
    pick.current = (id, isSelected, toHere) => {
      const [from, to] = [
        rows.findIndex((row) => idOf(row) === picked.current),
        rows.findIndex((row) => idOf(row) === id),
      ]
      picked.current = id
      const range = toHere && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(idOf) : [id]
      onSelect?.(range, isSelected)
    }
  })
  const isPickable = onSelect !== undefined

  const widths = columns.map((column) =>
    column.field === dragged?.field ? { ...column, width: dragged.width, isResized: true } : column,
  )
  const template = `${onSelect ? `${checkWidth}px ` : ''}${tracksOf(widths)}${props.renderMenu ? ` ${menuWidth}px` : ''}`
  const minTotalWidth = widths.reduce(
    (sum, { width }) => sum + width,
    (onSelect ? checkWidth : 0) + (props.renderMenu ? menuWidth : 0),
  )
  const columnCount = columns.length + (onSelect ? 1 : 0) + (props.renderMenu ? 1 : 0)
  const shown = rows.length > 0 ? view.indexes(active) : []
  const { cell, nameOf, renderMenu } = props
  const setting = useMemo(
    (): RowSetting => ({
      columns,
      cell,
      nameOf,
      menu: renderMenu,
      onPick: isPickable ? (...how) => pick.current(...how) : undefined,
      onOpen,
      onFocus: setActiveId,
      asCard: asCards,
    }),
    [columns, cell, nameOf, renderMenu, isPickable, onOpen, asCards],
  )

  return (
    <>
      {asCards && <CardsHead {...props} />}
      <div
        ref={scroller}
        className={`grid${asCards ? ' grid-cards' : ''}${props.isOutdated ? ' grid-old' : ''}`}
        style={{
          ['--grid-columns' as string]: template,
          ['--grid-row' as string]: `${rowHeight}px`,
          ['--grid-least' as string]: asCards ? '0px' : `${minTotalWidth}px`,
          ...pinPlaces(widths, onSelect ? checkWidth : 0),
        }}
        onScroll={() => props.onPlace(view.scrolled(), activeId)}
      >
        <div
          role="grid"
          tabIndex={-1}
          aria-label={props.label}
          aria-rowcount={props.total + 1}
          aria-colcount={columnCount}
          aria-multiselectable={onSelect !== undefined}
          aria-busy={props.isOutdated || props.isLoading}
          onKeyDown={onKeyDown}
        >
          {!asCards && <GridHead {...props} intl={intl} onDrag={setDragged} />}
          {props.isLoading && <ComingRows rowHeight={rowHeight} columns={asCards ? 4 : columnCount} />}
          {rows.length > 0 && (
            <div role="rowgroup" className="grid-body" style={{ height: rows.length * rowHeight }}>
              {shown.map((index) => {
                const row = rows[index]
                if (!row) return null
                const rowId = idOf(row)
                return (
                  <GridRow
                    key={rowId}
                    setting={setting}
                    row={row}
                    id={rowId}
                    ariaIndex={props.firstIndex + index + 2}
                    top={index * rowHeight}
                    isActive={activeId === rowId}
                    takesTab={activeId === rowId || (active < 0 && index === 0)}
                    isOpen={props.openId === rowId}
                    isSelected={selected.has(rowId)}
                  />
                )
              })}
            </div>
          )}
        </div>
        {props.children}
      </div>
    </>
  )
}
