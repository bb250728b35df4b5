import { useState } from 'react'
import { useIntl } from 'react-intl'
import { mostSelected } from '../rows/allRows.ts'
import type { Action, RecordList, Row } from '../describe.ts'

interface Props {
  list: RecordList
  selected: readonly Row[]
  /** Rows that the filters leave, on all pages. */
  total: number
  /** Selects all of them. */
  onSelectAll: () => Promise<void>
  onAction: (action: Action<Row>, rows: readonly Row[]) => void
  onCancel: () => void
}

/** The actions on all selected rows; an action says with how many of them. */
export function BatchBar({ list, selected, total, onSelectAll, onAction, onCancel }: Props) {
  const intl = useIntl()
  const [isBusy, setBusy] = useState(false)
  const count = Math.min(total, mostSelected)
  if (selected.length === 0) return null
  return (
    <div className="batch-bar row night" role="toolbar" aria-label={intl.formatMessage({ id: 'list.batch' })}>
      <b aria-live="polite">{intl.formatMessage({ id: 'list.selected' }, { count: selected.length })}</b>
      {selected.length < count && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => {
            setBusy(true)
            void onSelectAll().finally(() => setBusy(false))
          }}
        >
          {intl.formatMessage({ id: 'list.selectAll' }, { count })}
        </button>
      )}
      {list.actions
        .filter(({ single }) => !single)
        .map((action) => {
          const rows = selected.filter((row) => action.fits?.(row) ?? true)
          if (rows.length === 0 || action.fitsTogether?.(rows) === false) return null
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
