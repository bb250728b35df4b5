import { useIntl } from 'react-intl'
import type { GridProps } from './gridProps.ts'
import { SelectAll } from './SelectAll.tsx'

/** Sorting and selection above cards, which have no column titles. */
export function CardsHead({ columns, rows, idOf, sort, sortable, onSort, selected, onSelect }: GridProps) {
  const intl = useIntl()
  const sorting = columns.filter(({ field }) => sortable.includes(field))
  if (!onSelect && sorting.length === 0) return null
  return (
    <div className="cards-head row">
      {onSelect && (
        <div className="cards-all">
          <SelectAll ids={rows.map(idOf)} selected={selected} onSelect={onSelect} />
        </div>
      )}
      {sorting.length > 0 && (
        <select
          aria-label={intl.formatMessage({ id: 'list.sort' })}
          value={sort ? `${sort.order} ${sort.field}` : ''}
          onChange={({ target }) => {
            const [order, field = ''] = target.value.split(' ')
            onSort(field === '' ? null : { field, order: order === 'desc' ? 'desc' : 'asc' })
          }}
        >
          <option value="">{intl.formatMessage({ id: 'list.ownOrder' })}</option>
          {sorting.flatMap(({ field, titleId }) => {
            const title = intl.formatMessage({ id: titleId })
            return [
              <option key={`${field} asc`} value={`asc ${field}`}>
                {intl.formatMessage({ id: 'list.ascending' }, { title })}
              </option>,
              <option key={`${field} desc`} value={`desc ${field}`}>
                {intl.formatMessage({ id: 'list.descending' }, { title })}
              </option>,
            ]
          })}
        </select>
      )}
    </div>
  )
}
