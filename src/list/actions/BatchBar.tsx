import { useIntl } from 'react-intl'
import type { Action, RecordList, Row } from '../describe.ts'

interface Props {
  list: RecordList
  selected: readonly Row[]
  onAction: (action: Action<Row>, rows: readonly Row[]) => void
  onCancel: () => void
}

/** What can be done with all that are selected; an action says with how many of them. */
export function BatchBar({ list, selected, onAction, onCancel }: Props) {
  const intl = useIntl()
  if (selected.length === 0) return null
  return (
    <div className="batch-bar row night" role="toolbar" aria-label={intl.formatMessage({ id: 'list.batch' })}>
      <b aria-live="polite">{intl.formatMessage({ id: 'list.selected' }, { count: selected.length })}</b>
      {list.actions
        .filter(({ single }) => !single)
        .map((action) => {
          const rows = selected.filter((row) => action.fits?.(row) ?? true)
          if (rows.length === 0) return null
          const title = intl.formatMessage({ id: action.titleId })
          return (
            <button key={action.key} type="button" onClick={() => onAction(action, rows)}>
              {rows.length === selected.length ? title : `${title} ${intl.formatNumber(rows.length)}`}
            </button>
          )
        })}
      <button type="button" className="batch-cancel" onClick={onCancel}>
        {intl.formatMessage({ id: 'list.cancel' })}
      </button>
    </div>
  )
}
