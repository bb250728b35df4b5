import { StarFilled, StarOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { SavedView } from '#contract/savedViews.ts'
import { PopoverButton } from '../PopoverButton.tsx'
import { useSavedViews } from './useSavedViews.ts'
import { ViewsPanel } from './ViewsPanel.tsx'

export interface ViewsProps {
  noun: string
  /** What the list shows: the address's query and the columns. */
  query: string
  columns: readonly string[]
  onApply: (view: SavedView) => void
}

/** The views that a person has saved of a list: to apply, rename and delete, and the present one to save. */
export function ViewsMenu(props: ViewsProps) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const saved = useSavedViews(props.noun, isOpen)
  const current = saved.views?.find(({ query, columns }) => query === props.query && columns.join() === props.columns.join())
  const label = intl.formatMessage({ id: 'list.views' })
  return (
    <PopoverButton
      label={label}
      button={current?.name ?? label}
      icon={current ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
      placement="bottomRight"
      className="views-menu"
      onOpen={setOpen}
    >
      {(close) => <ViewsPanel {...props} saved={saved} current={current} close={close} />}
    </PopoverButton>
  )
}
