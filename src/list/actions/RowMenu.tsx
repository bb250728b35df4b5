import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useIntl } from 'react-intl'
import type { Action, Row } from '../describe.ts'

/** Menu of actions on one row. */
export function RowMenu({
  row,
  name,
  actions,
  onAction,
}: {
  row: Row
  name: string
  actions: readonly Action<Row>[]
  onAction: (action: Action<Row>, rows: readonly Row[]) => void
}) {
  const intl = useIntl()
  const fitting = actions.filter(({ appliesTo: fits, isSelectionOnly: isBatch }) => !isBatch && (fits?.(row) ?? true))
  if (fitting.length === 0) return null
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: fitting.map(({ key, titleId, danger = false }) => ({
          key,
          danger,
          label: intl.formatMessage({ id: titleId }),
        })),
        onClick: ({ key }) => {
          const action = fitting.find((one) => one.key === key)
          if (action) onAction(action, [row])
        },
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden />}
        aria-label={intl.formatMessage({ id: 'list.actionsOf' }, { name })}
      />
    </Dropdown>
  )
}
