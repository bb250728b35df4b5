import './notices.css'
import { BellOutlined } from '@ant-design/icons'
import { Badge, Popover } from 'antd'
import { Suspense, useCallback, useState } from 'react'
import { useIntl } from 'react-intl'
import { lazyChunk } from '../../navigation/lazyChunk.ts'
import { useNotices } from '../../store/useNotices.ts'
import { joinParts } from '../../locale/joins.ts'

const NoticePanel = lazyChunk(async () => (await import('./NoticePanel.tsx')).NoticePanel)

/** Header button with the number of unread notices; opens the notices. */
export function NoticeBell() {
  const intl = useIntl()
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const unread = useNotices().unreadCount
  const words = joinParts(
    intl,
    intl.formatMessage({ id: 'notices.title' }),
    unread > 0 && intl.formatMessage({ id: 'notices.unread' }, { count: unread }),
  )
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      classNames={{ root: 'notices-popover' }}
      content={
        <Suspense>
          <NoticePanel onClose={close} />
        </Suspense>
      }
    >
      <button type="button" className="header-button" aria-label={words} aria-haspopup="dialog" aria-expanded={open}>
        <Badge count={unread} size="small" overflowCount={99} offset={[0, 0]}>
          <BellOutlined aria-hidden="true" className="header-icon" />
        </Badge>
      </button>
    </Popover>
  )
}
