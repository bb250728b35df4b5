import { MoreOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useIntl } from 'react-intl'
import { phoneWidth, useMedia } from '../../theme/useMedia.ts'

export interface SelectionAct {
  key: string
  title: string
  isDisabled?: boolean
  onChoose: () => void
}

interface Props {
  /** Text that states the number of selected rows. */
  countText: string
  acts: readonly SelectionAct[]
  onCancel: () => void
}

/** Buttons on a phone, where the bar is one line and covers no more than that. */
const maxButtonsOnPhone = 2

/** Bar of actions on the selected rows. It floats over the rows; space below the last row keeps that one visible. */
export function SelectionBar({ countText: said, acts, onCancel }: Props) {
  const intl = useIntl()
  const isPhone = useMedia(phoneWidth)
  const shown = isPhone ? acts.slice(0, maxButtonsOnPhone) : acts
  const others = acts.slice(shown.length)
  return (
    <div className="selection-bar row night" role="toolbar" aria-label={intl.formatMessage({ id: 'list.batch' })}>
      <b aria-live="polite">{said}</b>
      {shown.map(({ key, title, isDisabled, onChoose }) => (
        <button key={key} type="button" disabled={isDisabled} onClick={onChoose}>
          {title}
        </button>
      ))}
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="topRight"
          menu={{
            items: others.map(({ key, title, isDisabled = false }) => ({ key, label: title, disabled: isDisabled })),
            onClick: ({ key }) => others.find((one) => one.key === key)?.onChoose(),
          }}
        >
          <button type="button" aria-haspopup="menu" aria-label={intl.formatMessage({ id: 'list.more' })}>
            <MoreOutlined aria-hidden />
          </button>
        </Dropdown>
      )}
      <button type="button" className="selection-cancel" onClick={onCancel}>
        {intl.formatMessage({ id: 'list.cancel' })}
      </button>
    </div>
  )
}
