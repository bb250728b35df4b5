import { Button } from 'antd'
import { useIntl } from 'react-intl'
import type { Action, Row } from './describe.ts'

interface Props {
  row: Row
  actions: readonly Action<Row>[]
  onAction: (action: Action<Row>, rows: readonly Row[]) => void
}

/** Actions on the open row, displayed with its details. */
export function DetailActions({ row, actions, onAction }: Props) {
  const intl = useIntl()
  const fitting = actions.filter(({ appliesTo, isSelectionOnly: isBatch }) => !isBatch && (appliesTo?.(row) ?? true))
  if (fitting.length === 0) return null
  return (
    <div className="details-actions row" role="toolbar" aria-label={intl.formatMessage({ id: 'list.actions' })}>
      {fitting.map((action) => (
        <Button key={action.key} size="small" danger={action.danger ?? false} onClick={() => onAction(action, [row])}>
          {intl.formatMessage({ id: action.titleId })}
        </Button>
      ))}
    </div>
  )
}
