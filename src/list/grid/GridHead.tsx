import type { IntlShape } from 'react-intl'
import { zoneName } from '../instants.ts'
import { ColumnEdge } from './ColumnEdge.tsx'
import type { GridProps } from './gridProps.ts'
import { SelectAll } from './SelectAll.tsx'
import { cellTrack } from './tracks.ts'

interface Props extends GridProps {
  intl: IntlShape
  /** Reports a column's width during a drag, px; null: the drag has ended. */
  onDrag: (dragged: { field: string; width: number } | null) => void
}

/** Title row. Sortable titles are buttons: ascending, descending, default order. Each title has an edge to change the width. */
export function GridHead({
  columns,
  rows,
  idOf,
  sort,
  sortable,
  onSort,
  onResize,
  onDrag,
  selected,
  onSelect,
  renderMenu,
  intl,
}: Props) {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" aria-rowindex={1} className="grid-row">
        {onSelect && (
          <div
            role="columnheader"
            className="grid-cell grid-check row"
            aria-label={intl.formatMessage({ id: 'list.selection' })}
          >
            <SelectAll ids={rows.map(idOf)} selected={selected} onSelect={onSelect} />
          </div>
        )}
        {columns.map((column, index) => {
          const { field, titleId, width } = column
          const name = intl.formatMessage({ id: titleId })
          const { className, style } = cellTrack(column, index, !columns[index + 1]?.isPinned)
          const order = sort?.field === field ? sort.order : null
          const title = (
            <>
              <span className="grid-title">{name}</span>
              {column.isInstant && !column.zone && <span className="grid-zone">{zoneName(intl.locale)}</span>}
            </>
          )
          const next = order === null ? 'asc' : order === 'asc' ? 'desc' : null
          return (
            <div
              key={field}
              role="columnheader"
              className={`grid-cell grid-titled row${column.isNumber ? ' grid-number' : ''}${className}`}
              style={style}
              aria-sort={
                order === null
                  ? sortable.includes(field)
                    ? 'none'
                    : undefined
                  : order === 'asc'
                    ? 'ascending'
                    : 'descending'
              }
            >
              {sortable.includes(field) ? (
                <button type="button" className="grid-sort row" onClick={() => onSort(next && { field, order: next })}>
                  {title}
                  <span className={`grid-arrow${order ? ` grid-arrow-${order}` : ''}`} aria-hidden />
                </button>
              ) : (
                title
              )}
              <ColumnEdge
                title={name}
                width={width}
                onDrag={(dragged) => onDrag(dragged === null ? null : { field, width: dragged })}
                onResize={(wanted) => onResize(field, wanted)}
              />
            </div>
          )
        })}
        {renderMenu && (
          <div role="columnheader" className="grid-cell grid-menu row">
            <span className="only-read">{intl.formatMessage({ id: 'list.actions' })}</span>
          </div>
        )}
      </div>
    </div>
  )
}
