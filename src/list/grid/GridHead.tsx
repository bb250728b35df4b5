import type { IntlShape } from 'react-intl'
import type { GridProps } from './gridProps.ts'
import { zoneName } from '../instants.ts'
import { SelectAll } from './SelectAll.tsx'

/** The row of titles: each that can sort is a button, up, down and back to the list's own order. */
export function GridHead({ columns, rows, idOf, sort, sortable, onSort, selected, onSelect, renderMenu, intl }: GridProps & { intl: IntlShape }) {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" aria-rowindex={1} className="grid-row">
        {onSelect && (
          <div role="columnheader" className="grid-cell grid-check row" aria-label={intl.formatMessage({ id: 'list.selection' })}>
            <SelectAll ids={rows.map(idOf)} selected={selected} onSelect={onSelect} />
          </div>
        )}
        {columns.map((column) => {
          const { field, titleId } = column
          const order = sort?.field === field ? sort.order : null
          const title = (
            <>
              <span className="grid-title">{intl.formatMessage({ id: titleId })}</span>
              {column.isInstant && !column.zone && <span className="grid-zone">{zoneName(intl.locale)}</span>}
            </>
          )
          const next = order === null ? 'asc' : order === 'asc' ? 'desc' : null
          return (
            <div
              key={field}
              role="columnheader"
              className={`grid-cell row${column.isNumber ? ' grid-number' : ''}`}
              aria-sort={order === null ? (sortable.includes(field) ? 'none' : undefined) : order === 'asc' ? 'ascending' : 'descending'}
            >
              {sortable.includes(field) ? (
                <button type="button" className="grid-sort row" onClick={() => onSort(next && { field, order: next })}>
                  {title}
                  <span className={`grid-arrow${order ? ` grid-arrow-${order}` : ''}`} aria-hidden />
                </button>
              ) : (
                title
              )}
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
