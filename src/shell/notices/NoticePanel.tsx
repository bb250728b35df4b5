import { Button, Empty } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { noticeTypes, type NoticeType } from '#contract/office/notices.ts'
import { call } from '../../api/call.ts'
import { SkeletonLines } from '../../controls/SkeletonLines.tsx'
import { Tabs } from '../../controls/Tabs.tsx'
import { useNotices } from '../../store/useNotices.ts'
import { NoticeEntry } from './NoticeEntry.tsx'

/** Ignores failures, which have already been reported; the list stays unchanged. */
const ignoreReported = () => undefined

/** The user's notices by type. The panel takes the focus when opened; Escape returns it to the bell. */
export function NoticePanel({ onClose }: { onClose: () => void }) {
  const intl = useIntl()
  const panel = useRef<HTMLDivElement>(null)
  const { list, isLoaded } = useNotices()
  const unreadOf = (type: NoticeType) => list.filter((notice) => notice.type === type && !notice.read).length
  const [active, setActive] = useState(() => noticeTypes.find((type) => unreadOf(type) > 0) ?? 'notification')

  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    }
  }, [onClose])

  return (
    <div
      ref={panel}
      className="notices"
      role="dialog"
      aria-label={intl.formatMessage({ id: 'notices.title' })}
      tabIndex={-1}
    >
      <Tabs
        label={intl.formatMessage({ id: 'notices.title' })}
        active={active}
        tabs={noticeTypes.map((type) => ({ key: type, title: <TypeLabel type={type} unread={unreadOf(type)} /> }))}
        onChange={setActive}
      >
        {isLoaded ? <TypeList type={active} onClose={onClose} /> : <NotYet />}
      </Tabs>
    </div>
  )
}

function NotYet() {
  const intl = useIntl()
  const { isFailed, reload } = useNotices()
  if (!isFailed) {
    return (
      <div className="notices-coming">
        <SkeletonLines />
      </div>
    )
  }
  return (
    <Empty
      className="notices-none"
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={intl.formatMessage({ id: 'notices.failed' })}
    >
      <Button onClick={reload}>{intl.formatMessage({ id: 'action.retry' })}</Button>
    </Empty>
  )
}

function TypeLabel({ type, unread }: { type: NoticeType; unread: number }) {
  const intl = useIntl()
  return (
    <>
      {intl.formatMessage({ id: `notices.type.${type}` })}
      {unread > 0 && <span className="notices-unread"> {intl.formatNumber(unread)}</span>}
    </>
  )
}

function TypeList({ type, onClose }: { type: NoticeType; onClose: () => void }) {
  const intl = useIntl()
  const list = useNotices().list.filter((notice) => notice.type === type)
  if (list.length === 0)
    return (
      <Empty
        className="notices-none"
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={intl.formatMessage({ id: `notices.none.${type}` })}
      />
    )
  return (
    <>
      <ul className="notices-list">
        {list.map((notice) => (
          <NoticeEntry key={notice.id} notice={notice} onClose={onClose} />
        ))}
      </ul>
      <div className="notices-foot">
        <Button
          type="text"
          disabled={list.every(({ read }) => read)}
          onClick={() => void call(endpoints.notices.read, { type }).catch(ignoreReported)}
        >
          {intl.formatMessage({ id: 'notices.readAll' })}
        </Button>
        <Button type="text" onClick={() => void call(endpoints.notices.clear, { type }).catch(ignoreReported)}>
          {intl.formatMessage({ id: 'notices.clear' })}
        </Button>
      </div>
    </>
  )
}
