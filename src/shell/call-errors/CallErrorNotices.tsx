import './callErrors.css'
import { useEffect, useState } from 'react'
import { useIntl, type IntlShape } from 'react-intl'
import type { CallError } from '../../api/CallError.ts'
import { statusMessage } from '../../api/callFailure.ts'
import { useFailures } from '../../api/failures.ts'
import { levelOf } from '../../api/levels.ts'
import { Button } from '../../controls/Button.tsx'

interface Notice {
  /** A notice with the same key replaces the earlier one. */
  key: string
  level: 'warning' | 'error'
  /** Null: a single line, which disappears sooner. */
  title: string | null
  text: string
  /** Distinguishes repeated notices. */
  number: number
}

const noticeMs = { line: 3000, titled: 4500 }

function noticeOf(intl: IntlShape, error: CallError, number: number): Notice {
  const { status, url, code, message } = error
  const text = statusMessage(intl, error)
  const level = levelOf(code)
  if (level === 'warning' || level === 'error') return { key: code, level, title: null, text: message || text, number }
  const title =
    status === 0
      ? intl.formatMessage({ id: 'fault.network' })
      : intl.formatMessage({ id: 'fault.request' }, { status, url })
  return { key: title, level: 'error', title, text, number }
}

/** Displays each failed call once, according to its level. Works without lazily loaded scripts. */
export function CallErrorNotices() {
  const intl = useIntl()
  const latest = useFailures((state) => state.latest)
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const close = (number: number) => setNotices((shown) => shown.filter((notice) => notice.number !== number))
  useEffect(() => {
    if (!latest) return
    setNotices((shown) => {
      const notice = noticeOf(intl, latest.error, (shown.at(-1)?.number ?? 0) + 1)
      return [...shown.filter(({ key }) => key !== notice.key), notice]
    })
    // Switching the language later must not display an old failure again.
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
    // The effect of closing stays the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRead, title])
  return (
    <div
      className="call-error"
      data-level={level}
      onPointerEnter={() => setIsRead(true)}
      onPointerLeave={() => setIsRead(false)}
    >
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
