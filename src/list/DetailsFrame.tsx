import { CloseOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { useEndSide } from '../locale/locale.ts'
import { useEscape } from './useEscape.ts'

interface Props {
  /** Whether the details stand next to the list, where there is room, or cover it. */
  isBeside: boolean
  title: string
  /** Actions on the row. */
  actions: ReactNode
  onClose: () => void
  children: ReactNode
}

/** Frame around the details of the open row. When the window's width moves them, they stay mounted and keep their input. */
export function DetailsFrame({ isBeside, title, actions, onClose, children }: Props) {
  const intl = useIntl()
  const placement = useEndSide()
  const [details] = useState(() => document.createElement('div'))
  const attach = useCallback((frame: HTMLDivElement | null) => frame?.append(details), [details])
  return (
    <>
      {isBeside ? (
        <Beside title={title} actions={actions} onClose={onClose}>
          <div ref={attach} />
        </Beside>
      ) : (
        <Drawer
          open
          placement={placement}
          title={<h2 className="details-title">{title}</h2>}
          size="min(480px, 100vw)"
          onClose={onClose}
          closable={{ 'aria-label': intl.formatMessage({ id: 'list.closeDetails' }) }}
        >
          {actions}
          <div ref={attach} />
        </Drawer>
      )}
      {createPortal(children, details)}
    </>
  )
}

function Beside({ title, actions, onClose, children }: Omit<Props, 'isBeside'>) {
  const intl = useIntl()
  const aside = useEscape<HTMLElement>(onClose)
  return (
    <aside ref={aside} className="details panel" aria-label={title}>
      <header className="details-head row">
        <h2 title={title}>{title}</h2>
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={intl.formatMessage({ id: 'list.closeDetails' })}
          onClick={onClose}
        />
      </header>
      <div className="details-body">
        {actions}
        {children}
      </div>
    </aside>
  )
}
