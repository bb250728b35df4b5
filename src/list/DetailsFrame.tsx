import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'

interface Props {
  /** Beside the list, where there is room; otherwise over it. */
  isBeside: boolean
  title: string
  onClose: () => void
  children: ReactNode
}

/** What holds the details of the open row. */
export function DetailsFrame({ isBeside, title, onClose, children }: Props) {
  const intl = useIntl()
  const close = <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={intl.formatMessage({ id: 'list.closeDetails' })} onClick={onClose} />
  if (isBeside) {
    return (
      <aside className="details" aria-label={title} onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}>
        <header className="details-head">
          <h2>{title}</h2>
          {close}
        </header>
        <div className="details-body">{children}</div>
      </aside>
    )
  }
  return (
    <Drawer open title={title} size="min(480px, 100vw)" onClose={onClose} closable={{ 'aria-label': intl.formatMessage({ id: 'list.closeDetails' }) }}>
      {children}
    </Drawer>
  )
}
