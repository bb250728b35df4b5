import './callErrors.css'
import { useEffect, useState } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import { statusMessage } from '../../api/callFailure.ts'
import { useFaults, type Fault } from '../../api/faults.ts'
import { Button } from '../../controls/Button.tsx'

interface Notice {
  /** The same fault again takes the place of the one before. */
  key: string
  level: 'warning' | 'error'
  /** Null: the notice is one line, which goes sooner. */
  title: string | null
  text: string
  /** Tells one coming of a notice from another. */
  number: number
}

const noticeMs = { line: 3000, titled: 4500 }

function noticeOf(intl: IntlShape, fault: Fault, number: number): Notice {
  if (fault.kind === 'network') {
    const title = intl.formatMessage({ id: 'fault.network' })
    return { key: title, level: 'error', title, text: intl.formatMessage({ id: 'fault.networkDescription' }), number }
  }
  const general = statusMessage(intl, fault.status, fault.statusText)
  if (fault.level === 'notification') {
    const title = intl.formatMessage({ id: 'fault.request' }, { status: fault.status, url: fault.url })
    return { key: title, level: 'error', title, text: fault.message ? intl.formatMessage({ id: 'join.sentences' }, { first: general, next: fault.message }) : general, number }
  }
  return { key: fault.code, level: fault.level, title: null, text: fault.message || general, number }
}

/** Tells the person of a failed call, once each, as loudly as its level says. It needs no script that may not come. */
export function CallErrorNotices() {
  const intl = useIntl()
  const latest = useFaults((state) => state.latest)
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const close = (number: number) => setNotices((shown) => shown.filter((notice) => notice.number !== number))
  useEffect(() => {
    if (!latest) return
    setNotices((shown) => {
      const notice = noticeOf(intl, latest.fault, (shown.at(-1)?.number ?? 0) + 1)
      return [...shown.filter(({ key }) => key !== notice.key), notice]
    })
    // A language switched later does not tell the old fault again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [latest])
  return (
    <div className="call-errors">
      {notices.map((notice) => (
        <CallErrorNotice key={notice.number} notice={notice} onClose={() => close(notice.number)} />
      ))}
    </div>
  )
}

function CallErrorNotice({ notice: { level, title, text }, onClose }: { notice: Notice; onClose: () => void }) {
  const intl = useIntl()
  const [isRead, setIsRead] = useState(false)
  useEffect(() => {
    if (isRead) return
    const timer = setTimeout(onClose, title === null ? noticeMs.line : noticeMs.titled)
    return () => clearTimeout(timer)
    // What it does when it closes stays the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRead, title])
  return (
    <div className="call-error" data-level={level} onPointerEnter={() => setIsRead(true)} onPointerLeave={() => setIsRead(false)}>
      <div role="alert">
        {title !== null && <strong>{title}</strong>}
        <p>{text}</p>
      </div>
      {title !== null && (
        <Button look="text" size="small" aria-label={intl.formatMessage({ id: 'fault.close' })} onClick={onClose}>
          ✕
        </Button>
      )}
    </div>
  )
}
