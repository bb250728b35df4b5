import { useState } from 'react'
import { useIntl } from 'react-intl'
import { maxSelected } from '../rows/allRows.ts'
import type { Action, RecordList, Row } from '../describe.ts'
import { SelectionBar, type SelectionAct } from './SelectionBar.tsx'

interface Props {
  list: RecordList
  selected: readonly Row[]
  /** Rows matching the filters, on all pages. */
  total: number
  /** Selects all matching rows. */
  onSelectAll: () => Promise<void>
  onAction: (action: Action<Row>, rows: readonly Row[]) => void
  onCancel: () => void
}

/** Actions on the selected rows; each action shows how many of them it applies to. */
export function BatchBar({ list, selected, total, onSelectAll, onAction, onCancel }: Props) {
  const intl = useIntl()
  const [isBusy, setBusy] = useState(false)
  const count = Math.min(total, maxSelected)
  if (selected.length === 0) return null
  const selectAll: SelectionAct = {
    key: 'all',
    title: intl.formatMessage({ id: 'list.selectAll' }, { count }),
    isDisabled: isBusy,
    onChoose: () => {
      setBusy(true)
      void onSelectAll().finally(() => setBusy(false))
    },
  }
  const acts = list.actions
    .filter(({ isSingle: single }) => !single)
    .flatMap((action): SelectionAct[] => {
      const rows = selected.filter((row) => action.appliesTo?.(row) ?? true)
      if (rows.length === 0 || action.appliesToAll?.(rows) === false) return []
      const title = intl.formatMessage({ id: action.titleId })
      return [
        {
          key: `action ${action.key}`,
          title: rows.length === selected.length ? title : `${title} ${intl.formatNumber(rows.length)}`,
          onChoose: () => onAction(action, rows),
        },
      ]
    })
  return (
    <SelectionBar
      countText={intl.formatMessage({ id: 'list.selected' }, { count: selected.length })}
      acts={selected.length < count ? [selectAll, ...acts] : acts}
      onCancel={onCancel}
    />
  )
}
