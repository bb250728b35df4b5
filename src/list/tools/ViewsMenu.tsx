import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { PopoverButton } from '../PopoverButton.tsx'
import { useSavedViews } from './useSavedViews.ts'
import { ViewsPanel, type ViewsProps } from './ViewsPanel.tsx'

/** The user's saved views of a list: apply, rename, delete, and save the current one. */
export function ViewsMenu(props: ViewsProps) {
  const intl = useIntl()
  const [isRequested, setWanted] = useState(false)
  const saved = useSavedViews(props.noun, isRequested)
  const current = saved.views?.find(
    ({ query, columns }) => query === props.query && columns.join() === props.columns.join(),
  )
  const label = intl.formatMessage({ id: 'list.views' })
  return (
    <PopoverButton
      label={label}
      button={current?.name ?? label}
      icon={current ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      placement="bottomRight"
      className="views-menu"
      onOpen={(isOpen) => isOpen && setWanted(true)}
    >
      {(close) => <ViewsPanel {...props} saved={saved} current={current} close={close} />}
    </PopoverButton>
  )
}
