import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Notice } from '#contract/office/notices.ts'
import { call } from '../../api/call.ts'
import { useFormats } from '../../locale/formats.ts'
import { noticeComment, noticeWords } from './noticeWords.ts'

/** One notice. A notice with a target is a link; following it marks the notice as read. */
export function NoticeEntry({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const intl = useIntl()
  const markRead = () => {
    // Failures have already been reported.
    if (!notice.read) void call(endpoints.notices.read, { ids: [notice.id] }).catch(() => undefined)
  }
  const body = <NoticeBody notice={notice} />
  if (notice.path !== null) {
    return (
      <li>
        <Link
          className="notice"
          to={notice.path}
          onClick={() => {
            markRead()
            onClose()
          }}
        >
          {body}
        </Link>
      </li>
    )
  }
  return (
    <li>
      {notice.read ? (
        <div className="notice">{body}</div>
      ) : (
        <button
          type="button"
          className="notice"
          title={intl.formatMessage({ id: 'notices.markRead' })}
          onClick={markRead}
        >
          {body}
        </button>
      )}
    </li>
  )
}

function NoticeBody({ notice }: { notice: Notice }) {
  const intl = useIntl()
  const { instant } = useFormats()
  const comment = noticeComment(notice)
  return (
    <>
      {!notice.read && (
        <span className="notice-dot" role="img" aria-label={intl.formatMessage({ id: 'notices.isUnread' })} />
      )}
      <span className="notice-words" data-read={notice.read || undefined}>
        {noticeWords(intl, notice)}
      </span>
      {comment && <q className="notice-comment">{comment}</q>}
      <time dateTime={notice.at}>{instant(notice.at)}</time>
    </>
  )
}
